"""The safe subset: every construct, every refusal, both sides of each limit, what it matches."""

import json
import random
import re
import warnings
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assertory.engine.text.re2 import PatternRefused, utf8
from assertory.engine.text.safe_regex import compile_safe
from tests.engine.text.test_re2 import spelled
from tests.shared import shared_dir

PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
REFUSALS = {
    "lone_surrogate",
    "regex_count_too_large",
    "regex_nested_repetition",
    "regex_refused",
    "regex_too_deep",
    "regex_too_long",
    "regex_too_many_alternatives",
    "regex_too_many_states",
}


def refusal(pattern: str) -> PatternRefused:
    with pytest.raises(PatternRefused) as refused:
        compile_safe(pattern)
    return refused.value


def found(pattern: str, text: str) -> bool:
    return compile_safe(pattern)(utf8(text))


@pytest.mark.parametrize(
    ("atom", "taken", "left"),
    [
        pytest.param("a", "a", "Abé", id="letter"),
        pytest.param("é", "é", "eE\u0301", id="letter-beyond-ascii"),
        pytest.param("\U0001f600", "\U0001f600", "\U0001f601\ufffd", id="astral"),
        pytest.param("\n", "\n", "\r ", id="line-break-itself"),
        pytest.param("\0", "\0", "0 ", id="nul"),
        pytest.param("-", "-", "_a", id="hyphen"),
        pytest.param(",", ",", ".", id="comma"),
        pytest.param("\ufffd", "\ufffd\ud800\udfff", "a", id="replacement-is-a-lone-surrogate"),
        pytest.param(r"\d", "0123456789", "a/:\u0661\uff11\u00b2", id="digit"),
        pytest.param(r"\w", "azAZ09_", "-é\u0639@[`{", id="word"),
        pytest.param(r"\s", " \t\n\v\f\r", "a\u0085\u00a0\u2003\u2028\u3000\ufeff\x1c", id="space"),
        pytest.param(r"\n", "\n", "\rn", id="newline"),
        pytest.param(r"\r", "\r", "\nr", id="carriage-return"),
        pytest.param(r"\t", "\t", " t", id="tab"),
        pytest.param(".", "a \t\v\f\u0085é\U0001f600\0", "\n\r\u2028\u2029", id="dot"),
        pytest.param("[a-cX]", "abcX", "dxA", id="class"),
        pytest.param("[^a-cX]", "dxA\n\r\u2028\U0001f600", "abcX", id="negated-class"),
        pytest.param(r"[\d\s]", "09 \v\n", "a_", id="sets-in-class"),
        pytest.param(r"[^\w]", "-\n\u0639", "aZ0_", id="negated-set-in-class"),
        pytest.param(r"[\n\t]", "\n\t", "nt", id="controls-in-class"),
        pytest.param(r"[\]\[\\]", "][\\", "a^", id="escapes-in-class"),
        pytest.param("[.$(){}|?*+^]", ".$(){}|?*+^", "a\\", id="specials-are-literal-in-class"),
        pytest.param("[^^]", "a\n", "^", id="second-caret-is-literal"),
        pytest.param("[-a]", "-a", "b", id="hyphen-first"),
        pytest.param("[a-]", "a-", "b", id="hyphen-last"),
        pytest.param("[^-a]", "b", "-a", id="hyphen-first-behind-the-caret"),
        pytest.param("[-]", "-", "a", id="hyphen-alone"),
        pytest.param(r"[\d-]", "0-", "a", id="hyphen-last-behind-a-set"),
        pytest.param("[a-c-]", "abc-", "d", id="hyphen-last-behind-a-range"),
        pytest.param("[+--]", "+,-", "*.", id="range-up-to-the-last-hyphen"),
        pytest.param("[--/]", "-./", ",0", id="range-from-the-first-hyphen"),
        pytest.param(r"[\--/]", "-./", ",0", id="range-from-an-escaped-hyphen"),
        pytest.param(r"[\t-\r]", "\t\n\v\f\r", " \b", id="range-between-escapes"),
        pytest.param("[\u0621-\u064a]", "\u0621\u0639\u064a", "\u0620\u064ba", id="arabic-range"),
        pytest.param("[é-\U0001f600]", "é\u0639\U0001f600", "a\U0001f601", id="wide-range"),
        pytest.param("[a-a]", "a", "b", id="range-of-one"),
    ],
)
def test_atom(atom: str, taken: str, left: str) -> None:
    """An atom takes exactly one code point of the first list and none of the second."""
    assert [char for char in taken + left if found(f"^{atom}$", char)] == list(taken)
    assert not found(f"^{atom}$", taken[0] * 2)


