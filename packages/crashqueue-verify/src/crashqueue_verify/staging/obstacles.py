"""Why rows could not be read or worked on, in a report's words."""

from __future__ import annotations

import sqlite3

from crashqueue_verify.findings import printable
from crashqueue_verify.source.copy import NO_ROOM
from crashqueue_verify.source.database import is_full, is_time_limit
from crashqueue_verify.staging.deadline import TIME_LIMIT_REACHED


def reason_of(error: Exception) -> str:
    """Return what `error` says of the machine or of the time, not of the queue."""
    if is_time_limit(error):
        return TIME_LIMIT_REACHED
    if is_full(error):
        return NO_ROOM
    if isinstance(error, sqlite3.Error):
        return f"SQLite could not look: {printable(error)}"
    return printable(error)
