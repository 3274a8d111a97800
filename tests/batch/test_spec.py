"""The options that say where evidence lies: what they mean, and what is refused with a sentence."""

import pytest

from assertory.batch.spec import (
    MapRule,
    SpecError,
    WhereRule,
    check_map,
    read_map,
    read_pointer,
    read_where,
)


@pytest.mark.parametrize(
    ("text", "target", "source"),
    [
        ("output=/answer", ("output",), "/answer"),
        ("output.text=/completion", ("output", "text"), "/completion"),
        ("metadata.a.b.c=/x/0/y", ("metadata", "a", "b", "c"), "/x/0/y"),
        ("input=", ("input",), ""),
        ("expected_output=/a=b~0~1", ("expected_output",), "/a=b~0~1"),
    ],
)
def test_a_mapping(text: str, target: tuple[str, ...], source: str) -> None:
    assert read_map(text) == MapRule(target, source)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("output.text", "write TARGET=POINTER"),
        ("text=/a", "a target begins with one of input, output, expected_output, metadata"),
        ("=/a", "a target begins with"),
        ("output.=/a", "write TARGET=POINTER"),
        ("output..text=/a", "write TARGET=POINTER"),
        ("output=answer", "answer is no JSON Pointer"),
        ("output=/a~2", "/a~2 is no JSON Pointer"),
    ],
)
def test_a_mapping_that_is_refused(text: str, told: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_map(text)
    assert str(refused.value).startswith("--map")
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("targets", "told"),
    [
        (("output", "output"), "output and output"),
        (("output.text", "output"), "output.text and output"),
        (("metadata.a", "input", "metadata.a.b"), "metadata.a and metadata.a.b"),
    ],
)
def test_mappings_of_which_one_overwrites_another(targets: tuple[str, ...], told: str) -> None:
    with pytest.raises(SpecError, match=f"{told} fill the same place"):
        check_map(tuple(read_map(f"{target}=/x") for target in targets))


def test_mappings_side_by_side() -> None:
    check_map(tuple(read_map(f"{target}=/x") for target in ("output.a", "output.ab", "input")))


@pytest.mark.parametrize(
    ("text", "target", "value"),
    [
        ("metadata.model=m-1", ("metadata", "model"), "m-1"),
        ("metadata.a.0.b=", ("metadata", "a", "0", "b"), ""),
        ("metadata.k=a=b", ("metadata", "k"), "a=b"),
    ],
)
def test_a_condition(text: str, target: tuple[str, ...], value: str) -> None:
    assert read_where(text) == WhereRule(target, value)


@pytest.mark.parametrize("text", ["metadata.k", "metadata=x", "output.k=x", "metadata..k=x", "=x"])
def test_a_condition_that_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"write metadata\.KEY=VALUE"):
        read_where(text)


def test_a_pointer() -> None:
    assert read_pointer("--answer", "") == ""
    with pytest.raises(SpecError, match="--answer: text is no JSON Pointer; write"):
        read_pointer("--answer", "text")