@pytest.mark.parametrize("char", PUNCTUATION)
def test_escaped_punctuation_is_literal(char: str) -> None:
    for pattern in (f"^\\{char}$", f"^[\\{char}]$"):
        assert [each for each in PUNCTUATION if found(pattern, each)] == [char]


@pytest.mark.parametrize(
    ("pattern", "matched", "unmatched"),
    [
        pytest.param("b", ["b", "abc", "b\n"], ["", "B"], id="anywhere"),
        pytest.param("^OK$", ["OK"], ["OK\n", "\nOK", "xOK"], id="whole-answer"),
        pytest.param("a^b", [], ["ab", "a\nb"], id="anchor-in-the-middle"),
        pytest.param("^yes|no$", ["yes!", "oh no"], ["oh yes", "no!"], id="bar-binds-last"),
        pytest.param("^(yes|no)$", ["yes", "no"], ["yesno", "yes!"], id="group"),
        pytest.param("^(?:yes|no)$", ["yes", "no"], ["yesno"], id="group-without-capture"),
        pytest.param("^ab?$", ["a", "ab"], ["abb"], id="option"),
        pytest.param("^ab*$", ["a", "abbb"], ["b"], id="star"),
        pytest.param("^ab+$", ["ab", "abbb"], ["a"], id="plus"),
        pytest.param("^a{2}$", ["aa"], ["a", "aaa"], id="count"),
        pytest.param("^a{1,3}$", ["a", "aaa"], ["", "aaaa"], id="counts"),
        pytest.param("^a{0,1}$", ["", "a"], ["aa"], id="count-from-zero"),
        pytest.param("^a{2,2}$", ["aa"], ["a", "aaa"], id="equal-counts"),
        pytest.param("^(ab){2}$", ["abab"], ["ab", "abb"], id="counted-group"),
        pytest.param(r"^\d{2}$", ["12"], ["1", "1d"], id="counted-set"),
        pytest.param("^[ab]{2}$", ["ab"], ["a", "abc"], id="counted-class"),
        pytest.param("^é{2}$", ["éé"], ["é"], id="counted-code-point"),
        pytest.param(r"^\.+$", ["..."], ["", "a"], id="repeated-escape"),
        pytest.param("(^|,)a(,|$)", ["a", "b,a", "a,b"], ["ba", "ab"], id="anchors-in-groups"),
        pytest.param("(^a|b)+c", ["abc", "bc", "xbc"], ["xac"], id="anchor-in-a-repeated-group"),
        pytest.param(r"^\d+(\.\d+)?$", ["3", "3.14"], ["3.", ".1"], id="option-holds-a-repetition"),
        pytest.param("^(a+){1}$", ["aa"], [""], id="one-copy-holds-a-repetition"),
        pytest.param("^(a+){0,1}$", ["", "aa"], ["b"], id="up-to-one-copy-holds-a-repetition"),
        pytest.param("^((a?)?)?$", ["", "a"], ["aa"], id="options-in-options"),
        pytest.param("^(ab?)+$", ["abaab"], ["bab"], id="repetition-holds-an-option"),
        pytest.param("^(a{1}b{0,1})*$", ["", "aab"], ["b"], id="repetition-holds-small-counts"),
        pytest.param("^a+b+$", ["aab"], ["ba"], id="repetitions-side-by-side"),
        pytest.param("^(a+|b){0,1}c*$", ["aac", "b"], ["abc"], id="repetition-beside-a-group"),
        pytest.param("(?:a|b)\n|c d", ["b\n", "c d"], ["b", "cd"], id="white-space-counts"),
    ],
)
def test_meaning(pattern: str, matched: list[str], unmatched: list[str]) -> None:
    assert [text for text in matched + unmatched if found(pattern, text)] == matched


