"""What is read of an SQLite file, and what of a hostile one is left alone."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import pytest

from crashqueue_verify.source.database import distrust
from crashqueue_verify.staging.catalogue import RawColumn, RawIndex, RawTable
from crashqueue_verify.staging.sqlite_file import SqliteFile
from crashqueue_verify.staging.sqlite_schema import MAX_CHECKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crashqueue_verify.staging.catalogue import StagedValue


class Rows:
    def __init__(self) -> None:
        self.rows: list[Sequence[StagedValue]] = []

    def insert(self, rows: Iterable[Sequence[StagedValue]]) -> None:
        self.rows.extend(rows)


@pytest.fixture(name="source_of")
def _source_of() -> Iterator[Callable[[str], SqliteFile]]:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:

        def make(script: str) -> SqliteFile:
            connection.executescript(script)
            distrust(connection, time_limit_s=60)
            return SqliteFile(connection, captured_at_us=None)

        yield make


def only(source: SqliteFile) -> RawTable:
    (table,) = source.catalogue.tables
    return table


def test_columns_have_their_declared_types(source_of: Callable[[str], SqliteFile]) -> None:
    table = only(source_of("CREATE TABLE jobs (id INTEGER, queue VARCHAR(40), anything)"))
    assert table.columns == (
        RawColumn(name="id", declared_type="integer"),
        RawColumn(name="queue", declared_type="varchar(40)"),
        RawColumn(name="anything", declared_type=""),
    )


def test_keys_and_indexes_are_told(source_of: Callable[[str], SqliteFile]) -> None:
    table = only(
        source_of(
            "CREATE TABLE jobs (a, b, c UNIQUE, PRIMARY KEY (b, a));"
            "CREATE UNIQUE INDEX one ON jobs (a, lower(b)) WHERE c IS NULL;"
            "CREATE INDEX two ON jobs (c)"
        )
    )
    assert set(table.indexes) == {
        RawIndex(name="PRIMARY KEY", columns=("b", "a"), is_unique=True),
        RawIndex(name="sqlite_autoindex_jobs_1", columns=("c",), is_unique=True),
        RawIndex(name="one", columns=("a", ""), is_unique=True, predicate="c IS NULL"),
        RawIndex(name="two", columns=("c",), is_unique=False),
    }


def test_checks_triggers_and_sequences_are_told(source_of: Callable[[str], SqliteFile]) -> None:
    source = source_of(
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY AUTOINCREMENT,"
        " n CHECK (n > (1 + 1)), CHECK(id < 9));"
        "CREATE TRIGGER stop BEFORE INSERT ON jobs BEGIN SELECT new.n; END;"
        "INSERT INTO jobs (n) VALUES (7), (8)"
    )
    jobs = next(table for table in source.catalogue.tables if table.name == "jobs")
    assert jobs.checks == ("n > (1 + 1)", "id < 9")
    assert jobs.triggers == ("stop",)
    assert source.catalogue.sequences == {"jobs": 2}


def test_rows_come_in_the_order_of_the_columns_asked_for(
    source_of: Callable[[str], SqliteFile],
) -> None:
    source = source_of("CREATE TABLE t (a, 'b \"\"', c); INSERT INTO t VALUES (1, 'x', NULL)")
    rows = Rows()
    source.stage(only(source), ["c", 'b ""', "a"], rows)
    assert rows.rows == [(None, "x", 1)]


def test_a_text_that_is_none_shows_as_escapes(source_of: Callable[[str], SqliteFile]) -> None:
    source = source_of("CREATE TABLE t (a); INSERT INTO t VALUES (CAST(x'61ff62' AS TEXT))")
    rows = Rows()
    source.stage(only(source), ["a"], rows)
    assert rows.rows == [("a\\xffb",)]


def test_views_virtual_tables_and_generated_columns_are_not_read(
    source_of: Callable[[str], SqliteFile],
) -> None:
    source = source_of(
        "CREATE TABLE real (a, b AS (a + 1), c AS (a + 2) STORED);"
        "CREATE VIEW jobs AS SELECT * FROM real;"
        "CREATE VIRTUAL TABLE found USING fts5(body)"
    )
    names = {table.name for table in source.catalogue.tables}
    assert "jobs" not in names
    assert "found" not in names
    real = next(table for table in source.catalogue.tables if table.name == "real")
    assert real.column_names == {"a"}


def test_a_schema_of_endless_checks_is_read_only_so_far(
    source_of: Callable[[str], SqliteFile],
) -> None:
    checks = ", ".join("CHECK (a)" for _ in range(MAX_CHECKS + 50))
    assert len(only(source_of(f"CREATE TABLE t (a, {checks})")).checks) == MAX_CHECKS


def test_a_check_that_a_comment_begins_is_left(source_of: Callable[[str], SqliteFile]) -> None:
    assert only(source_of("CREATE TABLE t (a) -- CHECK (")).checks == ()
