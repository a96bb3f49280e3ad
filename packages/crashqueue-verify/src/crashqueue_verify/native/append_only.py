"""Whether history is append-only: by trying to rewrite it where that harms nobody, undone after."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Final

from crashqueue_verify.source.database import distrust

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


_DECLARED: Final = """
    SELECT sql FROM sqlite_schema
     WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND (type = 'trigger') = ?
     ORDER BY type <> 'table', rowid
"""


def check_append_only_elsewhere(
    connection: sqlite3.Connection, findings: Findings, *, time_limit_s: float
) -> None:
    """Report the same of a database that only reads, by trying in memory on a few of its events."""
    sample = [row[0] for row in connection.execute(_SAMPLE)]
    chosen = f"SELECT * FROM events WHERE event_sequence IN ({', '.join('?' * len(sample))})"
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as replica:
        distrust(replica, time_limit_s=time_limit_s)
        _declare(connection, replica, are_triggers=False)
        for event in connection.execute(chosen, sample):
            replica.execute(f"INSERT INTO events VALUES ({', '.join('?' * len(event))})", event)
        _declare(connection, replica, are_triggers=True)
        check_append_only(replica, findings)


def _declare(
    connection: sqlite3.Connection, replica: sqlite3.Connection, *, are_triggers: bool
) -> None:
    for (sql,) in connection.execute(_DECLARED, (are_triggers,)):
        replica.execute(sql)


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
