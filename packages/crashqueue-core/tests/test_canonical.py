"""One value has one text, and what JSON cannot hold is refused."""

from __future__ import annotations

import json
import math
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_core import InvalidPayload, PayloadTooLarge, canonical_json, digest
from crashqueue_core.canonical import MAX_NESTING, MAX_PAYLOAD_BYTES, canonical_facts

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers() | TEXT
VALUES = st.recursive(
    SCALARS | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
        ({"é": "ü\n", "z": 1.0, "Z": -0.0}, '{"Z":-0.0,"z":1.0,"é":"ü\\n"}'),
        ((1, (2,)), "[1,[2]]"),
        ("😀", '"😀"'),
        (10**30, "1" + "0" * 30),
        ({}, "{}"),
    ],
)
def test_value_has_this_canonical_text(value: object, text: str) -> None:
    assert canonical_json(value) == text


def test_one_and_one_point_zero_differ() -> None:
    assert digest(canonical_json(1)) != digest(canonical_json(1.0))


def test_digest_is_the_known_sha_256() -> None:
    # printf '{}' | sha256sum
    assert digest("{}") == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_text_key_of_another_string_type_is_its_text() -> None:
    class Name(StrEnum):
        KEY = "key"

    assert canonical_json({Name.KEY: Name.KEY}) == '{"key":"key"}'


@given(VALUES)
def test_text_reads_back_as_the_value_and_is_stable(value: Any) -> None:
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text


@given(st.dictionaries(TEXT, SCALARS))
def test_order_of_keys_does_not_matter(value: dict[str, Any]) -> None:
    backwards = dict(reversed(value.items()))
    assert canonical_json(backwards) == canonical_json(value)


@given(st.dictionaries(TEXT, SCALARS))
def test_checked_facts_have_the_same_text(facts: dict[str, Any]) -> None:
    assert canonical_facts(facts) == canonical_json(facts)


CYCLE: dict[str, Any] = {}
CYCLE["itself"] = [CYCLE]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (math.nan, "Out of range"),
        ([math.inf], "Out of range"),
        ({"deep": [-math.inf]}, "Out of range"),
        ("\ud800", "lone surrogate"),
        ({"\udfff": 1}, "lone surrogate"),
        ({1: "one"}, "keys must be text, not int"),
        ([{None: 1}], "keys must be text, not NoneType"),
        (b"bytes", "bytes is not JSON serializable"),
        ({"set"}, "set is not JSON serializable"),
        (object(), "object is not JSON serializable"),
        ([10**5_000], "4300 digits"),
        (CYCLE, "contains itself"),
        (nested(MAX_NESTING + 1), "nested more than 100 levels"),
        (nested(100_000), "nested more than 100 levels"),
    ],
)
def test_value_without_a_json_form_is_refused(value: object, reason: str) -> None:
    with pytest.raises(InvalidPayload, match=reason):
        canonical_json(value)


def test_deepest_value_reads_back() -> None:
    assert json.loads(canonical_json(nested(MAX_NESTING))) == nested(MAX_NESTING)


def test_size_limit_counts_bytes_of_utf_8() -> None:
    fits = "é" * ((MAX_PAYLOAD_BYTES - 2) // 2)
    assert len(canonical_json(fits).encode()) == MAX_PAYLOAD_BYTES
    with pytest.raises(PayloadTooLarge) as refusal:
        canonical_json(fits + "x")
    assert refusal.value.data == {
        "size_bytes": MAX_PAYLOAD_BYTES + 1,
        "limit_bytes": MAX_PAYLOAD_BYTES,
    }
