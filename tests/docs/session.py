"""A reader who does what a page says, from top to bottom, in one empty folder."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.docs.page import Block

MARK = "\x1e"  # record separator: what stands between the outputs of two commands


class ExampleError(AssertionError):
    """An example does not do what its page says."""


@dataclass(slots=True)
class Session:
    """The folder the reader works in, and the names that the page's Python has bound so far."""

    folder: Path
    names: dict[str, object] = field(default_factory=dict)

    def follow(self, block: Block) -> None:
        """Do what one block says; ExampleError where something else comes out."""
        if block.file is not None:
            target = self.folder / block.file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            self._python(block)
        elif block.language == "console":
            self._console(block)
        elif block.language == "sh":
            self._shell(f"set -e\n{block.text}", demand_success=True)

    def _python(self, block: Block) -> None:
        if ">>>" not in block.text:
            exec(compile(block.text, f"line {block.line}", "exec"), self.names)  # noqa: S102
            return
        parser, told = doctest.DocTestParser(), list[str]()
        test = parser.get_doctest(block.text, self.names, "example", None, block.line - 1)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
        runner.run(test, out=told.append, clear_globs=False)
        self.names.update(test.globs)
        if told:
            raise ExampleError("".join(told))

    def _console(self, block: Block) -> None:
        commands = list(commands_of(block.text))
        # One shell for the block, so that `cd` and `echo $?` mean what they say; after each
        # command a mark, printed so that the command's status survives it.
        keep = f"{{ _status=$?; printf '{MARK}'; (exit $_status); }}"
        outputs = self._shell("\n".join(f"{command}\n{keep}" for command, _ in commands))
        for (command, expected), printed in zip(commands, outputs.split(MARK), strict=False):
            if not doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS):
                raise ExampleError(f"$ {command}\nexpected:\n{expected}\nprinted:\n{printed}")

    def _shell(self, script: str, *, demand_success: bool = False) -> str:
        # A reader is neither CI nor a test: pytest, for one, prints more where it sees these.
        ours = ("BUILD_NUMBER", "CI", "COVERAGE_", "COV_", "PYTEST_")
        variables = {n: value for n, value in os.environ.items() if not n.startswith(ours)} | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "80",
            "NO_COLOR": "1",
            "TERM": "dumb",
        }
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        output = done.stdout.decode()
        if demand_success and done.returncode != 0:
            raise ExampleError(f"exit status {done.returncode}:\n{output}")
        return output


def commands_of(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block (`$ `, going on after a backslash) and what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n?", part)
        assert command is not None  # it matches anything
        yield command.group().rstrip("\n"), part[command.end() :]