@pytest.mark.parametrize(
    ("pattern", "at", "named"),
    [
        pytest.param("", 1, "the pattern is empty", id="empty-pattern"),
        pytest.param("a()", 3, "a group or an alternative is empty", id="empty-group"),
        pytest.param("(?:)", 4, "a group or an alternative is empty", id="empty-group-no-capture"),
        pytest.param("a|", 3, "a group or an alternative is empty", id="empty-last-branch"),
        pytest.param("|a", 1, "a group or an alternative is empty", id="empty-first-branch"),
        pytest.param("a(|b)", 3, "a group or an alternative is empty", id="empty-inner-branch"),
        pytest.param("a||b", 3, "a group or an alternative is empty", id="empty-middle-branch"),
        pytest.param("(a|)", 4, "a group or an alternative is empty", id="empty-branch-in-group"),
        pytest.param("b(a", 2, "( is never closed", id="open-group"),
        pytest.param("a)", 2, ") closes nothing; write \\)", id="stray-parenthesis"),
        pytest.param(")", 1, ") closes nothing; write \\)", id="parenthesis-alone"),
        pytest.param("a]", 2, "] closes nothing; write \\]", id="stray-bracket"),
        pytest.param("a}", 2, "} closes nothing; write \\}", id="stray-brace"),
        pytest.param("{a", 1, "{ has nothing to repeat; write \\{", id="brace-first"),
        pytest.param("*a", 1, "* has nothing to repeat; write \\*", id="star-first"),
        pytest.param("a|+", 3, "+ has nothing to repeat; write \\+", id="plus-in-branch"),
        pytest.param("(?a)", 1, "(? begins a group with flags", id="question-mark-in-group"),
        pytest.param("a(?=b)", 2, "(?= begins look-ahead", id="look-ahead"),
        pytest.param("a(?!b)", 2, "(?! begins look-ahead", id="negative-look-ahead"),
        pytest.param("(?<=a)b", 1, "(?<= begins look-behind", id="look-behind"),
        pytest.param("(?<!a)b", 1, "(?<! begins look-behind", id="negative-look-behind"),
        pytest.param("(?<n>a)", 1, "(?< begins a named group", id="named-group"),
        pytest.param("(?P<n>a)", 1, "(?P begins a named group", id="named-group-python"),
        pytest.param("(?>a)", 1, "(?> begins an atomic group", id="atomic-group"),
        pytest.param("(?#a)", 1, "(?# begins a comment", id="comment"),
        pytest.param("b(?i)a", 2, "(? begins a group with flags", id="flags"),
        pytest.param("(?", 1, "(? begins a group with flags", id="unfinished-group"),
        pytest.param("a+?", 3, "+? is a lazy repetition", id="lazy-plus"),
        pytest.param("a*?", 3, "*? is a lazy repetition", id="lazy-star"),
        pytest.param("a??", 3, "?? is a lazy repetition", id="lazy-option"),
        pytest.param("a{2}?", 5, "{2}? is a lazy repetition", id="lazy-count"),
        pytest.param("a++", 3, "++ is a possessive repetition", id="possessive-plus"),
        pytest.param("a{1,2}+", 7, "{1,2}+ is a possessive repetition", id="possessive-count"),
        pytest.param("a**", 3, "** is a repetition of a repetition", id="star-star"),
        pytest.param("a?{2}", 3, "?{ is a repetition of a repetition", id="option-count"),
        pytest.param("a{2}{3}", 5, "{2}{ is a repetition of a repetition", id="count-count"),
        pytest.param("^*a", 2, "the anchor ^ is repeated", id="repeated-caret"),
        pytest.param("a$+", 3, "the anchor $ is repeated", id="repeated-dollar"),
        pytest.param("^?a", 2, "the anchor ^ is repeated", id="optional-caret"),
        pytest.param("^{1}a", 2, "the anchor ^ is repeated", id="counted-caret"),
        pytest.param("(^)*a", 4, "the anchor (^) is repeated", id="repeated-caret-in-a-group"),
        pytest.param("((?:^)|$)?", 10, "the anchor ((?:^)|$) is repeated", id="only-anchors"),
        pytest.param("a{2,}", 2, "{2,} has no upper bound; write one up to 32", id="open-count"),
        pytest.param("a{,3}", 2, "{ begins no count", id="count-without-minimum"),
        pytest.param("a{x}", 2, "{ begins no count", id="count-of-letters"),
        pytest.param("a{}", 2, "{ begins no count", id="empty-count"),
        pytest.param("a{2", 2, "{ begins no count", id="unfinished-count"),
        pytest.param("a{", 2, "{ begins no count", id="brace-last"),
        pytest.param("a{2, 3}", 2, "{ begins no count; write {3} or {2,5} without", id="space"),
        pytest.param("a{\u0662}", 2, "{ begins no count", id="arabic-digit-in-count"),
        pytest.param("a{-1}", 2, "{ begins no count", id="negative-count"),
        pytest.param("a{1,2,3}", 2, "{ begins no count", id="three-counts"),
        pytest.param("a{02}", 3, "the count 02 has a leading zero", id="leading-zero"),
        pytest.param("a{1,02}", 5, "the count 02 has a leading zero", id="leading-zero-second"),
        pytest.param("a{00}", 3, "the count 00 has a leading zero", id="two-zeros"),
        pytest.param("a{0}", 2, "{0} takes no copy", id="zero-count"),
        pytest.param("a{0,0}", 2, "{0,0} takes no copy", id="zero-counts"),
        pytest.param("a{3,2}", 2, "{3,2} is reversed", id="reversed-counts"),
        pytest.param("a{1,0}", 2, "{1,0} takes no copy", id="reversed-to-zero"),
        pytest.param(r"a\bb", 2, r"\b is a word boundary; write (^|[^\w])", id="word-boundary"),
        pytest.param(r"\B", 1, r"\B is the inside of a word", id="no-word-boundary"),
        pytest.param(r"\D", 1, r"\D is a negated set; write [^\d]", id="no-digit"),
        pytest.param(r"\W", 1, r"\W is a negated set; write [^\w]", id="no-word"),
        pytest.param(r"\S", 1, r"\S is a negated set; write [^\s]", id="no-space"),
        pytest.param(r"[\S]", 2, r"\S is a negated set", id="no-space-in-class"),
        pytest.param(r"\p{L}", 1, r"\p is a Unicode property", id="property"),
        pytest.param(r"\P{L}", 1, r"\P is a Unicode property", id="no-property"),
        pytest.param(r"(a)\1", 4, r"\1 is a back-reference", id="back-reference"),
        pytest.param(r"(a)\9", 4, r"\9 is a back-reference", id="back-reference-nine"),
        pytest.param(r"\k<n>", 1, r"\k is a back-reference", id="named-back-reference"),
        pytest.param(r"\0", 1, r"\0 is a character code", id="nul-code"),
        pytest.param(r"\x41", 1, r"\x is a character code; write the character", id="hex-code"),
        pytest.param(r"\u0041", 1, r"\u is a character code", id="unicode-code"),
        pytest.param(r"a\vb", 2, r"\v is a character code", id="vertical-tab"),
        pytest.param(r"\f", 1, r"\f is a character code", id="form-feed"),
        pytest.param(r"\a", 1, r"\a is a character code", id="bell"),
        pytest.param(r"\A", 1, r"\A is an anchor of other dialects; write ^", id="start-anchor"),
        pytest.param(r"a\z", 2, r"\z is an anchor of other dialects; write $", id="end-anchor"),
        pytest.param(r"a\Z", 2, r"\Z is an anchor of other dialects; write $", id="end-anchor-Z"),
        pytest.param(r"\Qa\E", 1, r"\Q is a quotation", id="quotation"),
        pytest.param(r"\y", 1, r"\y is no escape; write the character itself", id="letter"),
        pytest.param("\\ ", 1, r"\U+0020 is no escape", id="escaped-space"),
        pytest.param("\\é", 1, r"\U+00E9 is no escape", id="escaped-letter-beyond-ascii"),
        pytest.param("\\\n", 1, r"\U+000A is no escape", id="escaped-line-break"),
        pytest.param("a\\", 2, r"\ ends the pattern; write \\", id="trailing-backslash"),
        pytest.param("[a\\", 3, r"\ ends the pattern", id="trailing-backslash-in-class"),
        pytest.param("b[a", 2, "[ is never closed", id="open-class"),
        pytest.param("[a-", 1, "[ is never closed", id="open-class-with-hyphen"),
        pytest.param("[^", 1, "[ is never closed", id="open-negated-class"),
        pytest.param("a[]", 2, "the class [] is empty", id="empty-class"),
        pytest.param("[^]", 1, "the class [^] is empty", id="empty-negated-class"),
        pytest.param("[]a]", 1, "the class [] is empty", id="bracket-first-in-class"),
        pytest.param("[a[b]]", 3, "[ stands inside a class; write \\[", id="bracket-in-class"),
        pytest.param("[[:alpha:]]", 2, "[ stands inside a class; write", id="named-class"),
        pytest.param("[a[", 3, "[ stands inside a class", id="bracket-in-open-class"),
        pytest.param("[z-a]", 2, "the range z-a is reversed", id="reversed-range"),
        pytest.param("[a--]", 2, "the range a-- is reversed", id="reversed-range-to-hyphen"),
        pytest.param(r"[\d-z]", 2, r"the range \d-z ends in a set", id="range-from-a-set"),
        pytest.param(r"[a-\w]", 2, r"the range a-\w ends in a set", id="range-to-a-set"),
        pytest.param(r"[\s-\w]", 2, r"the range \s-\w ends in a set", id="range-between-sets"),
        pytest.param("[a-c-e]", 5, "- is neither first nor last", id="hyphen-behind-a-range"),
        pytest.param("[a--z]", 4, "- is neither first nor last", id="hyphen-as-the-end-of-a-range"),
    ],
)
def test_refused_with_its_name_and_place(pattern: str, at: int, named: str) -> None:
    refused = refusal(pattern)
    assert refused.code == "regex_refused"
    assert refused.detail.startswith(f"At character {at}, {named}")
    assert refused.detail.endswith(".")


