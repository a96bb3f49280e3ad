"""What an SQLite file declares: its tables with columns, indexes, checks and triggers.

Only real tables count: a view, a virtual table or a generated column is a program of the file's
author, and what it answers is not what the queue stored.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.source.database import SQLITE_ERRORS
from crashqueue_verify.staging.catalogue import Catalogue, RawColumn, RawIndex, RawTable
from crashqueue_verify.staging.errors import TooManyTables
from crashqueue_verify.staging.scratch import quoted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

MAX_TABLES: Final = 10_000
"""No queue comes near, and reading what more tables declare takes longer than judging a queue."""

MAX_SQL_LENGTH: Final = 100_000
MAX_CHECKS: Final = 100

_SCHEMA: Final = f"""
    SELECT type, name, tbl_name, substr(coalesce(sql, ''), 1, {MAX_SQL_LENGTH}), rootpage > 0
      FROM sqlite_schema
     WHERE typeof(name) = 'text' AND typeof(tbl_name) = 'text' AND instr(name, char(0)) = 0
"""
_PREDICATE: Final = re.compile(r"\bWHERE\b(.*)", re.IGNORECASE | re.DOTALL)
_CHECK: Final = re.compile(r"\bCHECK\s*\(", re.IGNORECASE)
_BRACKET: Final = re.compile(r"[()]")


def read_catalogue(connection: sqlite3.Connection) -> Catalogue:
    """Return what the database behind `connection` declares; raises TooManyTables."""
    return _Schema(connection).catalogue()


class _Schema:
    """The rows of sqlite_schema, read once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tables: dict[str, str] = {}
        self._indexes: dict[str, str] = {}
        self._triggers: dict[str, list[str]] = defaultdict(list)
        for kind, name, table, sql, is_stored in connection.execute(_SCHEMA):
            if kind == "table" and is_stored:
                self._tables[name] = sql
            elif kind == "index":
                self._indexes[name] = sql
            elif kind == "trigger":
                self._triggers[table.casefold()].append(name)
            if len(self._tables) > MAX_TABLES:
                raise TooManyTables(f"the file has more than {MAX_TABLES:,} tables")

    def catalogue(self) -> Catalogue:
        return Catalogue(
            tables=tuple(self._table(name, sql) for name, sql in self._tables.items()),
            sequences=self._sequences(),
        )

    def _table(self, name: str, sql: str) -> RawTable:
        described = self._pragma("table_xinfo", name)
        key = sorted((place, column) for _, column, _, _, _, place, _ in described if place)
        return RawTable(
            schema=None,
            name=name,
            columns=tuple(
                RawColumn(
                    name=column,
                    declared_type=declared_type.lower(),
                    is_required=bool(is_required),
                )
                for _, column, declared_type, is_required, _, _, hidden in described
                if not hidden
            ),
            indexes=tuple(self._indexes_of(name, tuple(column for _, column in key))),
            checks=tuple(islice(_checks(sql), MAX_CHECKS)),
            triggers=tuple(self._triggers.get(name.casefold(), ())),
        )

    def _indexes_of(self, table: str, key: tuple[str, ...]) -> Iterator[RawIndex]:
        if key:
            yield RawIndex(name="PRIMARY KEY", columns=key, is_unique=True)
        for _, name, is_unique, origin, _ in self._pragma("index_list", table):
            if origin != "pk":
                yield self._index(name, is_unique=bool(is_unique))

    def _index(self, name: str, *, is_unique: bool) -> RawIndex:
        columns = tuple(column or "" for _, _, column in self._pragma("index_info", name))
        found = _PREDICATE.search(self._indexes.get(name, ""))
        predicate = found[1].strip() if found else None
        return RawIndex(name=name, columns=columns, is_unique=is_unique, predicate=predicate)

    def _pragma(self, pragma: str, name: str) -> list[tuple[Any, ...]]:
        # Not the function pragma_…(): the file may have a table of that name, which comes first.
        return self._connection.execute(f"PRAGMA main.{pragma}({quoted(name)})").fetchall()

    def _sequences(self) -> dict[str, int]:
        if "sqlite_sequence" not in self._tables:  # no table has an AUTOINCREMENT
            return {}
        try:
            rows = self._connection.execute("SELECT name, seq FROM main.sqlite_sequence").fetchall()
        except SQLITE_ERRORS:
            return {}
        return {name: last for name, last in rows if isinstance(last, int)}


def _checks(sql: str) -> Iterator[str]:
    """Yield the expressions of the CHECK constraints in a CREATE TABLE statement."""
    found = _CHECK.search(sql)
    while found:
        depth, start, end = 1, found.end(), found.end()
        while depth:
            bracket = _BRACKET.search(sql, end)
            if bracket is None:
                return
            depth += 1 if bracket[0] == "(" else -1
            end = bracket.end()
        yield sql[start : end - 1].strip()
        found = _CHECK.search(sql, end)
