"""Run one conformance case through the front door and tell every disagreement."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import assertory
from assertory import AuthoringError, Program, Verdict
from tests.conformance import case_file as read
from tests.conformance.case_file import Case, CaseError, Json, Members
from tests.conformance.compare import compared
from tests.conformance.invariants import broken_invariants, has_lone_surrogate

_HASH = re.compile("[0-9a-f]{64}")
_SEMANTICS = {"assertion": "unicode-script-letters/v1", "quick": "quick-checks/v1"}


@dataclass(frozen=True, slots=True)
class Writing:
    """One form in which a configuration is handed over: all of its forms must mean the same."""

    form: str
    configuration: dict[str, Json] | str | bytes

    def compile(self, dialect: str) -> Program:
        """The Program, by the front door of the dialect."""
        if dialect == "assertion":
            return assertory.compile_assertion(self.configuration)
        if isinstance(self.configuration, str):
            return assertory.compile_quick_checks(self.configuration)
        message = "quick checks are text"
        raise CaseError(message)


def disagreements(case: Case) -> list[str]:
    """What the engine does otherwise than the case expects; empty when it passes.

    Raises `CaseError` where the case itself expects something that can't be compared.
    """
    if "error" in case.expect:
        return list(_refused(case))
    if "hash" in case.expect:
        return list(_hashed(case))
    return list(_evaluated(case))


def verdict_of(case: Case) -> Verdict:
    """The verdict of an evaluated case, its configuration given as the case gives it."""
    return _verdict(case, writings(case)[0].compile(case.dialect))


def writings(case: Case) -> list[Writing]:
    """The configuration as the case gives it, then in every other form that must mean the same."""
    if isinstance(case.configuration, str):
        text = case.configuration
        forms = [Writing("text", text)]
    else:
        text = json.dumps(case.configuration)
        forms = [Writing("data", read.any_object(case.configuration)), Writing("text", text)]
    if case.dialect == "assertion" and not has_lone_surrogate(text):
        forms.append(Writing("bytes", text.encode()))
    return forms


def _refused(case: Case) -> Iterator[str]:
    expect = read.members(case.expect, required=("error",), optional=("at", "within", "line"))
    if expect["error"] is not True:
        message = f"{case.id}: `error` is true or absent"
        raise CaseError(message)
    told: list[tuple[str, list[tuple[str, str | None]]]] = []
    for writing in writings(case):
        try:
            writing.compile(case.dialect)
        except AuthoringError as error:
            yield from _untold(expect, error)
            told.append((writing.form, [(problem.code, problem.at) for problem in error.problems]))
        else:
            yield f"accepted, given as {writing.form}"
    for form, problems in told[1:]:
        if problems != told[0][1]:
            yield f"as {told[0][0]} the problems are {told[0][1]}, as {form} {problems}"


def _untold(expect: Members, error: AuthoringError) -> Iterator[str]:
    """The places where a problem was expected and none was told."""
    places = [problem.at for problem in error.problems]
    lines = [problem.line for problem in error.problems]
    for pointer in _one_or_more(expect, "at"):
        if read.text(pointer) not in places:
            yield f"no problem at {pointer!r}, only at {places}"
    for pointer in _one_or_more(expect, "within"):
        below = f"{read.text(pointer)}/"
        if not any(at is not None and (at == pointer or at.startswith(below)) for at in places):
            yield f"no problem within {pointer!r}, only at {places}"
    for line in _one_or_more(expect, "line"):
        if read.whole_number(line) not in lines:
            yield f"no problem in line {line}, only in {lines}"
    if not error.problems:
        yield "refused without a problem"
    for problem in error.problems:
        if not (problem.code and problem.message):
            yield f"a problem without code or message: {problem!r}"


def _one_or_more(expect: Members, name: str) -> Sequence[Json]:
    if name not in expect:
        return ()
    wanted = expect[name]
    return read.filled(wanted) if isinstance(wanted, list) else (wanted,)


def _hashed(case: Case) -> Iterator[str]:
    wanted = read.text(read.members(case.expect, required=("hash",))["hash"])
    for writing in writings(case):
        try:
            program = writing.compile(case.dialect)
        except AuthoringError as error:
            yield _refusal(writing, error)
            continue
        yield from _broken_program(case, writing, program)
        if program.config_hash != wanted:
            yield f"the hash is {program.config_hash}, given as {writing.form}, not {wanted}"


def _evaluated(case: Case) -> Iterator[str]:
    first: tuple[str, bytes] | None = None
    for writing in writings(case):
        try:
            program = writing.compile(case.dialect)
        except AuthoringError as error:
            yield _refusal(writing, error)
            continue
        yield from _broken_program(case, writing, program)
        verdict = _verdict(case, program)
        explanation = verdict.explanation_bytes()
        if _verdict(case, program).explanation_bytes() != explanation:
            yield f"two evaluations explain themselves differently, given as {writing.form}"
        if first is None:
            first = (program.config_hash, explanation)
            yield from compared(case, verdict)
            yield from broken_invariants(verdict)
        elif first != (program.config_hash, explanation):
            yield f"another hash or explanation, given as {writing.form}"


def _verdict(case: Case, program: Program) -> Verdict:
    if case.tools is None:
        return program.evaluate(case.judged)
    return program.evaluate(case.judged, case.tools)


def _refusal(writing: Writing, error: AuthoringError) -> str:
    told = [(problem.code, problem.at, problem.line, problem.message) for problem in error.problems]
    return f"refused, given as {writing.form}: {told}"


def _broken_program(case: Case, writing: Writing, program: Program) -> Iterator[str]:
    """What is not as it must be for every Program."""
    if not _HASH.fullmatch(program.config_hash):
        yield f"the hash is no lower-case SHA-256: {program.config_hash!r}"
    if program.semantics != _SEMANTICS[case.dialect]:
        yield f"the semantics is {program.semantics!r}"
    if isinstance(writing.configuration, str) and program.source != writing.configuration:
        yield "the source isn't the text as written"
    source = Writing("source", program.source)
    if source.compile(case.dialect).config_hash != program.config_hash:
        yield f"the source of the Program given as {writing.form} has another hash"