@pytest.mark.parametrize(
    ("pattern", "at"),
    [
        pytest.param("(a+)+", 5, id="plus-in-plus"),
        pytest.param("(a*)*", 5, id="star-in-star"),
        pytest.param("(?:a+)*", 7, id="plus-in-star"),
        pytest.param("(a{2}){3}", 7, id="count-in-count"),
        pytest.param("(a{1,2})+", 9, id="counts-in-plus"),
        pytest.param("(a+){1,2}", 5, id="plus-in-counts"),
        pytest.param("(a+){0,2}", 5, id="plus-in-counts-from-zero"),
        pytest.param("((a+)b)*", 8, id="two-levels-down"),
        pytest.param("(a|b+)*", 7, id="in-a-branch"),
        pytest.param("(a+|b)*", 7, id="in-the-first-branch"),
        pytest.param("((a+)?)*", 8, id="below-an-option"),
        pytest.param("((a+){1})*", 10, id="below-one-copy"),
        pytest.param("(ab+c)*", 7, id="in-the-middle"),
    ],
)
def test_nested_repetition_is_refused(pattern: str, at: int) -> None:
    refused = refusal(pattern)
    assert refused.code == "regex_nested_repetition"
    assert refused.detail.startswith(f"At character {at}, ")


def test_lone_surrogate_in_a_pattern_is_refused() -> None:
    refused = refusal("ab[\ud800")
    assert refused.code == "lone_surrogate"
    assert "U+D800 at character 4" in refused.detail


