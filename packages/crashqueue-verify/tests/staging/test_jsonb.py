"""Binary JSON: what SQLite writes is read back, and damaged bytes are no JSON."""

from __future__ import annotations

import contextlib
import json
import sqlite3

import pytest

from crashqueue_verify.staging.functions import register_functions
from crashqueue_verify.staging.jsonb import MAX_DEPTH, json_text

ERRORS = (
    b"\xcb\x86\xccA'at\xc7\x1b2026-11-30T11:59:40.010000ZWerror\x97syntheticWtrace\x07wattempt\x131"
    b"\xccA'at\xc7\x1b2026-11-30T11:59:50.000000ZWerror\x97syntheticWtrace\x07wattempt\x132"
)
"""An array of two objects as SQLite 3.54 wrote it."""


def test_an_array_of_objects_is_read() -> None:
    attempts = json.loads(json_text(ERRORS) or "")
    assert [attempt["attempt"] for attempt in attempts] == [1, 2]
    assert attempts[1] == {
        "at": "2026-11-30T11:59:50.000000Z",
        "error": "synthetic",
        "trace": "",
        "attempt": 2,
    }


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\x00", "null"),
        (b"\x01", "true"),
        (b"\x02", "false"),
        (b"\x0b", "[]"),
        (b"\x0c", "{}"),
        (b"\x131", "1"),
        (b"\x351e3", "1e3"),
        (b'\x27a"', '"a\\""'),
        (b"\x28\\n", '"\\n"'),
        (b"\x2a\xc3\xa9", '"é"'),
        (b"\xd7\x00\x01a", '"a"'),
        (b"\xe7\x00\x00\x00\x01a", '"a"'),
        (b"\xf7\x00\x00\x00\x00\x00\x00\x00\x01a", '"a"'),
        (b'{"a": 1}', '{"a": 1}'),
    ],
)
def test_each_kind_of_element_is_read(data: bytes, text: str) -> None:
    assert json_text(data) == text


def test_text_is_returned_as_it_is() -> None:
    assert json_text("[1, 2]") == "[1, 2]"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\x00",
        b"\x5712",
        b"\xd7",
        b"\x240x",
        b"\x13-",
        b"\x28\\q",
        b"\x1c\x00",
        b"\x2c\x13a",
        b"\x2c\x17a",
        b"\x27\xff\xfe",
        b"\x1f1",
        b"[" * 5_000,
        "{broken",
        b"[broken]",
        None,
        7,
    ],
)
def test_what_is_no_json_is_nothing(data: object) -> None:
    assert json_text(data) is None


def test_arrays_are_read_down_to_a_depth() -> None:
    def nested(depth: int) -> bytes:
        data = b""
        for _ in range(depth):
            data = (
                bytes([len(data) << 4 | 11]) + data
                if len(data) < 12
                else b"\xdb" + len(data).to_bytes(2) + data
            )
        return data

    assert json_text(nested(MAX_DEPTH)) == "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert json_text(nested(MAX_DEPTH + 2)) is None


def test_profiles_may_call_it() -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        register_functions(connection)
        read = connection.execute("SELECT json_extract(json_text(?), '$[1].attempt')", (ERRORS,))
        assert read.fetchone() == (2,)
