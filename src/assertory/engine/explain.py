"""A verdict in JSON: bounded, with everything that was expected or observed in its own field."""

from collections.abc import Callable

from assertory.engine.canonical import canonical
from assertory.engine.conclusion import Conclusion
from assertory.engine.evidence import View
from assertory.engine.json_text import Json
from assertory.engine.limits import EXPLAINED_CHARACTERS_MAX
from assertory.engine.outcome import OUTCOMES
from assertory.engine.told import tell

Template = tuple[list[bytes], tuple[tuple[int, Callable[[View], bytes], list[int]], ...]]


class Form:
    """The constant parts of all explanations of one conclusion."""

    __slots__ = ("_templates", "always_fits", "conclusion", "told")

    def __init__(self, conclusion: Conclusion) -> None:
        leaves, findings = conclusion.plan.leaves, conclusion.findings
        self.conclusion = conclusion
        self.told = [tell(leaves[index], findings[index]) for index in conclusion.order]
        most = 1 + sum(told.characters_max for told in self.told)
        self.always_fits = most <= EXPLAINED_CHARACTERS_MAX
        self._templates: dict[bool, Template] = {}

    def template(self, kept: int, *, messages: bool) -> Template:
        """
        Give the text of an explanation that keeps so many checks, in pieces, and its holes.

        A hole is a slot, what writes that slot's view, and the pieces to put it in: most checks
        of an answer show the same text, which is written once.
        """
        if not self.always_fits:  # how many are kept hangs on the answer: too many to keep
            return self._template(kept, messages=messages)
        found = self._templates.get(messages)
        if found is None:
            found = self._templates[messages] = self._template(kept, messages=messages)
        return found

    def _template(self, kept: int, *, messages: bool) -> Template:
        pieces: list[bytes] = []
        holes: dict[tuple[int, Callable[[View], bytes]], list[int]] = {}
        before = b'{"checks":['
        for told in self.told[:kept]:
            line = told.line if messages else told.wordless
            pieces += (before + line.opening, b"")
            holes.setdefault((told.slot, line.write), []).append(len(pieces) - 1)
            before = line.closing + b","
        pieces.append(before.removesuffix(b",") + self._ending(kept))
        return pieces, tuple((slot, write, places) for (slot, write), places in holes.items())

    def _ending(self, kept: int) -> bytes:
        rest = {
            "groups": _groups(self.conclusion),
            "omittedChecks": len(self.conclusion.findings) - kept,
            "outcome": self.conclusion.outcome,
            "reason": self.conclusion.reason,
        }
        return f"],{canonical(rest)[1:]}".encode()

    def kept(self, views: list[View]) -> int:
        """Tell how many checks are kept; sentences count also where they are left out."""
        if self.always_fits:
            return len(self.told)
        size = len("[]") - 1  # before the first there is no comma
        for place, told in enumerate(self.told):
            opening, write, closing = told.line
            size += len((opening + write(views[told.slot]) + closing).decode()) + 1
            if size > EXPLAINED_CHARACTERS_MAX:
                return place
        return len(self.told)


def explain(conclusion: Conclusion, views: list[View]) -> dict[str, Json]:
    """
    Build the explanation of a verdict.

    Takes:   what its findings mean; views, one a slot.
    Gives:   the form of semantics section 5, with the longest prefix of leaves (failed first, then
             abstained, then passed, in configuration order within each) within 20 checks and
             16,000 code points.
    Source:  requirements, "Structured explanations"; semantics section 5.
    """
    form = _form(conclusion)
    kept = form.told[: form.kept(views)]
    return {
        "outcome": conclusion.outcome,
        "reason": conclusion.reason,
        "checks": [told.check(views[told.slot]) for told in kept],
        "groups": _groups(conclusion),
        "omittedChecks": len(conclusion.findings) - len(kept),
    }


def write(conclusion: Conclusion, views: list[View], *, messages: bool = True) -> bytes:
    """
    Write the same explanation in its canonical form, without building it first.

    Takes:   as `explain`; messages, whether the sentences stand in it. Receipts hash it without
             them, so that a sentence may be reworded.
    Source:  semantics section 5, "The bytes of an explanation"; section 7, explanationHash.
    """
    form = _form(conclusion)
    template, holes = form.template(form.kept(views), messages=messages)
    pieces = template.copy()
    for slot, write_observed, places in holes:
        text = write_observed(views[slot])
        for place in places:
            pieces[place] = text
    return b"".join(pieces)


def _form(conclusion: Conclusion) -> Form:
    form: Form | None = conclusion.form
    if form is None:
        form = conclusion.form = Form(conclusion)
    return form


def _groups(conclusion: Conclusion) -> list[dict[str, Json]]:
    return [
        {"at": at, "op": op, "outcome": OUTCOMES[conclusion.ranks[node]]}
        for at, op, node in conclusion.plan.groups_in_order
    ]
