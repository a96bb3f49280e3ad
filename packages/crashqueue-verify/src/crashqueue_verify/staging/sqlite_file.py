"""The rows of an SQLite file that another program wrote."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Final

from crashqueue_verify.source.database import MAX_VALUE_BYTES, is_too_large
from crashqueue_verify.staging.scratch import quoted
from crashqueue_verify.staging.sqlite_schema import read_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crashqueue_verify.staging.catalogue import RawTable, StagedValue, Target

KEPT_BYTES: Final = 65_536
"""What is read of a value that is too large to be read in full."""

_ROWID_NAMES: Final = ("rowid", "_rowid_", "oid")


class SqliteFile:
    """A source of rows; `connection` leads to a database that is distrusted already.

    Of a value of more than `max_value_bytes` bytes only the first KEPT_BYTES are read.
    """

    engine = "sqlite"
    kind = "file"

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        captured_at_us: int | None,
        max_value_bytes: int = MAX_VALUE_BYTES,
    ) -> None:
        connection.text_factory = _text
        self._connection = connection
        self._max_value_bytes = max_value_bytes
        self.captured_at_us = captured_at_us
        self.changed_meanwhile = False
        self.catalogue = read_catalogue(connection)
        self._encoding = connection.execute("PRAGMA encoding").fetchone()[0]
        self.shortened_count = 0
        """Values that were too large to be read in full."""

    def stage(self, table: RawTable, columns: Sequence[str], into: Target) -> None:
        """Feed every row of `table` to `into`: these columns, in this order."""
        before = self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, self._max_value_bytes)
        try:
            into.insert(self._rows(table, columns))
        finally:
            self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, before)

    def _rows(self, table: RawTable, columns: Sequence[str]) -> Iterator[Sequence[StagedValue]]:
        # No index is asked: it may be wrong, or compute an expression of the file's author.
        rows = (
            f"SELECT {', '.join(map(quoted, columns))} FROM main.{quoted(table.name)} NOT INDEXED"
        )
        rowid, beginning = _rowid_name(table), ""
        while True:
            row_count = 0
            try:
                for row in self._connection.execute(rows + beginning):
                    yield row
                    row_count += 1
                return
            except sqlite3.Error as error:
                if rowid is None or not is_too_large(error):
                    raise
                last = self._number(table.name, rowid, beginning, row_count)
                if last is None:
                    raise
            yield [self._part(table.name, column, rowid, last) for column in columns]
            beginning = f" WHERE {rowid} > {last:d} ORDER BY {rowid}"

    def _number(self, table: str, rowid: str, beginning: str, row_count: int) -> int | None:
        """Return the rowid of the row behind the first `row_count` ones, if the table has any."""
        numbers = f"SELECT {rowid} FROM main.{quoted(table)} NOT INDEXED{beginning}"
        with contextlib.suppress(sqlite3.OperationalError):
            found = self._connection.execute(f"{numbers} LIMIT 1 OFFSET ?", (row_count,))
            number: int = found.fetchone()[0]
            return number
        return None

    def _part(self, table: str, column: str, rowid: str, number: int) -> StagedValue:
        """Return one value of a row, shortened if it is too large."""
        ask = f"SELECT {{}} FROM main.{quoted(table)} WHERE {rowid} = ?"
        try:
            value = self._connection.execute(ask.format(quoted(column)), (number,)).fetchone()[0]
        except sqlite3.Error as error:
            if not is_too_large(error):
                raise
        else:
            whole: StagedValue = value
            return whole
        self.shortened_count += 1
        kind = self._connection.execute(ask.format(f"typeof({quoted(column)})"), (number,))
        is_text = kind.fetchone()[0] == "text"
        # Only this way SQLite does not load all of the value first.
        with self._connection.blobopen(table, column, number, readonly=True) as blob:
            data = blob.read(KEPT_BYTES)
        return data.decode(self._encoding, "backslashreplace") if is_text else data


def _rowid_name(table: RawTable) -> str | None:
    """Return the first name of the rowid that no column of the table takes."""
    taken = {column.casefold() for column in table.column_names}
    return next((name for name in _ROWID_NAMES if name not in taken), None)


def _text(data: bytes) -> str:
    """Return a text as stored; bytes that are not UTF-8 show as escapes."""
    return data.decode(errors="backslashreplace")
