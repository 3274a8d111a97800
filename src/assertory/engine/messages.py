"""Stable codes and the sentences that people read; a sentence never holds evidence."""

from typing import Final

# Problems of authoring. The placeholders hold what was found in the author's own text.
PROBLEMS: Final[dict[str, str]] = {
    # the text as JSON
    "not_utf8": "these bytes are not UTF-8; save the file as UTF-8 without a byte order mark",
    "not_json": "this is not JSON: {detail}",
    "json_too_deep": "the text is nested more than {limit} levels deep; nothing valid is",
    "repeated_key": "the member {found} stands here twice; keep one of them",
    "lone_surrogate": "half of a surrogate pair is no character; write the whole character",
    "number_not_finite": "no double can hold this number; write a smaller one",
    "integer_unsafe": "the integer {found} is beyond ±(2^53 - 1), which RFC 8785 can't carry"
    " exactly; write a smaller one, or a text",
    "not_json_value": "{found} is not a JSON value; use text, number, true, false, null, list"
    " or dict with text keys",
    # members and their values
    "not_object": "found {found}; an object is needed here",
    "not_array": "found {found}; an array is needed here",
    "missing_member": "the member {name} is missing; this object has exactly: {allowed}",
    "unknown_member": "there is no member {found} here; allowed: {allowed}",
    "wrong_type": "found {found}; {allowed} is needed here",
    "out_of_range": "found {found}; allowed is {allowed}",
    "bounds_reversed": "{low} is above {high}; the lower bound must not exceed the upper one",
    "text_empty": "an empty text would pass on anything; write the text to look for",
    "name_empty": "a tool name can't be empty; write the name of the tool",
    "pointer_invalid": 'found {found}; a JSON Pointer is "" or begins with "/", and "~" stands'
    ' only in "~0" (for ~) and "~1" (for /)',
    # the assertion dialect
    "unknown_semantics": "found {found}; the semantics known here: {allowed}",
    "unknown_operator": "found {found}; the operators are: {allowed}",
    "group_empty": "a group without checks would decide nothing; write at least one assertion",
    "too_large": "the configuration takes {found} bytes in canonical form; {limit} are allowed",
    "too_many_nodes": "this is node {found}; a configuration has at most {limit}",
    "too_deep": "this node is at depth {found}; the deepest allowed is {limit}",
    "literal_too_deep": "this value is {found} levels deep; {limit} are allowed",
    # regular expressions; the detail is a whole sentence
    "regex_refused": "{detail}",
    "regex_too_large": "{detail}",
    "regex_too_long": "{detail}",
    "regex_too_deep": "{detail}",
    "regex_too_many_alternatives": "{detail}",
    "regex_count_too_large": "{detail}",
    "regex_too_many_states": "{detail}",
    "regex_nested_repetition": "{detail}",
    # quick checks
    "checks_too_large": "the checks take {found} bytes; {limit} are allowed",
    "no_checks": "there is no check here; write 1 to {limit}",
    "too_many_checks": "this is check {found}; at most {limit} are allowed",
    "unknown_check": "found {found}; a check is one of: {allowed}",
    "value_missing": "{name} needs a value; write {example}",
    "value_unwanted": "json_valid stands alone on its line, without a colon or value",
    "range_invalid": "found {found}; write {example}",
    # the schema subset
    "schema_keyword": "{found} is not a keyword of type {type}; allowed: {allowed}",
    "schema_type": "found {found}; a schema node has exactly one type: {allowed}",
    "schema_too_large": "the schema takes {found} bytes in canonical form; {limit} are allowed",
    "schema_too_deep": "this schema is at level {found}; {limit} are allowed",
    "schema_too_many_nodes": "this is schema node {found}; {limit} are allowed",
    "schema_too_many_entries": "{found} entries stand here; {limit} are allowed",
    "schema_value_type": "found {found}, which is no {type}; such a value could never match",
    "schema_both": "const and enum exclude each other; keep one",
    "schema_enum_empty": "an empty enum could never match; write at least one value",
    "schema_repeated": "{found} stands here twice; keep one of them",
}

# Reasons of outcomes, semantics section 3, and the sentence that stands beside each.
REASONS: Final[dict[str | None, str]] = {
    None: "The check passed.",
    "pointer_missing": "The pointer selects nothing in the evidence.",
    "wrong_type": "The selected value has a type that this check can't judge.",
    "not_equal": "The selected value differs from the expected one.",
    "not_contained": "The text does not hold the expected part.",
    "no_match": "The pattern matches nowhere in the text.",
    "shape_mismatch": "The members of the object differ from the required ones.",
    "count_out_of_range": "The count lies outside the allowed range.",
    "tool_not_called": "The complete capture holds no call of this tool.",
    "tool_evidence_unavailable": "There is no complete capture of tool calls to judge by.",
    "ratio_out_of_range": "The share of letters lies outside the allowed range.",
    "no_script_letters": "The text has neither Arabic nor Latin letters.",
    "assertion_evidence_unavailable": "The whole evidence can't be had.",
    "evidence_not_json": "The evidence is no JSON value within the bounds.",
    "not_exact": "The answer differs from the expected text.",
    "length_out_of_range": "The length lies outside the allowed range.",
    "invalid_json": "The answer is not JSON.",
    "json_too_deep": "The answer is JSON nested too deep.",
    "not_a_number": "The selected value is not a number.",
    "not_finite": "No double can hold the selected number.",
    "number_out_of_range": "The number lies outside the allowed range.",
    "schema_mismatch": "The answer does not fit the schema.",
    "candidate_too_large": "The answer has too many values or levels for a schema check.",
}