DEEPEST = "(" * 8 + "a" + ")" * 8
MOST_BRANCHES = "|".join("abcdefghijklmnop")
LONGEST = "[" + "".join(map(chr, range(0x1F300, 0x1F300 + 254))) + "]"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        pytest.param(LONGEST, "\U0001f300", id="256-code-points"),
        pytest.param(DEEPEST, "a", id="8-groups-deep"),
        pytest.param(DEEPEST + DEEPEST, "aa", id="8-groups-deep-twice"),
        pytest.param(MOST_BRANCHES, "p", id="16-alternatives"),
        pytest.param("(a|b|c|d|e|f|g|h)" * 2, "ah", id="8-and-8-alternatives"),
        pytest.param("(a|b)" * 8, "abababab", id="8-times-2-alternatives"),
        pytest.param("((a|b)|(c|d)|e){9}", "edcbaedcb", id="counted-as-written"),
        pytest.param("a{32}", "a" * 32, id="count-32"),
        pytest.param("^a{0,32}$", "a" * 32, id="counts-to-32"),
        pytest.param("a" * 127, "a" * 127, id="128-states-of-characters"),
        pytest.param("^" + r"\.[é]." * 42, ".éx" * 42, id="128-states-of-atoms"),
        pytest.param("^" + "a" * 125 + "$", "a" * 125, id="128-states-with-anchors"),
        pytest.param("a{32}a{32}a{32}a{31}", "a" * 127, id="128-states-of-copies"),
        pytest.param("a{0,32}" + "b" * 63, "b" * 63, id="128-states-of-optional-copies"),
        pytest.param("a?b*c+" * 21 + "z", "c" * 21 + "z", id="128-states-of-operators"),
        pytest.param("(ab){2,32}" + "c" * 33, "abab" + "c" * 33, id="128-states-of-group-copies"),
        pytest.param("(a|b){31}" + "z" * 34, "ab" * 15 + "a" + "z" * 34, id="128-states-of-bars"),
        pytest.param("((a{1})){1,1}" + "z" * 126, "a" + "z" * 126, id="128-states-of-one-copy"),
        pytest.param("(a{0,1})?" + "z" * 124, "z" * 124, id="128-states-of-options"),
    ],
)
def test_at_a_limit_is_accepted(pattern: str, text: str) -> None:
    assert found(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "code", "named"),
    [
        pytest.param("a" * 257, "regex_too_long", "has 257 characters; at most 256", id="257"),
        pytest.param("[" + "\U0001f300" * 256, "regex_too_long", "has 257", id="257-astral"),
        pytest.param(
            f"({DEEPEST})",
            "regex_too_deep",
            "At character 9, ( begins level 9; at most 8",
            id="9-groups-deep",
        ),
        pytest.param(
            "(?:" * 9 + "a" + ")" * 9,
            "regex_too_deep",
            "At character 25, ( begins level 9",
            id="9-groups-deep-without-capture",
        ),
        pytest.param(
            "(" * 256, "regex_too_deep", "At character 9, ( begins level 9", id="256-groups-open"
        ),
        pytest.param(
            MOST_BRANCHES + "|q",
            "regex_too_many_alternatives",
            "At character 32, | makes 17 alternatives in the whole pattern; at most 16",
            id="17-alternatives",
        ),
        pytest.param(
            "(a|b)" * 7 + "(a|b|c)",
            "regex_too_many_alternatives",
            "| makes 17",
            id="7-times-2-and-3-alternatives",
        ),
        pytest.param(
            "(a|b)" * 8 + "x|y",
            "regex_too_many_alternatives",
            "At character 42, | makes 18",
            id="9-times-2-alternatives",
        ),
        pytest.param(
            "ba{33}",
            "regex_count_too_large",
            "At character 3, the count {33}; at most 32",
            id="count-33",
        ),
        pytest.param("a{1,33}", "regex_count_too_large", "the count {1,33}", id="counts-to-33"),
        pytest.param("a{33,2}", "regex_count_too_large", "the count {33,2}", id="counts-from-33"),
        pytest.param(
            "a{" + "9" * 200 + "}", "regex_count_too_large", "the count {999", id="count-huge"
        ),
        pytest.param(
            "a" * 128, "regex_too_many_states", "to 129 states; at most 128", id="129-characters"
        ),
        pytest.param("^" + "a" * 126 + "$", "regex_too_many_states", "129", id="129-with-anchors"),
        pytest.param("a{32}" * 4, "regex_too_many_states", "129", id="129-copies"),
        pytest.param("a{0,32}" + "b" * 64, "regex_too_many_states", "129", id="129-optional"),
        pytest.param("a?b*c+" * 21 + "zz", "regex_too_many_states", "129", id="129-operators"),
        pytest.param("(ab){2,32}" + "c" * 34, "regex_too_many_states", "129", id="129-group"),
        pytest.param("(a|b){31}" + "z" * 35, "regex_too_many_states", "129", id="129-bars"),
        pytest.param("((a{1})){1,1}" + "z" * 127, "regex_too_many_states", "129", id="129-one"),
        pytest.param("(a{0,1})?" + "z" * 125, "regex_too_many_states", "129", id="129-options"),
        pytest.param("(" + "a" * 240 + "){32}", "regex_too_many_states", "7681", id="7681"),
    ],
)
def test_over_a_limit_is_refused(pattern: str, code: str, named: str) -> None:
    refused = refusal(pattern)
    assert refused.code == code
    assert named in refused.detail


