r"""Rows in the text format of COPY: tabs between fields, \N for NULL, backslash escapes.

Rows are decoded in batches and by column, which costs a fraction of decoding them one by one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.pg_values import (
    GREATEST_INTEGER,
    read_integer,
    reading_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crashqueue_verify.staging.catalogue import StagedValue
    from crashqueue_verify.staging.pg_values import Reading

NULL: Final = r"\N"

_ESCAPE: Final = re.compile(
    rb"\\(?:x(?P<hexadecimal>[0-9A-Fa-f]{1,2})|(?P<octal>[0-7]{1,3})|(?P<byte>.))", re.DOTALL
)
_LETTERS: Final = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


class BadRow(Exception):
    """A row does not fit its columns; `index` counts from 0 within the batch."""

    def __init__(self, reason: str, index: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.index = index


class RowReader:
    """Turns batches of rows with `width` fields into staged values.

    `picks` names the fields wanted, in order, with their declared types.
    """

    def __init__(self, *, width: int, picks: Iterable[tuple[int, str]]) -> None:
        self._width = max(1, width)  # a row without columns is an empty line
        self._picks = [(number, reading_of(declared)) for number, declared in picks]

    def read(self, batch: str) -> Iterator[tuple[StagedValue, ...]]:
        """Return the rows of `batch`, lines without the last line feed; raises BadRow."""
        rows = [line.split("\t") for line in batch.split("\n")]
        try:
            columns = list(zip(*rows, strict=True))
        except ValueError:
            columns = []
        if len(columns) != self._width:
            raise self._odd_row(rows)
        picked = (_column(columns[at], reading) for at, reading in self._picks)
        return zip(*picked, strict=True)

    def _odd_row(self, rows: Sequence[Sequence[str]]) -> BadRow:
        index = next(index for index, row in enumerate(rows) if len(row) != self._width)
        return BadRow(f"{len(rows[index])} values for {self._width} columns", index)


def _column(fields: Sequence[str], reading: Reading | None) -> Sequence[StagedValue]:
    if reading is None:
        return _texts(fields)
    try:
        return _integers(fields) if reading is read_integer else _values(fields, reading)
    except (ValueError, KeyError):
        index = next(at for at, field in enumerate(fields) if not _is_readable(field, reading))
        raise BadRow("a value is not of its column's type", index) from None


def _texts(fields: Sequence[str]) -> Sequence[StagedValue]:
    if "\\" not in "".join(fields):
        return fields
    return [unescape(field) if "\\" in field else field for field in fields]


def _integers(fields: Sequence[str]) -> Sequence[StagedValue]:
    joined = "".join(fields)
    if not (joined.isascii() and joined.isdigit()):
        return _values(fields, read_integer)
    values = list(map(int, fields))
    if max(values) > GREATEST_INTEGER:
        raise ValueError("no 64-bit integer")
    return values


def _values(fields: Sequence[str], reading: Reading) -> Sequence[StagedValue]:
    """Read every text once: booleans, small numbers and empty arrays recur."""
    known = {field: _value(field, reading) for field in set(fields)}
    return [known[field] for field in fields]


def _value(field: str, reading: Reading) -> StagedValue:
    text = unescape(field)
    return None if text is None else reading(text)


def _is_readable(field: str, reading: Reading) -> bool:
    try:
        _value(field, reading)
    except (ValueError, KeyError):
        return False
    return True


def unescape(field: str) -> str | None:
    """Return the text that `field` stands for, None for NULL.

    Bytes may be written by number; those that are not UTF-8 show as escapes.
    """
    if field == NULL:
        return None
    if "\\" not in field:
        return field
    return _ESCAPE.sub(_unescape_one, field.encode()).decode("utf-8", "backslashreplace")


def _unescape_one(escape: re.Match[bytes]) -> bytes:
    if (code := escape["hexadecimal"]) is not None:
        return bytes([int(code, 16)])
    if (code := escape["octal"]) is not None:
        return bytes([int(code, 8) & 0xFF])
    return _LETTERS.get(escape["byte"], escape["byte"])
