"""What a database says, apart from how its files say it: the rows, in one canonical form."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ABSENT: Final = "absent"
UNREADABLE: Final = "unreadable"

_ORDER_OF_ROWS: Final = {
    "tenants": "tenant",
    "jobs": "job_number",
    "attempts": "job_id, attempt_number",
    "events": "event_sequence",
}

Execute = Callable[[str], Iterable[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Equal contents have equal digests. `ABSENT` and `UNREADABLE` stand for no content.

    `problem` says what SQLite's integrity check, or the engine itself, complains about.
    """

    digest: str
    problem: str = ""


def read_content(path: Path) -> Content:
    """Return the content of the database at `path`, as an ordinary SQLite finds it.

    Opening lets SQLite recover: the files are changed as they are by every process that comes
    after a crash.
    """
    if not path.exists() or not path.stat().st_size:
        return Content(digest=ABSENT)
    try:
        with closing(sqlite3.connect(path)) as connection:
            return content_of(connection.execute)
    except sqlite3.Error as error:
        return Content(digest=UNREADABLE, problem=str(error))


def content_of(execute: Execute) -> Content:
    """Return the content that a connection sees; `execute` runs a statement and gives its rows."""
    if not list(execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
        return Content(digest=ABSENT)
    rows = {
        table: [list(row) for row in execute(f"SELECT * FROM {table} ORDER BY {order}")]
        for table, order in _ORDER_OF_ROWS.items()
    }
    answers = [str(row[0]) for row in execute("PRAGMA integrity_check")]
    return Content(
        digest=digest_of(rows),
        problem="" if answers == ["ok"] else "; ".join(answers),
    )


def digest_of(tables: object) -> str:
    """Return the digest of all rows of all tables, in one canonical form."""
    canonical = json.dumps(tables, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
