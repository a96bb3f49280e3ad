"""Recognising format version 2: whose file it is, and whether its tables are as they should be."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from crashqueue_verify.errors import FormatTooNew, FormatTooOld, NotAQueueDatabase
from crashqueue_verify.findings import printable
from crashqueue_verify.source.reading import reading

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

    from crashqueue_verify.findings import Findings

APPLICATION_ID: Final = 0x43514C42
FORMAT_VERSION: Final = 2
FIRST_VERSION: Final = 1

_APPLICATION_ID_OFFSET: Final = 68


class Column(NamedTuple):
    """What SQLite says of one column; `key` is its place in the primary key, from 1, or 0."""

    name: str
    type: str
    required: bool
    key: int


def _columns(text: str) -> tuple[Column, ...]:
    """Read `name TYPE [?] [key]`, separated by commas; `?` marks a column that may be NULL."""
    return tuple(
        Column(words[0], words[1], "?" not in words, int(words[-1]) if words[-1].isdigit() else 0)
        for words in map(str.split, text.split(","))
    )


COLUMNS: Final = {
    "tenants": _columns(
        "tenant TEXT 1, active_limit INTEGER ?, updated_at_us INTEGER, history_length INTEGER,"
        "history_digest TEXT"
    ),
    "jobs": _columns(
        "job_number INTEGER ? 1, job_id TEXT, tenant TEXT, submission_sequence INTEGER,"
        "idempotency_key TEXT, job_type TEXT, payload TEXT, payload_digest TEXT, priority INTEGER,"
        "max_attempts INTEGER, base_delay_us INTEGER, delay_factor INTEGER, max_delay_us INTEGER,"
        "initial_checkpoint_version INTEGER, submitted_at_us INTEGER, state TEXT,"
        "due_at_us INTEGER, attempt_count INTEGER, attempts_forgiven INTEGER,"
        "attempt_budget INTEGER, fence INTEGER, lease_worker_id TEXT ?, lease_token TEXT ?,"
        "lease_expires_at_us INTEGER ?, checkpoint_version INTEGER, checkpoint TEXT ?,"
        "result_digest TEXT ?, updated_at_us INTEGER, history_length INTEGER, history_digest TEXT"
    ),
    "attempts": _columns(
        "job_id TEXT 1, attempt_number INTEGER 2, tenant TEXT, worker_id TEXT, lease_token TEXT,"
        "fence INTEGER, started_at_us INTEGER, ended_at_us INTEGER ?, outcome TEXT ?, error TEXT ?"
    ),
    "events": _columns(
        "event_sequence INTEGER ? 1, tenant TEXT, job_id TEXT ?, event_number INTEGER, kind TEXT,"
        "state TEXT, occurred_at_us INTEGER, data TEXT, previous_digest TEXT"
    ),
}
"""The columns of each table. A rowid's alias is never NULL although SQLite calls it nullable."""


def has_our_header(path: Path) -> bool:
    """Return whether the file at `path` names our application in its first 100 bytes."""
    with reading(path) as descriptor:
        os.lseek(descriptor, _APPLICATION_ID_OFFSET, os.SEEK_SET)
        return int.from_bytes(os.read(descriptor, 4), "big") == APPLICATION_ID


def names_us(connection: sqlite3.Connection) -> bool:
    """Return whether the database names our application, also if only its log says so yet."""
    application_id: int = connection.execute("PRAGMA application_id").fetchone()[0]
    return application_id == APPLICATION_ID


def recognise(connection: sqlite3.Connection) -> None:
    """Raise NotAQueueDatabase, FormatTooOld or FormatTooNew for what is not ours to judge."""
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    if application_id != APPLICATION_ID:
        raise NotAQueueDatabase(
            f"the database has application id {application_id & 0xFFFFFFFF:#010x}, "
            f"not CrashQueueLab's {APPLICATION_ID:#010x}"
        )
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    require_known_version(version)


