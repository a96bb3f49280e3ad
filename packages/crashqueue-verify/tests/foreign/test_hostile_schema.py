"""An SQLite file whose schema means harm, or is merely strange, is read as the queue stored it."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_verify.staging import sqlite_schema

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENDLESS: Final = (
    "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)"
)
RAISES: Final = "abs(-9223372036854775808)"
AS_BEFORE: Final = ["LQ09"]
"""What is found in the sample as it is."""


@pytest.fixture(name="queue")
def _queue(sample: Callable[[str], Path]) -> Path:
    """A healthy queue, whose table is called Queue."""
    return sample("litequeue/healthy.db")


def run(path: Path, *statements: str, **values: str) -> None:
    """Change a queue as its hostile author would, who writes the schema itself."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            connection.execute(statement, values)


def declare(path: Path, sql: str) -> None:
    """Declare the table Queue otherwise than its rows were written."""
    run(path, "UPDATE sqlite_schema SET sql = :sql WHERE name = 'Queue'", sql=sql)


def declaration(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        ask = "SELECT sql FROM sqlite_schema WHERE name = 'Queue'"
        sql: str = connection.execute(ask).fetchone()[0]
        return sql.rstrip()


def found(report: Any) -> list[str]:
    return [finding.rule_id for finding in report.everything_found]


@pytest.mark.parametrize(
    "statements",
    [
        [f"CREATE VIEW jobs AS SELECT {ENDLESS} AS message_id"],
        [f"CREATE VIEW jobs AS SELECT {RAISES} AS message_id"],
        ["CREATE VIRTUAL TABLE found USING fts5(body)"],
        ["CREATE INDEX slow ON Queue (printf('%.*c', 100000, 'x'))"],
        ["CREATE TRIGGER t AFTER INSERT ON Queue BEGIN SELECT load_extension('x'); END"],
        [f"ALTER TABLE Queue ADD COLUMN more AS ({RAISES})"],
        ["ALTER TABLE Queue ADD COLUMN more AS (hex(zeroblob(100000000)))"],
        ['CREATE TABLE "a""b\'c; DROP TABLE x; --" ("d""e\'f", "\x1b[2J\u202e")'],
        ['CREATE INDEX "i""\x1b" ON Queue (status) WHERE status <> \'"\''],
        ["CREATE TABLE pragma_table_xinfo (a)", "CREATE TABLE pragma_index_list (a)"],
        ["CREATE TABLE pragma_function_list (a)", "CREATE TABLE pragma_quick_check (a)"],
        [
            "CREATE VIEW a AS SELECT 1 AS x",
            "CREATE VIEW b AS SELECT * FROM a",
            "UPDATE sqlite_schema SET sql = 'CREATE VIEW a AS SELECT * FROM b' WHERE name = 'a'",
        ],
        [
            "INSERT INTO sqlite_schema VALUES ('view', 'sqlite_sequence', 'sqlite_sequence', 0,"
            f" 'CREATE VIEW sqlite_sequence AS SELECT {ENDLESS} AS name, 1 AS seq')"
        ],
    ],
    ids=lambda statements: statements[-1][:40].encode("unicode_escape").decode(),
)
def test_what_else_the_schema_holds_changes_nothing(
    queue: Path, safely: Callable[..., Any], statements: list[str]
) -> None:
    run(queue, *statements)
    assert found(safely(queue)) == AS_BEFORE


@pytest.mark.parametrize(
    "end",
    [
        f", more AS ({RAISES}))",
        f", more AS ({RAISES}) STORED)",
        f", CHECK ({RAISES} > 0))",
        ", CHECK (status < 0))",
        ", more DEFAULT (hex(zeroblob(100000000))))",
        ", [" + "CHECK (" * 10_000 + "])",
    ],
    ids=lambda end: end[:50],
)
def test_what_the_queues_own_table_computes_is_not_run(
    queue: Path, safely: Callable[..., Any], end: str
) -> None:
    declare(queue, declaration(queue).removesuffix(")") + end)
    assert found(safely(queue)) == AS_BEFORE


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "CREATE TABLE Queue ((((",
        f"CREATE VIEW Queue AS SELECT {ENDLESS} AS data",
        "CREATE VIRTUAL TABLE Queue USING fts5(data)",
        "CREATE TABLE Queue AS SELECT 1 AS data",
        'CREATE TABLE Queue ("a\0b")',
    ],
    ids=lambda sql: sql[:40].encode("unicode_escape").decode(),
)
def test_a_forged_declaration_is_damage(queue: Path, safely: Callable[..., Any], sql: str) -> None:
    declare(queue, sql)
    assert found(safely(queue)) == ["G38"]


@pytest.mark.parametrize("root", ["1", "99999", "-1", "2147483647"])
def test_a_table_that_begins_on_a_wrong_page_is_damage(
    queue: Path, safely: Callable[..., Any], root: str
) -> None:
    run(queue, f"UPDATE sqlite_schema SET rootpage = {root} WHERE name = 'Queue'")
    assert found(safely(queue)) in (["G38"], [])


def test_a_view_that_is_called_like_the_queue_is_not_the_queue(
    queue: Path, safely: Callable[..., Any]
) -> None:
    columns = "data, message_id, status, in_time, lock_time, done_time"
    run(queue, "DROP TABLE Queue", f"CREATE VIEW Queue AS SELECT {columns} FROM (SELECT 1)")
    assert safely(queue).code == "NOT_A_QUEUE_DATABASE"


def test_a_name_that_is_no_text_is_left_alone(queue: Path, safely: Callable[..., Any]) -> None:
    run(
        queue,
        "CREATE TABLE other (a)",
        "UPDATE sqlite_schema SET name = CAST(x'80ff' AS TEXT), tbl_name = CAST(x'80ff' AS TEXT),"
        " sql = CAST(x'435245415445205441424c45202280ff2220286129' AS TEXT) WHERE name = 'other'",
    )
    assert found(safely(queue)) == AS_BEFORE


def test_a_missing_column_is_named(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample("solid-queue/healthy.sqlite3")
    run(queue, 'ALTER TABLE solid_queue_jobs RENAME COLUMN class_name TO "class\x1bname"')
    error = safely(queue)
    assert (error.code, "solid_queue_jobs.class_name" in error.message) == ("SCHEMA_UNKNOWN", True)


def test_tens_of_thousands_of_forged_tables_are_damage(
    queue: Path, safely: Callable[..., Any]
) -> None:
    run(
        queue,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)"
        " INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2,"
        " 'CREATE TABLE t' || i || ' (a)' FROM n",
    )
    assert found(safely(queue, time_limit_s=10)) == ["G38"]


def test_many_tables_are_read_at_once_and_too_many_are_refused(
    queue: Path, safely: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [f"CREATE TABLE t{number} (a UNIQUE)" for number in range(1_000)]
    run(queue, "BEGIN", *tables, "COMMIT")
    assert found(safely(queue, time_limit_s=10)) == AS_BEFORE
    monkeypatch.setattr(sqlite_schema, "MAX_TABLES", 1_000)
    assert safely(queue).code == "TOO_MANY_TABLES"
