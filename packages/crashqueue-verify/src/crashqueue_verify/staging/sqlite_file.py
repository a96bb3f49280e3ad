"""The tables of an SQLite file that another program wrote, read through a private copy.

Only real tables are read: a view, a virtual table or a generated column is a program of the file's
author, and what it answers is not what the queue stored.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from crashqueue_verify.source.database import SQLITE_ERRORS
from crashqueue_verify.staging.catalogue import Catalogue, RawColumn, RawIndex, RawTable
from crashqueue_verify.staging.scratch import quoted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from crashqueue_verify.staging.catalogue import Target

MAX_TABLES: Final = 10_000
"""A file with more is read as far as this; no queue comes near."""

MAX_SQL_LENGTH: Final = 100_000
MAX_CHECKS: Final = 100

_TABLES: Final = """
    SELECT name, sql FROM sqlite_schema
     WHERE type = 'table' AND rootpage > 0 AND name IS NOT NULL LIMIT ?
"""
_TRIGGERS: Final = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?"
_PREDICATE: Final = re.compile(r"\bWHERE\b(.*)", re.IGNORECASE | re.DOTALL)
_CHECK: Final = re.compile(r"\bCHECK\s*\(", re.IGNORECASE)


class SqliteFile:
    """A source of rows; `connection` leads to a private copy that is distrusted already."""

    engine = "sqlite"
    kind = "file"

    def __init__(self, connection: sqlite3.Connection, *, captured_at_us: int | None) -> None:
        connection.text_factory = _text
        self._connection = connection
        self.captured_at_us = captured_at_us
        self.changed_meanwhile = False
        self.catalogue = Catalogue(tables=tuple(self._tables()), sequences=self._sequences())

    def stage(self, table: RawTable, columns: Sequence[str], into: Target) -> None:
        """Feed every row of `table` to `into`: these columns, in this order."""
        listed = ", ".join(map(quoted, columns))
        into.insert(self._connection.execute(f"SELECT {listed} FROM main.{quoted(table.name)}"))

    def _tables(self) -> Iterator[RawTable]:
        for name, sql in self._connection.execute(_TABLES, (MAX_TABLES,)).fetchall():
            yield RawTable(
                schema=None,
                name=name,
                columns=tuple(self._columns(name)),
                indexes=tuple(self._indexes(name)),
                checks=tuple(islice(_checks((sql or "")[:MAX_SQL_LENGTH]), MAX_CHECKS)),
                triggers=tuple(row[0] for row in self._connection.execute(_TRIGGERS, (name,))),
            )

    def _columns(self, table: str) -> Iterator[RawColumn]:
        ask = "SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0"
        for name, declared_type in self._connection.execute(ask, (table,)).fetchall():
            yield RawColumn(name=name, declared_type=declared_type.lower())

    def _indexes(self, table: str) -> Iterator[RawIndex]:
        key = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
        if columns := tuple(row[0] for row in self._connection.execute(key, (table,))):
            yield RawIndex(name="PRIMARY KEY", columns=columns, is_unique=True)
        ask = "SELECT name, \"unique\" FROM pragma_index_list(?) WHERE origin <> 'pk'"
        for name, is_unique in self._connection.execute(ask, (table,)).fetchall():
            yield self._index(name, is_unique=bool(is_unique))

    def _index(self, name: str, *, is_unique: bool) -> RawIndex:
        ask = "SELECT coalesce(name, '') FROM pragma_index_info(?) ORDER BY seqno"
        columns = tuple(row[0] for row in self._connection.execute(ask, (name,)))
        row = self._connection.execute(
            "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?", (name,)
        ).fetchone()
        found = _PREDICATE.search(row[0]) if row and row[0] else None
        predicate = found[1].strip() if found else None
        return RawIndex(name=name, columns=columns, is_unique=is_unique, predicate=predicate)

    def _sequences(self) -> dict[str, int]:
        try:
            rows = self._connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
        except SQLITE_ERRORS:  # no table has an AUTOINCREMENT, or the file is damaged there
            return {}
        return {name: last for name, last in rows if isinstance(last, int)}


def _checks(sql: str) -> Iterator[str]:
    """Yield the expressions of the CHECK constraints in a CREATE TABLE statement."""
    for found in _CHECK.finditer(sql):
        depth, start = 1, found.end()
        for position in range(start, len(sql)):
            depth += {"(": 1, ")": -1}.get(sql[position], 0)
            if depth == 0:
                yield sql[start:position].strip()
                break


def _text(data: bytes) -> str:
    """Return a text as stored; bytes that are not UTF-8 show as escapes."""
    return data.decode(errors="backslashreplace")