# --- Patterns from a grammar, each beside a translation for Python's `re` made in this file. ---

TEXTS = st.text("ab0_- \n\r\t\v\u2028é\u0639\U0001f600", max_size=8)
LITERALS = [(char, char) for char in 'ab0_-,"!é\u0639\U0001f600\u2028 \n'] + [
    (f"\\{char}", re.escape(char)) for char in PUNCTUATION
]
SETS = [
    (r"\d", "0-9"),
    (r"\w", "A-Za-z0-9_"),
    (r"\s", r" \t\n\x0b\f\r"),
    (r"\n", r"\n"),
    (r"\r", r"\r"),
    (r"\t", r"\t"),
]
QUANTIFIERS = ["?", "*", "+", "{1}", "{2}", "{0,1}", "{1,2}", "{0,3}", "{2,32}"]


@dataclass(frozen=True)
class Sample:
    """A pattern of the subset, its translation, and what the subset's limits count in it."""

    safe: str
    python: str
    states: int
    branches: int = 0
    repeats: bool = False


@st.composite
def classes(draw: st.DrawFn) -> Sample:
    chars = st.sampled_from("ab0_é\u0639\U0001f600.$(| ").map(lambda char: (char, re.escape(char)))
    ends = st.sampled_from([("a", "c"), ("0", "9"), ("é", "\u0639"), ("\u2000", "\U0001f600")])
    ranges = ends.map(lambda pair: ("-".join(pair), "-".join(pair)))
    items = draw(st.lists(chars | ranges | st.sampled_from(SETS), min_size=1, max_size=3))
    safe, python = ("".join(column) for column in zip(*items, strict=True))
    negation, first = draw(st.sampled_from(["", "^"])), draw(st.sampled_from(["", "-"]))
    last = draw(st.sampled_from(["", "-", "^"]))
    return Sample(
        f"[{negation}{first}{safe}{last}]",
        f"[{negation}{re.escape(first)}{python}{re.escape(last)}]",
        1,
    )


