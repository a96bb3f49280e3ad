"""PostgreSQL's text form of a value becomes what SQLite can compare."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_verify.staging.pg_values import reading_of, type_name


def value(declared_type: str, text: str) -> Any:
    reading = reading_of(declared_type)
    return text if reading is None else reading(text)


@pytest.mark.parametrize(
    ("declared_type", "text", "expected"),
    [
        ("smallint", "-7", -7),
        ("integer", "0", 0),
        ("bigint", "-9223372036854775808", -(2**63)),
        ("oid", "4294967295", 4_294_967_295),
        ("boolean", "t", 1),
        ("boolean", "false", 0),
        ("real", "0.1", 0.1),
        ("double precision", "1e-300", 1e-300),
        ("double precision", "NaN", "NaN"),
        ("double precision", "-Infinity", "-Infinity"),
        ("numeric", "12.50", 12.5),
        ("numeric(30,20)", "0.50000000000000000000", 0.5),
        ("numeric", "1234567890.123456789", "1234567890.123456789"),
        ("numeric", "NaN", "NaN"),
        ("bytea", r"\x00ff", b"\x00\xff"),
        ("bytea", r"a\\b\000\377", b"a\\b\x00\xff"),
        ("timestamp with time zone", "infinity", "infinity"),
        ("jsonb", '{"a": 1}', '{"a": 1}'),
        ("job_state", "executing", "executing"),
    ],
)
def test_value_of_a_type(declared_type: str, text: str, expected: Any) -> None:
    assert value(declared_type, text) == expected
    assert type(value(declared_type, text)) is type(expected)


def test_number_beyond_floats_stays_text() -> None:
    huge = "1" + "0" * 400
    assert value("numeric", huge) == huge


@pytest.mark.parametrize(
    ("declared_type", "text", "expected"),
    [
        ("text[]", "{}", []),
        ("text[]", '{a,"b c",NULL,"NULL",""}', ["a", "b c", None, "NULL", ""]),
        ("text[]", r'{"say \"no\"","back\\slash"}', ['say "no"', "back\\slash"]),
        ("text[]", "{ä,{b}}", ["ä", ["b"]]),
        ("integer[]", "{{1,2},{3,NULL}}", [[1, 2], [3, None]]),
        ("integer[]", "[0:1]={1,2}", [1, 2]),
        ("boolean[]", "{t,f}", [1, 0]),
        ("double precision[]", "{0.5,NaN}", [0.5, "NaN"]),
        ("numeric(10,2)[]", "{1.50}", [1.5]),
        ("jsonb[]", r'{"{\"at\": 1, \"error\": \"x\"}",null}', [{"at": 1, "error": "x"}, None]),
        ("bytea[]", r'{"\\x00"}', [r"\x00"]),
    ],
)
def test_array_becomes_json(declared_type: str, text: str, expected: Any) -> None:
    assert json.loads(value(declared_type, text)) == expected


@pytest.mark.parametrize("element", ["NaN", "[" * 100_000, "{broken"])
def test_json_element_that_sqlite_cannot_read_becomes_a_string(element: str) -> None:
    text = '{"' + element + '"}'
    assert json.loads(value("jsonb[]", text)) == [element]


def test_array_of_boxes_stays_text() -> None:
    assert value("box[]", "{(1,1),(0,0);(2,2),(1,1)}") == "{(1,1),(0,0);(2,2),(1,1)}"


@pytest.mark.parametrize(
    ("declared_type", "text"),
    [
        ("integer", "1_000"),
        ("integer", " 1"),
        ("integer", "٣"),
        ("integer", ""),
        ("bigint", "9223372036854775808"),
        ("bigint", "9" * 5_000),
        ("boolean", "yes"),
        ("double precision", "nan"),
        ("numeric", "1,5"),
        ("bytea", r"\xabc"),
        ("bytea", "ż"),
        ("text[]", ""),
        ("text[]", "a"),
        ("text[]", "{a"),
        ("text[]", "{a}}"),
        ("text[]", "{a}{b}"),
        ("text[]", '{"a}'),
        ("text[]", "{a,}"),
        ("text[]", "{,a}"),
        ("text[]", "{{{{{{{a}}}}}}}"),
        ("text[]", '{a"b"}'),
        ("integer[]", "{a}"),
        ("boolean[]", "{maybe}"),
    ],
)
def test_text_that_no_such_value_has_is_refused(declared_type: str, text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        value(declared_type, text)


def quoted(element: Any) -> str:
    """Write an array as the server does, everything quoted."""
    if isinstance(element, list):
        return "{" + ",".join(map(quoted, element)) + "}"
    if element is None:
        return "NULL"
    return '"' + str(element).replace("\\", "\\\\").replace('"', '\\"') + '"'


TEXTS = st.lists(st.none() | st.text(), max_size=5)
NESTED = TEXTS | st.lists(TEXTS, max_size=3) | st.lists(st.lists(TEXTS, max_size=2), max_size=2)


@given(NESTED)
def test_array_of_any_texts_comes_through(elements: list[Any]) -> None:
    assert json.loads(value("text[]", quoted(elements))) == elements


@given(st.text(st.sampled_from('{}",\\aNUL[]:=0'), max_size=12))
def test_garbled_array_is_json_or_refused(text: str) -> None:
    try:
        staged = value("text[]", text)
    except ValueError:
        return
    assert isinstance(json.loads(staged), list)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("timestamp(6)  without time zone", "timestamp(6) without time zone"),
        ("public.oban_job_state", "oban_job_state"),
        ('public."Job State"[]', "job state[]"),
        ('"my.schema"."State"', "state"),
        ('"char"[]', '"char"[]'),
        ('"text"[]', "text[]"),
        ('"public"."integer"', "public.integer"),
        ("CHARACTER VARYING(255)", "character varying(255)"),
    ],
)
def test_type_is_named_without_its_schema(text: str, expected: str) -> None:
    assert type_name(text) == expected


def test_type_of_a_user_called_like_one_of_postgresqls_own_stays_text() -> None:
    assert value(type_name('public."integer"'), "low") == "low"
    assert value(type_name('public."boolean"[]'), "{x}") == '["x"]'
