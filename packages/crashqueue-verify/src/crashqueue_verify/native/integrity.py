"""SQLite's own integrity check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3

    from crashqueue_verify.findings import Findings

MAX_COMPLAINTS: Final = 100


def check_integrity(connection: sqlite3.Connection, findings: Findings) -> None:
    """Report what SQLite finds wrong with the file, its indexes and the types of its values."""
    # CHECK constraints are rules of their own here (CQ126, CQ141, CQ142, CQ152), which say more.
    connection.execute("PRAGMA ignore_check_constraints = ON")
    complaints = [
        {"complaint": text}
        for (text,) in connection.execute(f"PRAGMA integrity_check({MAX_COMPLAINTS})")
        if text != "ok"
    ]
    if complaints:
        findings.add("CQ102", "SQLite finds the file damaged", rows=complaints)
