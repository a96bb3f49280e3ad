"""Invariants of the database as a whole, each asked of SQLite in one statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING, printable
from crashqueue_verify.native.format import unique_columns
from crashqueue_verify.native.sequences import check_sequences

if TYPE_CHECKING:
    import sqlite3

    from crashqueue_verify.findings import Findings

UNIQUE: Final = {
    "CQ111": ("jobs", ("tenant", "submission_sequence")),
    "CQ112": ("jobs", ("job_id",)),
    "CQ113": ("jobs", ("tenant", "idempotency_key")),
    "CQ114": ("attempts", ("lease_token",)),
}

# Not lag(): a correlated look-up by rowid is three times as fast, and steps over gaps as well.
_STEPS_BACK: Final = """
    SELECT e.job_id, e.event_number, e.event_sequence, e.occurred_at_us,
           p.occurred_at_us AS occurred_before_at_us
    FROM events AS e JOIN events AS p ON p.event_sequence = (
        SELECT max(event_sequence) FROM events WHERE event_sequence < e.event_sequence)
    WHERE e.occurred_at_us < p.occurred_at_us
    ORDER BY e.event_sequence
"""


def check_database(connection: sqlite3.Connection, findings: Findings) -> None:
    """Report what is wrong with sequences, unique columns and the order of time."""
    check_sequences(connection, findings)
    for rule_id, (table, columns) in UNIQUE.items():
        _check_unique(connection, findings, rule_id, table, columns)
    _check_time(connection, findings)


def _check_unique(
    connection: sqlite3.Connection,
    findings: Findings,
    rule_id: str,
    table: str,
    columns: tuple[str, ...],
) -> None:
    if columns in unique_columns(connection, table):
        return  # SQLite's integrity check has looked through the constraint's index
    shared = connection.execute(
        f"""
        SELECT count(*), {", ".join(columns)} FROM {table}
        GROUP BY {", ".join(f"{column} COLLATE BINARY" for column in columns)}
        HAVING count(*) > 1 ORDER BY {", ".join(columns)}
        """
    )
    for count, *values in shared:
        named = ", ".join(
            f"{column} {printable(value)}" for column, value in zip(columns, values, strict=True)
        )
        findings.add(
            rule_id,
            f"{count} rows of {table} share the {named}",
            rows=[{**dict(zip(columns, values, strict=True)), "rows": count}],
            row_count=count,
        )
    if rule_id not in findings:
        name = f"{table}.{columns[-1]}" + (f" in its {columns[0]}" if columns[1:] else "")
        findings.add(rule_id, f"nothing keeps {name} unique: its constraint is missing")


def _check_time(connection: sqlite3.Connection, findings: Findings) -> None:
    cursor = connection.execute(_STEPS_BACK)
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchmany(MAX_ROWS_PER_FINDING)]
    if rows:
        count = len(rows) + sum(1 for _ in cursor)
        events = "1 event is" if count == 1 else f"{count} events are"
        findings.add(
            "CQ119",
            f"{events} earlier than the event before in the database",
            rows=rows,
            row_count=count,
        )
