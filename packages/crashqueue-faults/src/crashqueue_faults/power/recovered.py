"""What SQLite makes of a crash state: the database after its recovery, read as rows.

Every page is taken as SQLite gives it after recovery. Two crash states that recover to the same
pages are the same database, so what is expensive to ask is asked once of each.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_faults.power.recording import Fact
from crashqueue_faults.power.verdict import StateVerdict
from crashqueue_verify import AuditError, Verdict, audit

_TABLES: Final = ("tenants", "jobs", "attempts", "events")
_HISTORIES: Final = (
    "SELECT job_id, history_length, history_digest FROM jobs",
    "SELECT tenant, history_length, history_digest FROM tenants",
    "SELECT coalesce(job_id, tenant), event_number - 1, previous_digest FROM events",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """A recovered database. `content` digests its rows, and is empty where there is none yet.

    `flaw` is what is wrong with it by itself; then its rows were not read.
    """

    flaw: StateVerdict | None = None
    content: str = ""
    facts: frozenset[Fact] = frozenset()


NOT_RECOVERABLE: Final = Recovered(flaw=StateVerdict.REFUSED)


def recover(path: Path) -> tuple[bytes, sqlite3.Connection | None]:
    """Open the files at `path` with an ordinary SQLite, which recovers them; return every page.

    The caller closes the connection. Without one, SQLite refused the files.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA schema_version").fetchone()
        if connection.execute("PRAGMA page_count").fetchone() == (0,):
            return b"", connection
        return connection.serialize(), connection
    except sqlite3.Error:
        connection.close()
        return b"", None


def examine(pages: bytes, connection: sqlite3.Connection, folder: Path) -> Recovered:
    """Check a recovered database once and for all; `folder` is for the auditor's copy."""
    try:
        complaints = connection.execute("PRAGMA integrity_check").fetchall()
        if complaints != [("ok",)]:
            return Recovered(flaw=StateVerdict.CORRUPT)
        if not connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return Recovered()
        content, facts = _content(connection), frozenset(_facts(connection))
    except (sqlite3.Error, UnicodeDecodeError):
        return Recovered(flaw=StateVerdict.CORRUPT)
    if not _invariants_hold(pages, folder / "image.sqlite"):
        return Recovered(flaw=StateVerdict.HISTORY_DISAGREES)
    return Recovered(content=content, facts=facts)


def _content(connection: sqlite3.Connection) -> str:
    content = hashlib.sha256()
    for table in _TABLES:
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2"):
            content.update(f"{table} {row!r}\n".encode())
    return content.hexdigest()


def _facts(connection: sqlite3.Connection) -> Iterator[Fact]:
    for statement in _HISTORIES:
        for subject, length, digest in connection.execute(statement):
            yield Fact(subject=subject, history_length=length, history_digest=digest)


def _invariants_hold(pages: bytes, path: Path) -> bool:
    path.write_bytes(pages)
    try:
        return audit(path).verdict is Verdict.HOLDS
    except AuditError:
        return False


def read_recovered(path: Path, folder: Path) -> Recovered:
    """Return what the files at `path` recover to."""
    pages, connection = recover(path)
    if connection is None:
        return NOT_RECOVERABLE
    with closing(connection):
        return examine(pages, connection, folder)
