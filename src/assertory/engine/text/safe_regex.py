"""The safe regular expressions of the quick checks: parsed by hand, then run by RE2."""

from dataclasses import dataclass
from typing import Final

from assertory.engine.text.re2 import (
    PatternRefused,
    Searcher,
    compile_pattern,
    refuse_lone_surrogate,
)

# Source of the bounds: quick-checks.txt, Safe regular expressions; semantics section 4.
LENGTH_MAX: Final = 256  # code points of a pattern
DEPTH_MAX: Final = 8  # groups inside one another
ALTERNATIVES_MAX: Final = 16  # branches of all alternations together, as written
COUNT_MAX: Final = 32  # copies asked by {n} or {m,n}
STATES_MAX: Final = 128  # states of the expanded pattern, one to accept included

_DIGITS: Final = frozenset("0123456789")
_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_QUANTIFIERS: Final = frozenset("?*+{")

# What RE2 is given. Its own \s lacks the vertical tab, its own dot takes three of the four line
# breaks, and what its own ^ and $ mean depends on a flag.
_SETS: Final = {r"\d": "0-9", r"\w": "0-9A-Za-z_", r"\s": r"\x20\t\n\v\f\r"}
_CONTROLS: Final = {"n": "\n", "r": "\r", "t": "\t"}
_DOT: Final = r"[^\n\r\x{2028}\x{2029}]"
_ANCHORS: Final = {"^": r"\A", "$": r"\z"}
_ANCHORS_ALONE: Final = frozenset("^$()?:|")  # written where only anchors stand

# What is refused by name: what it is, and what to write instead.
_BACK_REFERENCE: Final = ("a back-reference", "write the repeated part again")
_CHARACTER_CODE: Final = ("a character code", "write the character itself")
_ESCAPES_REFUSED: Final = {
    "b": ("a word boundary", r"write (^|[^\w]) before a word, ([^\w]|$) behind it"),
    "B": ("the inside of a word", r"write \w for what stands beside it"),
    "D": ("a negated set", r"write [^\d]"),
    "W": ("a negated set", r"write [^\w]"),
    "S": ("a negated set", r"write [^\s]"),
    "p": ("a Unicode property", "write a class of characters and ranges"),
    "P": ("a Unicode property", "write a negated class of characters and ranges"),
    "A": ("an anchor of other dialects", "write ^"),
    "z": ("an anchor of other dialects", "write $"),
    "Z": ("an anchor of other dialects", "write $"),
    "Q": ("a quotation", "write a backslash before each punctuation character"),
    "k": _BACK_REFERENCE,
    **dict.fromkeys("123456789", _BACK_REFERENCE),
    **dict.fromkeys("0acefuvxU", _CHARACTER_CODE),
}
_GROUPS_REFUSED: Final = {  # the longer openings first
    "(?<=": ("look-behind", "match what stands before as a part of the pattern"),
    "(?<!": ("look-behind", "match what stands before as a negated class"),
    "(?=": ("look-ahead", "match what follows as a part of the pattern, or write a second check"),
    "(?!": ("look-ahead", "match what follows as a negated class"),
    "(?<": ("a named group", "write ( or (?:"),
    "(?P": ("a named group", "write ( or (?:"),
    "(?>": ("an atomic group", "write ( or (?:"),
    "(?#": ("a comment", "leave it out"),
    "(?": ("a group with flags", "write ( or (?:, and both cases of a letter as in [aA]"),
}