def atoms() -> st.SearchStrategy[Sample]:
    return (
        st.sampled_from([Sample(safe, python, 1) for safe, python in LITERALS])
        | st.sampled_from([Sample(safe, f"[{python}]", 1) for safe, python in SETS])
        | st.just(Sample(".", "[^\n\r\u2028\u2029]", 1))
        | classes()
    )


@st.composite
def repeated(draw: st.DrawFn, inner: st.SearchStrategy[Sample]) -> Sample:
    sample = draw(inner)
    quantifier = draw(st.sampled_from(["", "", *QUANTIFIERS]))
    many = quantifier not in ("", "?", "{1}", "{0,1}")
    if not quantifier or (many and sample.repeats) or set(sample.safe) <= set("^$()?:|"):
        return sample
    states = {
        "{1}": sample.states,
        "{2}": sample.states * 2,
        "{1,2}": sample.states * 2 + 1,
        "{0,3}": sample.states * 3 + 3,
        "{2,32}": sample.states * 32 + 30,
    }.get(quantifier, sample.states + 1)
    return Sample(
        sample.safe + quantifier,
        sample.python + quantifier,
        states,
        sample.branches,
        sample.repeats or many,
    )


@st.composite
def alternations(draw: st.DrawFn, inner: st.SearchStrategy[Sample]) -> Sample:
    anchors = st.sampled_from([Sample("^", r"\A", 1), Sample("$", r"\Z", 1)])
    sequences = st.lists(inner | inner | inner | anchors, min_size=1, max_size=3)
    branches = draw(st.lists(sequences, min_size=1, max_size=3))
    parts = [part for branch in branches for part in branch]
    bars = len(branches) - 1
    return Sample(
        "|".join("".join(part.safe for part in branch) for branch in branches),
        "|".join("".join(part.python for part in branch) for branch in branches),
        sum(part.states for part in parts) + bars,
        sum(part.branches for part in parts) + (len(branches) if bars else 0),
        any(part.repeats for part in parts),
    )


@st.composite
def groups(draw: st.DrawFn, inner: st.SearchStrategy[Sample]) -> Sample:
    sample = draw(alternations(inner))
    opening = draw(st.sampled_from(["(", "(?:"]))
    return Sample(
        f"{opening}{sample.safe})",
        f"(?:{sample.python})",
        sample.states,
        sample.branches,
        sample.repeats,
    )


def samples() -> st.SearchStrategy[Sample]:
    parts = repeated(atoms())
    for _ in range(3):
        parts = parts | parts | parts | repeated(groups(parts))
    return alternations(parts)