def require_known_version(version: int) -> None:
    """Raise FormatTooOld or FormatTooNew for another version than this one."""
    # A version below the first never existed: that is a finding, not an old database.
    if FIRST_VERSION <= version < FORMAT_VERSION:
        raise FormatTooOld(
            f"the database has format version {version}; this program knows {FORMAT_VERSION}"
        )
    if version > FORMAT_VERSION:
        raise FormatTooNew(
            f"the database has format version {version}; this program knows {FORMAT_VERSION}"
        )


def check_format(connection: sqlite3.Connection, findings: Findings) -> None:
    """Report what is wrong with the version and the four tables."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != FORMAT_VERSION:
        findings.add("CQ101", f"the format version is {version}, not {FORMAT_VERSION}")
    encoding = connection.execute("PRAGMA encoding").fetchone()[0]
    if encoding != "UTF-8":
        findings.add("CQ101", f"the database stores text as {encoding}, not as UTF-8")
    for table in COLUMNS:
        for complaint in _complaints(connection, table):
            findings.add("CQ101", complaint)


def unique_columns(connection: sqlite3.Connection, table: str) -> set[tuple[str, ...]]:
    """Return the sets of columns that `table` keeps unique in every row."""
    return {
        _indexed_columns(connection, name)
        for _, name, unique, _, partial in _described(connection, "index_list", table)
        if unique and not partial
    }


def _keeps_own_events_unique(connection: sqlite3.Connection) -> bool:
    """Return whether an index keeps event numbers unique among a tenant's own events."""
    return any(
        unique
        and partial
        and _indexed_columns(connection, name) == ("tenant", "event_number")
        and _definition(connection, name).upper().split("WHERE")[1:] == [" JOB_ID IS NULL"]
        for _, name, unique, _, partial in _described(connection, "index_list", "events")
    )


def _indexed_columns(connection: sqlite3.Connection, index: str) -> tuple[str, ...]:
    return tuple(str(column) for _, _, column in _described(connection, "index_info", index))


def _definition(connection: sqlite3.Connection, index: str) -> str:
    chosen = connection.execute("SELECT sql FROM main.sqlite_schema WHERE name = ?", (index,))
    return " ".join(str(chosen.fetchone()[0]).split())


def _described(connection: sqlite3.Connection, pragma: str, name: str) -> list[tuple[Any, ...]]:
    # Not the function pragma_…(): the file may have a table of that name, which comes first.
    quoted = name.replace('"', '""')
    return connection.execute(f'PRAGMA main.{pragma}("{quoted}")').fetchall()


def _complaints(connection: sqlite3.Connection, table: str) -> list[str]:
    kinds = [(row[2], row[5]) for row in _described(connection, "table_list", table)]
    if not kinds:
        return [f"the table {table} is missing"]
    if kinds != [("table", 1)]:
        return [f"{table} is not a STRICT table"]
    found = {
        name: Column(name, declared, bool(required), key)
        for _, name, declared, required, _, key, hidden in _described(
            connection, "table_xinfo", table
        )
        if not hidden
    }
    complaints = differences(table, COLUMNS[table], found)
    if table == "events" and ("job_id", "event_number") not in unique_columns(connection, table):
        complaints.append("event numbers are not kept unique in their job")
    if table == "events" and not _keeps_own_events_unique(connection):
        complaints.append("event numbers are not kept unique in a tenant's own history")
    return complaints


def differences(table: str, wanted: Iterable[Column], found: dict[str, Column]) -> list[str]:
    """Return a sentence for each column of `table` that is not as `wanted`, or not known."""
    columns = {column.name: column for column in wanted}
    complaints = [
        f"the column {table}.{name} {_difference(column, found.get(name))}"
        for name, column in columns.items()
        if found.get(name) != column
    ]
    surplus = sorted(found.keys() - columns.keys())
    return complaints + [
        f"the format knows no column {table}.{printable(name)}" for name in surplus
    ]


def _difference(wanted: Column, found: Column | None) -> str:
    if found is None:
        return "is missing"
    if found.type != wanted.type:
        return f"has another type than {wanted.type}"
    return "has another key" if found.key != wanted.key else "differs in NOT NULL"
