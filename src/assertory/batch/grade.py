"""One row in, one result out: evidence, verdict, explanation and receipt."""

import hashlib
import shlex
from typing import Final, NamedTuple

from assertory.batch.members import NAME_MAX, RowFault, read_row, slice_at
from assertory.batch.spec import EVIDENCE_MEMBERS, GradeSpec
from assertory.engine import canonical, pointer
from assertory.engine.capture import CaptureFault, ToolCapture, read_capture
from assertory.engine.evaluate import evaluate
from assertory.engine.json_text import JSON_SPACE, Json, is_number_text, read_number
from assertory.engine.json_value import exceeds, is_number
from assertory.engine.limits import JSON_LEVELS_MAX
from assertory.engine.pointer import MISSING
from assertory.engine.receipt import ANSWER, members_hash, receipt
from assertory.records.result import RowError, RowResult
from assertory.records.row import BadRow, Row

# What others call an answer: names to suggest, never to read by.
ANSWER_NAMES: Final = frozenset(
    ("answer", "completion", "content", "generation", "prediction", "reply", "response", "text")
)
Members = dict[str, tuple[Json, str]]  # each member's value and its exact JSON text
NULL: tuple[Json, str] = (None, "null")


class OpenRow(NamedTuple):
    """A row that was read: as it stood, and its members."""

    row: Row
    members: Members


ERRORS = {
    "grading_time_exceeded": "grading this row took more CPU time than --row-timeout allows",
    "grading_crashed": "the process that graded this row ended twice; its neighbours were graded",
}