def compile_safe(pattern: str) -> Searcher:
    r"""
    Compile a safe regular expression into a searcher over UTF-8 bytes.

    Takes a pattern of at most 256 code points in the subset of the quick checks; `^` and `$` are
    the ends of the whole answer. The searcher never raises, never abstains and takes linear time.

    Raises `PatternRefused`, whose detail names the construct, its place (code points from 1) and
    what to write instead. Its code is `regex_refused`, `regex_nested_repetition`, `lone_surrogate`,
    or for a limit `regex_too_long`, `regex_too_deep`, `regex_too_many_alternatives`,
    `regex_count_too_large` or `regex_too_many_states`. What the subset accepts, RE2 accepts.

    Source: semantics section 4, Safe regular expressions; quick-checks.txt.

    >>> found = compile_safe(r"^\d+(\.\d+)?$")
    >>> found(b"3.14"), found(b"3.14\n")
    (True, False)
    >>> try:
    ...     compile_safe("(a+)+")
    ... except PatternRefused as refused:
    ...     print(refused.code)
    regex_nested_repetition
    """
    if len(pattern) > LENGTH_MAX:
        raise PatternRefused(
            "regex_too_long",
            f"The pattern has {len(pattern)} characters; at most {LENGTH_MAX} are allowed.",
        )
    refuse_lone_surrogate(pattern)
    whole = _Parser(pattern).parse()
    states = whole.states + 1
    if states > STATES_MAX:
        raise PatternRefused(
            "regex_too_many_states",
            f"The pattern expands to {states} states; at most {STATES_MAX} are allowed,"
            " so write smaller counts or fewer characters.",
        )
    return compile_pattern(whole.re2)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the pattern: its RE2 text, its states when expanded, and whether it repeats."""

    re2: str
    states: int
    repeats: bool = False


def _joined(parts: list[_Part], bar: str) -> _Part:
    """Put parts one after another or, with a bar between them, which is a state, side by side."""
    return _Part(
        bar.join(part.re2 for part in parts),
        sum(part.states for part in parts) + len(bar) * (len(parts) - 1),
        any(part.repeats for part in parts),
    )


class _Parser:
    """A recursive descent that goes down with groups only, so at most 8 deep."""

    __slots__ = ("_alternatives", "_at", "_pattern")

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0  # index of the next character
        self._alternatives = 0  # branches of all alternations read so far

    def parse(self) -> _Part:
        """Read the whole pattern."""
        return self._alternation(depth=0)

    @property
    def _next(self) -> str:
        """The next character, empty at the end."""
        return self._pattern[self._at : self._at + 1]

    def _alternation(self, depth: int) -> _Part:
        branches = [self._sequence(depth)]
        while self._next == "|":
            # The first bar makes two branches of one, each further bar one more.
            self._alternatives += 2 if len(branches) == 1 else 1
            if self._alternatives > ALTERNATIVES_MAX:
                found = f"| makes {self._alternatives} alternatives in the whole pattern"
                allowed = f"at most {ALTERNATIVES_MAX} are allowed"
                raise _refusal(self._at, found, allowed, "regex_too_many_alternatives")
            self._at += 1
            branches.append(self._sequence(depth))
        return _joined(branches, "|")

    def _sequence(self, depth: int) -> _Part:
        start, ends = self._at, ("", "|", ")") if depth else ("", "|")
        parts = []
        while self._next not in ends:
            parts.append(self._repetition(depth))
        if not parts:
            empty = "the pattern" if not self._pattern else "a group or an alternative"
            hint = "write what it matches, and ? behind what may be absent"
            raise _refusal(start, f"{empty} is empty", hint)
        return _joined(parts, "")

    def _repetition(self, depth: int) -> _Part:
        """Read an atom and the quantifier behind it, where there is one."""
        begin = self._at
        atom = self._atom(depth)
        start = self._at
        if self._next not in _QUANTIFIERS:
            return atom
        written = self._pattern[begin:start]
        if _ANCHORS_ALONE.issuperset(written):
            raise _refusal(start, f"the anchor {written} is repeated", "leave the repetition out")
        low, high = self._quantifier()
        quantifier = self._pattern[start : self._at]
        self._no_second_quantifier(quantifier)
        repeats = high is None or high > 1
        if repeats and atom.repeats:
            found = f"{quantifier} repeats a group that holds a repetition"
            raise _refusal(start, found, "keep one of the two", "regex_nested_repetition")
        # As states: * and + are one copy and one more; {m,n} is n copies, n - m of them optional.
        copies, extra = (1, 1) if high is None else (high, high - low)
        return _Part(atom.re2 + quantifier, atom.states * copies + extra, repeats or atom.repeats)

    def _quantifier(self) -> tuple[int, int | None]:
        """Read `?`, `*`, `+` or a count: the fewest and the most copies, None for no end."""
        start, first = self._at, self._next
        self._at += 1
        if first != "{":
            return {"?": (0, 1), "*": (0, None), "+": (1, None)}[first]
        low, high = self._count(start)
        written = self._pattern[start : self._at]
        if max(low, high) > COUNT_MAX:
            allowed = f"at most {COUNT_MAX} is allowed"
            raise _refusal(start, f"the count {written}", allowed, "regex_count_too_large")
        if high == 0:
            raise _refusal(start, f"{written} takes no copy", "leave out what it repeats")
        if low > high:
            raise _refusal(start, f"{written} is reversed", "write the smaller count first")
        return low, high

    def _count(self, start: int) -> tuple[int, int]:
        """Read `n}` or `m,n}` behind a brace at `start`."""
        low = high = self._number()
        if self._next == ",":
            self._at += 1
            high = self._number()
            if low and not high and self._next == "}":
                found = f"{{{low},}} has no upper bound"
                raise _refusal(start, found, f"write one up to {COUNT_MAX}, or write + or *")
        if not (low and self._next == "}"):
            hint = r"write {3} or {2,5} without spaces, or \{ for the character"
            raise _refusal(start, "{ begins no count", hint)
        self._at += 1
        return int(low), int(high)

    def _number(self) -> str:
        start = self._at
        while self._next in _DIGITS:
            self._at += 1
        digits = self._pattern[start : self._at]
        if len(digits) > 1 and digits[0] == "0":
            raise _refusal(start, f"the count {digits} has a leading zero", "leave the zero out")
        return digits

    def _no_second_quantifier(self, quantifier: str) -> None:
        if self._next in _QUANTIFIERS:
            second = self._next
            kind = {"?": "a lazy repetition", "+": "a possessive repetition"}
            found = f"{quantifier}{second} is {kind.get(second, 'a repetition of a repetition')}"
            raise _refusal(self._at, found, f"leave the second one out, {quantifier} is enough")

    def _atom(self, depth: int) -> _Part:
        start, first = self._at, self._next
        self._at += 1
        if first == "(":
            return self._group(start, depth)
        if first == "[":
            return _Part(self._class(start), 1)
        if first == "\\":
            escaped = self._escape(start)
            ranges = _SETS.get(escaped)
            return _Part(f"[{ranges}]" if ranges else _literal(escaped), 1)
        if first == ".":
            return _Part(_DOT, 1)
        if first in _ANCHORS:
            return _Part(_ANCHORS[first], 1)
        hint = f"write \\{first} for the character"
        if first in _QUANTIFIERS:
            raise _refusal(start, f"{first} has nothing to repeat", hint)
        if first in ")]}":
            raise _refusal(start, f"{first} closes nothing", hint)
        return _Part(_literal(first), 1)

    def _group(self, start: int, depth: int) -> _Part:
        if self._pattern.startswith("(?:", start):
            self._at = start + len("(?:")
        elif self._next == "?":
            opening = next(o for o in _GROUPS_REFUSED if self._pattern.startswith(o, start))
            name, hint = _GROUPS_REFUSED[opening]
            raise _refusal(start, f"{opening} begins {name}", hint)
        if depth == DEPTH_MAX:
            found, allowed = f"( begins level {depth + 1}", f"at most {DEPTH_MAX} are allowed"
            raise _refusal(start, found, allowed, "regex_too_deep")
        inside = self._alternation(depth + 1)
        if not self._next:
            raise _refusal(start, "( is never closed", r"write ), or \( for the character")
        self._at += 1
        return _Part(f"(?:{inside.re2})", inside.states, inside.repeats)

    def _escape(self, start: int) -> str:
        r"""Read behind a backslash at `start`: give `\d`, `\w`, `\s`, or the character meant."""
        escaped = self._next
        self._at += 1
        if escaped in _PUNCTUATION:
            return escaped
        if escaped in _CONTROLS:
            return _CONTROLS[escaped]
        if f"\\{escaped}" in _SETS:
            return f"\\{escaped}"
        if not escaped:
            raise _refusal(start, r"\ ends the pattern", r"write \\ for the character")
        name, hint = _ESCAPES_REFUSED.get(escaped, ("no escape", "write the character itself"))
        raise _refusal(start, f"\\{_shown(escaped)} is {name}", hint)

    def _class(self, start: int) -> str:
        negation = "^" if self._next == "^" else ""
        self._at += len(negation)
        first = self._at
        items = []
        while self._next != "]":
            if not self._next:
                raise _refusal(start, "[ is never closed", r"write ], or \[ for the character")
            items.append(self._class_item(first))
        if not items:
            hint = r"write what it holds, \] for the character"
            raise _refusal(start, f"the class [{negation}] is empty", hint)
        self._at += 1
        return f"[{negation}{''.join(items)}]"

    def _class_item(self, first: int) -> str:
        """Read a character, a set or a range of a class whose contents begin at `first`."""
        start = self._at
        low = self._class_character(first)
        if self._next != "-" or self._ends_class(self._at + 1):
            return _SETS.get(low) or _literal(low)
        self._at += 1
        high = self._class_character(first)
        written = self._pattern[start : self._at]
        if low in _SETS or high in _SETS:
            raise _refusal(start, f"the range {written} ends in a set", r"write \- for the -")
        if low > high:
            raise _refusal(start, f"the range {written} is reversed", "write the lower end first")
        return f"{_literal(low)}-{_literal(high)}"

    def _class_character(self, first: int) -> str:
        start, character = self._at, self._next
        self._at += 1
        if character == "\\":
            return self._escape(start)
        if character == "[":
            hint = r"write \[ for the character; named classes such as [:alpha:] are not available"
            raise _refusal(start, "[ stands inside a class", hint)
        if character == "-" and start != first and not self._ends_class(self._at):
            raise _refusal(start, "- is neither first nor last and makes no range", r"write \-")
        return character

    def _ends_class(self, at: int) -> bool:
        """Whether no more of a class stands at this index."""
        return self._pattern[at : at + 1] in ("]", "")


def _refusal(at: int, found: str, hint: str, code: str = "regex_refused") -> PatternRefused:
    """Say what was found at an index of the pattern, and what to write instead."""
    return PatternRefused(code, f"At character {at + 1}, {found}; {hint}.")


def _literal(character: str) -> str:
    """Spell one character for RE2 so that it means itself, in a class and outside."""
    alphanumeric = character.isascii() and character.isalnum()
    return character if alphanumeric else f"\\x{{{ord(character):X}}}"


def _shown(character: str) -> str:
    """Show a character of a message, where it might not be seen by its code point."""
    return character if "!" <= character <= "~" else f"U+{ord(character):04X}"
