"""JSONTestSuite against `json_valid` and the other checks that read an answer as JSON.

The suite's files are bytes, an answer is text: a file that is not UTF-8 can't become an answer
(at import it is a bad row), so no check ever sees it. `y_` files must pass, `n_` files must fail,
and each `i_` file, which the suite leaves to the implementation, is decided in the table below.
"""

from enum import Enum
from pathlib import Path

import pytest

from tests.shared import SHARED, shared_dir
from tests.suites.front_door import checked

SUITE = "suites/json-test-suite"
PARSING = sorted((SHARED / SUITE / "test_parsing").glob("*.json"))


class Decision(Enum):
    """What becomes of a file."""

    PASSES = "passed"
    FAILS = "failed"
    NO_ANSWER = "not UTF-8: it can't be an answer"


# RFC 8259 sets no range for numbers: one that no double holds is valid JSON (semantics section 2).
_ANY_NUMBER = Decision.PASSES
# The grammar allows any \uXXXX: a lone surrogate is one code point of the string (the same).
_ANY_ESCAPE = Decision.PASSES

IMPLEMENTATION_DEFINED = {
    "i_number_double_huge_neg_exp": _ANY_NUMBER,
    "i_number_huge_exp": _ANY_NUMBER,
    "i_number_neg_int_huge_exp": _ANY_NUMBER,
    "i_number_pos_double_huge_exp": _ANY_NUMBER,
    "i_number_real_neg_overflow": _ANY_NUMBER,
    "i_number_real_pos_overflow": _ANY_NUMBER,
    "i_number_real_underflow": _ANY_NUMBER,
    "i_number_too_big_neg_int": _ANY_NUMBER,
    "i_number_too_big_pos_int": _ANY_NUMBER,
    "i_number_very_big_negative_int": _ANY_NUMBER,
    "i_object_key_lone_2nd_surrogate": _ANY_ESCAPE,
    "i_string_1st_surrogate_but_2nd_missing": _ANY_ESCAPE,
    "i_string_1st_valid_surrogate_2nd_invalid": _ANY_ESCAPE,
    "i_string_incomplete_surrogate_and_escape_valid": _ANY_ESCAPE,
    "i_string_incomplete_surrogate_pair": _ANY_ESCAPE,
    "i_string_incomplete_surrogates_escape_valid": _ANY_ESCAPE,
    "i_string_invalid_lonely_surrogate": _ANY_ESCAPE,
    "i_string_invalid_surrogate": _ANY_ESCAPE,
    "i_string_inverted_surrogates_U+1D11E": _ANY_ESCAPE,
    "i_string_lone_second_surrogate": _ANY_ESCAPE,
    "i_string_UTF-16LE_with_BOM": Decision.NO_ANSWER,
    "i_string_utf16BE_no_BOM": Decision.NO_ANSWER,
    "i_string_utf16LE_no_BOM": Decision.NO_ANSWER,
    "i_string_UTF-8_invalid_sequence": Decision.NO_ANSWER,
    "i_string_UTF8_surrogate_U+D800": Decision.NO_ANSWER,
    "i_string_invalid_utf-8": Decision.NO_ANSWER,
    "i_string_iso_latin_1": Decision.NO_ANSWER,
    "i_string_lone_utf8_continuation_byte": Decision.NO_ANSWER,
    "i_string_not_in_unicode_range": Decision.NO_ANSWER,
    "i_string_overlong_sequence_2_bytes": Decision.NO_ANSWER,
    "i_string_overlong_sequence_6_bytes": Decision.NO_ANSWER,
    "i_string_overlong_sequence_6_bytes_null": Decision.NO_ANSWER,
    "i_string_truncated-utf-8": Decision.NO_ANSWER,
    # 500 levels are within the 512 that an answer may have.
    "i_structure_500_nested_arrays": Decision.PASSES,
    # A byte order mark is text before the value: no BOM (semantics section 2).
    "i_structure_UTF-8_BOM_empty_object": Decision.FAILS,
}
# Files that must be refused, and are so before any check: their bytes are no text.
NOT_UTF8 = {
    "n_array_a_invalid_utf8",
    "n_array_invalid_utf8",
    "n_number_invalid-utf-8-in-bigger-int",
    "n_number_invalid-utf-8-in-exponent",
    "n_number_invalid-utf-8-in-int",
    "n_number_real_with_invalid_utf8_after_e",
    "n_object_lone_continuation_byte_in_key_and_trailing_comma",
    "n_string_invalid-utf-8-in-escape",
    "n_string_invalid_utf8_after_escape",
    "n_structure_incomplete_UTF8_BOM",
    "n_structure_lone-invalid-utf-8",
    "n_structure_single_eacute",
}


def _decision(name: str) -> Decision:
    if name in NOT_UTF8:
        return Decision.NO_ANSWER
    by_prefix = {"y": Decision.PASSES, "n": Decision.FAILS}
    return by_prefix.get(name[0]) or IMPLEMENTATION_DEFINED[name]