class Grader:
    """Grades rows by one specification; made once a process."""

    def __init__(self, spec: GradeSpec) -> None:
        self.spec = spec
        self.program = spec.program()
        self.capture_tokens = None if spec.capture is None else pointer.parse(spec.capture)
        self.answer_tokens = None if spec.answer is None else pointer.parse(spec.answer)
        self.rules = [(rule.target, pointer.parse(rule.source)) for rule in spec.mapping]
        self.mapped = dict.fromkeys(target[0] for target, _ in self.rules)  # in a fixed order

    def grade(self, row: Row | BadRow) -> RowResult | None:
        """
        Grade one row; None where `--where` leaves it out.

        Never raises for any row: one that can't be graded is a result with an error.
        """
        if isinstance(row, BadRow):
            return self.error(row, row.code, row.message)
        try:
            opened = OpenRow(row, read_row(row))
            evidence = self._evidence(opened)
            if not self._selected(evidence):
                return None
            capture = self._capture(opened)
        except RowFault as fault:
            return self.error(row, fault.code, fault.message)
        if self.spec.dialect == "quick":
            return self._quick(opened, evidence)
        return self._assertion(opened, evidence, capture)

    def wants(self, row: Row | BadRow) -> bool:
        """Tell whether `--where` selects a row; one that can't be read is never left out."""
        if isinstance(row, BadRow) or not self.spec.where:
            return True
        try:
            return self._selected(self._evidence(OpenRow(row, read_row(row))))
        except RowFault:
            return True

    def error(self, row: Row | BadRow, code: str, message: str | None = None) -> RowResult:
        """Give the result of a row that has no outcome."""
        error = RowError(code, ERRORS[code] if message is None else message)
        return RowResult(
            file=self._name(row),
            row=row.number,
            offset=row.offset,
            id=None,
            outcome="error",
            reason=None,
            value=None,
            label=None,
            leaves=(),
            deciding=(),
            explanation=None,
            receipt=self._receipt_of_error(row),
            error=error,
        )

    def _receipt_of_error(self, row: Row | BadRow) -> dict[str, Json]:
        """Say what was graded by what, also where no verdict came of it."""
        return {
            "semantics": self.program.semantics,
            "configHash": self.program.config_hash,
            "engineVersion": self.spec.versions.engine,
            "re2Version": self.spec.versions.re2,
            "evidenceHash": None,
            "captureHash": None,
            "outcome": None,
            "reason": None,
            "explanationHash": None,
            # A row whose end wasn't found, or that is too large to be kept, has no bytes to hash.
            "rowHash": None if isinstance(row, BadRow) else hashlib.sha256(row.text).hexdigest(),
        }

    def _name(self, row: Row | BadRow) -> str | None:
        return self.spec.names[row.file] if self.spec.names else None

    def _evidence(self, opened: OpenRow) -> Members:
        """
        Pick the evidence members of a row, or build them by the mapping.

        A row without expected_output gets null, and no other member is added (semantics 2).
        """
        members = opened.members
        evidence: Members = {
            name: members[name]
            for name in EVIDENCE_MEMBERS
            if name in members and name not in self.mapped
        }
        for name in self.mapped:
            built = self._build(name, opened)
            if built is not None:
                evidence[name] = built
        if not evidence and self.answer_tokens is None:
            raise _without_evidence(list(members))
        evidence.setdefault("expected_output", NULL)
        return evidence

    def _build(self, name: str, opened: OpenRow) -> tuple[Json, str] | None:
        """Build one evidence member by the rules for it; None where they select nothing."""
        built: Json = MISSING
        for target, tokens in self.rules:
            if target[0] != name:
                continue
            found = self._at(opened, tokens)
            if found is None:
                continue
            if len(target) == 1:
                built, text = found
                return _bounded(built), text
            built = {} if built is MISSING else built
            place = built
            for step in target[1:-1]:
                place = place.setdefault(step, {})
            place[target[-1]] = found[0]
        return None if built is MISSING else (built, canonical.compact(_bounded(built)))

    def _at(self, opened: OpenRow, tokens: tuple[str, ...]) -> tuple[Json, str] | None:
        """Give what a pointer into the row selects, with its exact text."""
        if not tokens:
            whole = {name: value for name, (value, _) in opened.members.items()}
            return whole, opened.row.text.decode().strip(JSON_SPACE)
        return self._below(opened.members, tokens)

    def _below(self, members: Members, tokens: tuple[str, ...]) -> tuple[Json, str] | None:
        if tokens[0] not in members:
            return None
        value, text = members[tokens[0]]
        selected = pointer.select(value, tokens[1:])
        if selected is MISSING:
            return None
        exact = slice_at(text, tokens[1:])
        return selected, canonical.compact(selected) if exact is None else exact

    def _selected(self, evidence: Members) -> bool:
        for rule in self.spec.where:
            value = evidence.get(rule.target[0], NULL)[0]
            found = pointer.select(value, rule.target[1:])
            if found is MISSING:
                return False
            if not _stands_for(rule.text, found):
                return False
        return True

    def _capture(self, opened: OpenRow) -> ToolCapture | None:
        if self.capture_tokens is None:
            return None
        found = self._at(opened, self.capture_tokens)
        if found is None or found[0] is None:
            return None
        try:
            return read_capture(found[0])
        except CaptureFault as fault:
            code, message = "capture_malformed", f"the tool capture of this row: {fault}"
            raise RowFault(code, message) from None

    def _assertion(
        self, opened: OpenRow, evidence: Members, capture: ToolCapture | None
    ) -> RowResult:
        values = {name: value for name, (value, _) in evidence.items()}
        texts = {name: text.encode() for name, (_, text) in evidence.items()}
        return self._result(opened, values, texts, capture)

    def _quick(self, opened: OpenRow, evidence: Members) -> RowResult:
        answer = self._answer(opened, evidence)
        texts = {} if answer is None else {ANSWER: answer[1].encode()}
        value = MISSING if answer is None else answer[0]
        return self._result(opened, value, texts, None)

    def _answer(self, opened: OpenRow, evidence: Members) -> tuple[Json, str] | None:
        """Find the answer: `--answer`, else /output/text, else /output where that is a text."""
        if self.answer_tokens is not None:
            return self._at(opened, self.answer_tokens)
        nested = self._below(evidence, ("output", "text"))
        if nested is not None:
            return nested
        output = evidence.get("output")
        return output if output is not None and type(output[0]) is str else None

    def _result(
        self,
        opened: OpenRow,
        value: Json,
        texts: dict[str, bytes],
        capture: ToolCapture | None,
    ) -> RowResult:
        row, members = opened
        verdict = evaluate(self.program.plan, value, capture, known_json=True)
        proof = receipt(
            self.program,
            verdict,
            evidence_hash=members_hash(texts),
            capture=capture,
            versions=self.spec.versions,
        )
        proof["rowHash"] = hashlib.sha256(row.text).hexdigest()
        identity = members.get("id", NULL)[0]
        return RowResult(
            file=self._name(row),
            row=row.number,
            offset=row.offset,
            id=identity if type(identity) in (str, int, float) else None,
            outcome=verdict.outcome,
            reason=verdict.reason,
            value=verdict.value,
            label=verdict.label,
            leaves=verdict.leaves,
            deciding=verdict.deciding,
            explanation=verdict.explanation_bytes(),
            receipt=proof,
            error=None,
        )


def _without_evidence(names: list[str]) -> RowFault:
    """Name what a row has in place of the evidence, and the one that may well be the answer."""
    code = "row_without_evidence"
    lacking = f"the row has none of {', '.join(EVIDENCE_MEMBERS)}"
    if not names:
        return RowFault(code, f"{lacking}, nor any other member")
    others = [name for name in names if name != "id"] or names
    likely = next((name for name in others if name.lower() in ANSWER_NAMES), others[0])
    found = ", ".join(names[:10])[:200]
    example = shlex.quote(f"output.text=/{pointer.escape(likely[:NAME_MAX])}")
    return RowFault(
        code,
        f"{lacking}; it has: {found}. Say where they lie with --map, for example --map {example}",
    )


def _bounded(built: Json) -> Json:
    """Refuse a member that a mapping has put too deep: the evidence is its first level."""
    if exceeds([built], levels=JSON_LEVELS_MAX):
        message = f"--map builds evidence that is nested more than {JSON_LEVELS_MAX} levels deep"
        raise RowFault("json_too_deep", message)
    return built


def _stands_for(text: str, found: Json) -> bool:
    """Tell whether a text of the command line says a value: numbers are compared by value."""
    if type(found) is str:
        return found == text
    if is_number(found) and is_number_text(text):
        return bool(read_number(text) == found)
    return canonical.compact(found) == text
