"""Rows of COPY: every text comes through, and a row that does not fit is named by its line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_verify.staging.pg_copy import BadRow, RowReader, unescape

ESCAPES = {
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
}


def escaped(value: str | None) -> str:
    """Write a field as the server does."""
    return r"\N" if value is None else "".join(ESCAPES.get(letter, letter) for letter in value)


def numbered(value: str) -> str:
    """Write a field by the numbers of its bytes, as the server reads it too."""
    return "".join(
        f"\\x{byte:02x}" if place % 2 else f"\\{byte:03o}"
        for place, byte in enumerate(value.encode())
    )


def rows(batch: str, *declared_types: str) -> list[tuple[Any, ...]]:
    return list(RowReader(width=len(declared_types), picks=enumerate(declared_types)).read(batch))


FIELDS = st.none() | st.text() | st.sampled_from(["\\N", "\\", "N", "\\.", "\\x41", "\\101", ""])


@given(
    st.lists(st.tuples(FIELDS, FIELDS, st.none() | st.integers(-(2**63), 2**63 - 1)), min_size=1)
)
def test_any_row_comes_through(written: list[tuple[str | None, str | None, int | None]]) -> None:
    lines = [
        "\t".join(escaped(None if field is None else str(field)) for field in row)
        for row in written
    ]
    assert rows("\n".join(lines), "text", "jsonb", "bigint") == written


@given(st.text())
def test_any_text_written_by_numbers_comes_through(text: str) -> None:
    assert unescape(numbered(text)) == text


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (r"\N", None),
        (r"\\N", r"\N"),
        (r"a\qb", "aqb"),
        (r"\x4", "\x04"),
        (r"\x", "x"),
        (r"\7\78", "\x07\x078"),
        (r"\8", "8"),
        ("end\\", "end\\"),
        (r"\xff", r"\xff"),
        (r"\777", r"\xff"),
    ],
)
def test_escape_means(field: str, expected: str | None) -> None:
    assert unescape(field) == expected


def test_columns_are_picked_in_the_order_asked_for() -> None:
    reader = RowReader(width=3, picks=[(2, "text"), (0, "integer")])
    assert list(reader.read("1\tx\ta\n2\ty\tb")) == [("a", 1), ("b", 2)]


def test_row_of_a_table_without_columns_is_an_empty_line() -> None:
    assert list(RowReader(width=0, picks=[]).read("\n")) == []


@pytest.mark.parametrize(
    ("batch", "declared_types", "index", "reason"),
    [
        ("1\n2\t3", ("text",), 1, "2 values for 1 columns"),
        ("1\t2\n3", ("text", "text"), 1, "1 values for 2 columns"),
        ("1\n2", ("text", "text"), 0, "1 values for 2 columns"),
        ("1\nx\n3", ("bigint",), 1, "a value is not of its column's type"),
        ("1\n\n3", ("bigint",), 1, "a value is not of its column's type"),
        ("1\n9223372036854775808", ("bigint",), 1, "a value is not of its column's type"),
        ("t\nf\nx", ("boolean",), 2, "a value is not of its column's type"),
    ],
)
def test_row_that_does_not_fit_is_named(
    batch: str, declared_types: tuple[str, ...], index: int, reason: str
) -> None:
    with pytest.raises(BadRow) as caught:
        rows(batch, *declared_types)
    assert (caught.value.index, caught.value.reason) == (index, reason)