def _answer(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        return None


def test_the_suite_is_whole() -> None:
    """95 files to accept, 188 to refuse, 35 that the table decides, each of which exists."""
    shared_dir(SUITE)
    prefixes = [path.name[0] for path in PARSING]
    assert (prefixes.count("y"), prefixes.count("n"), prefixes.count("i")) == (95, 188, 35)
    names = {path.stem for path in PARSING}
    assert {name for name in names if name.startswith("i_")} == set(IMPLEMENTATION_DEFINED)
    assert names >= NOT_UTF8


@pytest.mark.parametrize("path", PARSING, ids=lambda path: path.stem)
def test_parsing(path: Path) -> None:
    """json_valid decides as the suite does; the other checks read the same answer alike."""
    decision, answer = _decision(path.stem), _answer(path)
    assert (answer is None) == (decision is Decision.NO_ANSWER)
    if answer is None:
        return
    json_valid, number, schema = checked(
        answer,
        {"type": "json_valid"},
        {"type": "number_range", "path": "/no/such/member", "minimum": 0, "maximum": 0},
        {"type": "json_schema", "schema": {"type": "null"}},
    ).leaves
    assert json_valid.outcome == decision.value
    if decision is Decision.FAILS:
        assert json_valid.reason in {"invalid_json", "json_too_deep"}
        assert (number.reason, schema.reason) == (json_valid.reason, json_valid.reason)
    else:
        assert number.reason == "pointer_missing"
        assert schema.reason in {"schema_mismatch", "candidate_too_large", None}


# File, pointer, and the number found there: every digit of an integer, the double of any other.
NUMBERS = [
    ("number_-9223372036854775808", "/0", "-9223372036854775808"),
    ("number_-9223372036854775809", "/0", "-9223372036854775809"),
    ("number_1.0", "/0", "1"),
    ("number_1.000000000000000005", "/0", "1"),
    ("number_1000000000000000", "/0", "1000000000000000"),
    ("number_10000000000000000999", "/0", "10000000000000000999"),
    ("number_1e-999", "/0", "0"),
    ("number_1e6", "/0", "1000000"),
    ("number_9223372036854775807", "/0", "9223372036854775807"),
    ("number_9223372036854775808", "/0", "9223372036854775808"),
    ("object_same_key_different_values", "/a", "2"),  # the last of repeated keys wins
    ("object_same_key_same_value", "/a", "1"),
    ("object_same_key_unclear_values", "/a", "0"),  # -0 equals 0, and is written so
]
# File, and what its text matches: an escaped surrogate and NUL are one code point each.
STRINGS = [
    ("string_1_escaped_invalid_codepoint", 1),
    ("string_2_escaped_invalid_codepoints", 2),
    ("string_3_escaped_invalid_codepoints", 3),
    ("string_with_escaped_NULL", 3),
]
# The same words composed and decomposed are two keys: nothing is normalized.
KEYS = ["object_key_nfc_nfd", "object_key_nfd_nfc"]
# These hold encoded surrogates, which UTF-8 forbids.
NO_TEXT = [f"string_{count}_invalid_codepoint{'s' * (count > 1)}" for count in (1, 2, 3)]


def _transform(name: str) -> Path:
    return shared_dir(SUITE) / "test_transform" / f"{name}.json"


@pytest.mark.parametrize(("name", "pointer", "number"), NUMBERS, ids=str)
def test_transformed_number(name: str, pointer: str, number: str) -> None:
    """What a number check observes in the answer."""
    check = {"type": "number_range", "path": pointer, "minimum": -1, "maximum": -1}
    answer = _transform(name).read_text(encoding="utf-8")
    (explained,) = checked(answer, check).explanation["checks"]
    assert explained["observed"] == {"preview": number, "truncated": False}


@pytest.mark.parametrize(("name", "length"), STRINGS, ids=str)
def test_transformed_string(name: str, length: int) -> None:
    """A schema counts the code points of the string."""
    items = {"type": "string", "minLength": length, "maxLength": length}
    answer = _transform(name).read_text(encoding="utf-8")
    schema = {"type": "json_schema", "schema": {"type": "array", "minItems": 1, "items": items}}
    assert checked(answer, schema).outcome == "passed"


@pytest.mark.parametrize("name", KEYS)
def test_transformed_keys(name: str) -> None:
    """Both keys are found, each with its own value."""
    texts = {"\u00e9": "NFC", "e\u0301": "NFD"}
    properties = {key: {"type": "string", "const": text} for key, text in texts.items()}
    schema = {"type": "object", "properties": properties, "required": list(texts)}
    answer = _transform(name).read_text(encoding="utf-8")
    assert checked(answer, {"type": "json_schema", "schema": schema}).outcome == "passed"


def test_every_transform_file_is_used() -> None:
    """No file of the folder is passed over."""
    used = {name for name, *_ in NUMBERS} | {name for name, _ in STRINGS} | {*KEYS, *NO_TEXT}
    folder = shared_dir(SUITE) / "test_transform"
    assert {path.stem for path in folder.glob("*.json")} == used
    assert [name for name in NO_TEXT if _answer(folder / f"{name}.json") is not None] == []
