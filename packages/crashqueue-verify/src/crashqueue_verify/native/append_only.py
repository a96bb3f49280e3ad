"""Whether history is append-only: by trying to rewrite it on the private copy, undone after."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.findings import Findings

# A trigger may refuse some events and let others pass, so one of each early kind is tried.
_SAMPLE: Final = """
    SELECT min(event_sequence)
    FROM (SELECT event_sequence, kind FROM events ORDER BY event_sequence LIMIT 10000)
    GROUP BY kind
    UNION SELECT max(event_sequence) FROM events
    UNION SELECT min(event_sequence) FROM events WHERE job_id IS NULL
    ORDER BY 1 LIMIT 20
"""

_PROBES: Final = """
    INSERT INTO events VALUES
    (1, 'probe', 'probe', 1, 'SUBMITTED', 'QUEUED', 0, '{}', ''),
    (2, 'probe', NULL, 1, 'LIMIT_CHANGED', 'UNLIMITED', 0, '{}', '')
"""

_TRIES: Final = {
    "updated": "UPDATE events SET data = data || ' ' WHERE event_sequence = :sequence",
    "deleted": "DELETE FROM events WHERE event_sequence = :sequence",
    "replaced by its sequence": """
        INSERT OR REPLACE INTO events
        SELECT event_sequence, tenant, job_id, 1 + (SELECT max(event_number) FROM events),
               kind, state, occurred_at_us, data, previous_digest
        FROM events WHERE event_sequence = :sequence""",
    "replaced by its number": """
        INSERT OR REPLACE INTO events
        SELECT 1 + (SELECT max(event_sequence) FROM events), tenant, job_id, event_number,
               kind, state, occurred_at_us, data, previous_digest
        FROM events WHERE event_sequence = :sequence""",
}


def check_append_only(connection: sqlite3.Connection, findings: Findings) -> None:
    """Report each way in which an event can be rewritten."""
    with _undone(connection):
        sample = [row[0] for row in connection.execute(_SAMPLE) if row[0] is not None]
        if not sample:
            connection.execute(_PROBES)
            sample = [1, 2]
        for participle, statement in _TRIES.items():
            open_to_change = [s for s in sample if not _is_refused(connection, statement, s)]
            if open_to_change:
                findings.add(
                    "CQ103",
                    f"nothing refuses that an event is {participle}",
                    rows=[{"table": "events", "event_sequence": s} for s in open_to_change],
                )


@contextlib.contextmanager
def _undone(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN")
    try:
        yield
    finally:
        # An interrupt or a full disk has rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _is_refused(connection: sqlite3.Connection, statement: str, sequence: int) -> bool:
    """Return whether a trigger stopped the statement."""
    connection.execute("SAVEPOINT attempted")
    try:
        connection.execute(statement, {"sequence": sequence})
    except sqlite3.IntegrityError:
        return True
    else:
        return False
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK TO attempted")
