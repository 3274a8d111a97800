"""What the command line of `grade` says, and what it may not say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assertory.batch.outputs import OutputError, check_names
from assertory.batch.run import Only
from assertory.batch.spec import SpecError, check_map, read_map, read_pointer, read_where
from assertory.batch.tasks import Selection
from assertory.cli.exits import Exit
from assertory.cli.named import STANDARD_INPUT
from assertory.cli.talk import stop
from assertory.measure import GateRules


@dataclass(frozen=True, slots=True)
class Options:
    """Every option, as written."""

    answers: Sequence[str]
    evaluator: Path | None
    checks: Path | None
    outputs: Sequence[str]
    mapping: Sequence[str]
    where: Sequence[str]
    answer: str | None
    tool_capture: str | None
    json_columns: Sequence[str]
    selection: Selection
    only: tuple[Only, ...]
    jobs: int | None
    row_timeout_s: int
    rules: GateRules


def check_usage(options: Options) -> None:
    """End the command where it is used wrongly, before anything is read."""
    for message in _contradictions(options):
        stop(message, Exit.USAGE)
    try:
        for option, text in (
            ("--answer", options.answer),
            ("--tool-capture", options.tool_capture),
        ):
            if text is not None:
                read_pointer(option, text)
        check_map(tuple(read_map(text) for text in options.mapping))
        for text in options.where:
            read_where(text)
        check_names(options.outputs)
    except (OutputError, SpecError) as error:
        stop(str(error), Exit.USAGE)


def _contradictions(options: Options) -> Iterator[str]:
    evaluator, checks, rules = options.evaluator, options.checks, options.rules
    if (evaluator is None) == (checks is None):
        yield "give either --evaluator FILE or --checks FILE"
    if evaluator is not None and options.answer is not None:
        yield "--answer is for quick checks; an assertion names its own pointers"
    if checks is not None and options.tool_capture is not None:
        yield "--tool-capture is for assertions; quick checks read the answer alone"
    if STANDARD_INPUT in (evaluator, checks) and str(STANDARD_INPUT) in options.answers:
        yield "standard input can hold the answers or what grades them, not both"
    if rules.confident and rules.min_pass_rate is None:
        yield "--confident is about a pass rate; give --min-pass-rate too"