@given(samples(), st.lists(TEXTS, min_size=1, max_size=5))
@settings(deadline=None, max_examples=300)
def test_agrees_with_python_re_within_the_subset(sample: Sample, texts: list[str]) -> None:
    """Accepted exactly within the limits, and then found in exactly the texts where `re` finds."""
    codes = set()
    if len(sample.safe) > 256:
        codes.add("regex_too_long")
    if sample.branches > 16:
        codes.add("regex_too_many_alternatives")
    if sample.states + 1 > 128:
        codes.add("regex_too_many_states")
    if codes:
        assert refusal(sample.safe).code in codes
        return
    search = compile_safe(sample.safe)
    oracle = re.compile(sample.python, re.ASCII)
    for text in texts:
        assert search(text.encode()) == (oracle.search(text) is not None), text


PIECES = ["a", "b", "(", "(a", ")", "|", "[", "[ab", "]", "^", "-", "*", "+", "?", "{2}", "{0,1}"]
SHARED_PIECES = [*PIECES, r"\d", r"\w", r"\-", r"\n", "[^", "(?:", "é"]


@given(
    st.lists(st.sampled_from(SHARED_PIECES), max_size=10).map("".join),
    st.text("ab01-\né", max_size=6),
)
@settings(deadline=None, max_examples=1000)
@example("[--a]", "A")
@example("[a^-]", "-")
def test_what_is_accepted_means_the_same_in_python_re(pattern: str, text: str) -> None:
    """No translation here: in these pieces the subset is a part of Python's own syntax."""
    try:
        search = compile_safe(pattern)
    except PatternRefused:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # about `--` in a class
        oracle = re.compile(pattern, re.ASCII)
    assert search(text.encode()) == (oracle.search(text) is not None)


ANY_PIECES = [*SHARED_PIECES, *"$.,:=!<>{}\\0139AbBDpPsSWxukQ\n", "{33}", "(?=", "(?<", "\ud800"]


@given(
    st.text(st.characters(), max_size=300)
    | st.lists(st.sampled_from(ANY_PIECES), max_size=40).map("".join),
    st.text(st.characters(), max_size=10),
)
@settings(deadline=None, max_examples=500)
def test_any_text_compiles_or_is_refused(pattern: str, text: str) -> None:
    """Nothing but `PatternRefused` comes out, and what compiles decides any text."""
    try:
        search = compile_safe(pattern)
    except PatternRefused as refused:
        assert refused.code in REFUSALS  # noqa: PT017 - either way is right
        assert "RE2" not in refused.detail  # noqa: PT017
        assert refused.detail.endswith(".")  # noqa: PT017
    else:
        assert search(utf8(text)) in (True, False)


@given(st.randoms(use_true_random=True), st.integers(1, 3))
@settings(deadline=None, max_examples=25)
def test_wide_classes_with_large_counts_fit_re2(chance: random.Random, classes: int) -> None:
    """Whatever 256 code points and 128 states can hold is small beside RE2's memory budget."""
    size = 240 // classes - 7
    pattern = "".join(
        f"[^{''.join(chr(chance.randrange(0xE000, 0x110000)) for _ in range(size))}]{{32}}"
        for _ in range(classes)
    )
    assert len(pattern) > 220
    assert compile_safe(pattern)(b"a" * 96)


def test_conformance_of_patterns_and_searches() -> None:
    """The shared cases of safe patterns: every refusal, and the outcome of every single check."""
    refusals = searches = 0
    for file in ("quick-regex.json", "decisions.json"):
        written = (shared_dir("conformance") / file).read_text()
        for case in json.loads(written, object_hook=spelled)["cases"]:
            refused = "error" in case["expect"]
            for index, check in regex_checks(case):
                if refused:
                    refusal(check["pattern"])
                    refusals += 1
                else:
                    outcome = "passed" if found(check["pattern"], case["answer"]) else "failed"
                    assert outcome == case["expect"]["outcomes"][index], (case["id"], index)
                    searches += 1
    assert (refusals, searches) == (74, 67)


def regex_checks(case: dict[str, Any]) -> list[tuple[int, dict[str, str]]]:
    """The regex checks of a case in the JSON form, each with its place."""
    if case["dialect"] != "quick" or not case["checks"].startswith("["):
        return []
    checks = enumerate(json.loads(case["checks"]))
    return [(index, check) for index, check in checks if check["type"] == "regex"]
