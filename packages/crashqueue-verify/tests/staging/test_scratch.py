"""The scratch database runs anybody's SQL, so outside of building it can only read."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from crashqueue_verify.staging.deadline import Deadline, TimeLimitReached
from crashqueue_verify.staging.scratch import Scratch, open_scratch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Scratch]:
    with open_scratch(tmp_path, Deadline(60)) as opened:
        opened.create_table("raw_jobs", ("id", 'odd "name"'))
        opened.insert("raw_jobs", ("id", 'odd "name"'), [(1, "a"), (2, None)])
        yield opened


def test_rows_are_kept_as_they_came(scratch: Scratch) -> None:
    assert scratch.query("SELECT * FROM raw_jobs").fetchall() == [(1, "a"), (2, None)]


def test_inserting_says_how_many_rows_there_were(scratch: Scratch) -> None:
    assert scratch.insert("raw_jobs", ("id",), ([n] for n in range(5))) == 5


def test_a_query_fills_a_table_by_the_names_of_its_columns(scratch: Scratch) -> None:
    scratch.create_table("job", ("a", "b", "c"))
    filled = scratch.fill("job", "SELECT :x AS c, id AS a FROM raw_jobs", {"x": 7, "y": 8})
    assert filled == ("c", "a")
    assert scratch.query("SELECT a, b, c FROM job").fetchall() == [(1, None, 7), (2, None, 7)]


def test_a_query_may_end_in_a_comment(scratch: Scratch) -> None:
    assert scratch.columns_of("SELECT 1 AS one -- and that is all", {}) == ("one",)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO raw_jobs VALUES (3, 'x')",
        "DELETE FROM raw_jobs",
        "UPDATE raw_jobs SET id = 9",
        "DROP TABLE raw_jobs",
        "CREATE TABLE t (a)",
        "CREATE TEMP TABLE t (a)",
        "ATTACH 'elsewhere.sqlite' AS elsewhere",
        "PRAGMA user_version = 7",
        "PRAGMA writable_schema = ON",
        "VACUUM INTO 'elsewhere.sqlite'",
        "SELECT load_extension('elsewhere')",
        "SELECT * FROM pragma_table_info('raw_jobs')",
        "SELECT zeroblob(10)",
        "BEGIN",
    ],
)
def test_a_profile_can_only_read(
    scratch: Scratch, sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sqlite3.Error):
        scratch.query(sql)
    assert scratch.query("SELECT count(*) FROM raw_jobs").fetchone() == (2,)
    assert not (tmp_path / "elsewhere.sqlite").exists()


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM raw_jobs RETURNING id",
        "SELECT 1) ; DROP TABLE raw_jobs; --",
        "SELECT 1) RETURNING (1",
        "WITH gone AS (DELETE FROM raw_jobs RETURNING id) SELECT * FROM gone",
    ],
)
def test_a_filling_query_can_only_read(scratch: Scratch, query: str) -> None:
    scratch.create_table("job", ("id", "a"))
    with pytest.raises((sqlite3.Error, sqlite3.Warning)):
        scratch.fill("job", query, {})
    assert scratch.query("SELECT count(*) FROM raw_jobs").fetchone() == (2,)


def test_json_can_be_taken_apart(scratch: Scratch) -> None:
    rows = scratch.query("SELECT value FROM json_each('[1, 2]')").fetchall()
    assert rows == [(1,), (2,)]


def test_a_query_without_end_is_ended(tmp_path: Path) -> None:
    with (
        open_scratch(tmp_path, Deadline(0)) as scratch,
        pytest.raises(sqlite3.OperationalError, match="interrupted"),
    ):
        scratch.query(ENDLESS).fetchall()


def test_a_source_without_end_is_ended() -> None:
    endless = iter(lambda: 1, 2)
    with pytest.raises(TimeLimitReached):
        list(Deadline(0).guard(endless))


def test_regular_expressions_search(scratch: Scratch) -> None:
    rows = scratch.query("SELECT 'job-17' REGEXP '^job-[0-9]+$', 'x' REGEXP 'y', NULL REGEXP 'y'")
    assert rows.fetchone() == (1, 0, None)


def test_bytes_that_a_query_calls_text_are_shown_escaped(scratch: Scratch) -> None:
    assert scratch.query("SELECT CAST(X'61FF' AS TEXT)").fetchone() == ("a\\xff",)
