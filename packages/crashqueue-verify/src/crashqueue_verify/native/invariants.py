"""Invariants of the database as a whole, each asked of SQLite in one statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING, printable
from crashqueue_verify.native.format import unique_columns

if TYPE_CHECKING:
    import sqlite3

    from crashqueue_verify.findings import Findings

UNIQUE: Final = {
    "CQ112": ("jobs", "job_id"),
    "CQ113": ("jobs", "idempotency_key"),
    "CQ114": ("attempts", "lease_token"),
}
GAPLESS: Final = {
    "CQ111": ("jobs", "submission_sequence"),
    "CQ118": ("events", "event_sequence"),
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
    for rule_id, (table, column) in GAPLESS.items():
        _check_gapless(connection, findings, rule_id, table, column)
    for rule_id, (table, column) in UNIQUE.items():
        _check_unique(connection, findings, rule_id, table, column)
    _check_time(connection, findings)


def _check_gapless(
    connection: sqlite3.Connection, findings: Findings, rule_id: str, table: str, column: str
) -> None:
    count, least, greatest = connection.execute(
        f"SELECT count(*), min({column}), max({column}) FROM {table}"
    ).fetchone()
    if count == 0 or (least, greatest) == (1, count):
        return
    if least < 1:
        findings.add(rule_id, f"{column} starts at {least}, not at 1", rows=[{column: least}])
        return
    gaps = connection.execute(
        f"""
        SELECT before + 1, {column} - 1
        FROM (SELECT {column}, lag({column}, 1, 0) OVER (ORDER BY {column}) AS before FROM {table})
        WHERE {column} > before + 1
        """
    )
    rows = [{"first_missing": first, "last_missing": last} for first, last in gaps.fetchmany(100)]
    findings.add(rule_id, f"{greatest - count} values of {column} are missing", rows=rows)


def _check_unique(
    connection: sqlite3.Connection, findings: Findings, rule_id: str, table: str, column: str
) -> None:
    guarded = (column,) in unique_columns(connection, table)
    shared = connection.execute(
        f"""
        SELECT {column}, count(*) FROM {table}
        GROUP BY {column} COLLATE BINARY HAVING count(*) > 1 ORDER BY 1
        """
    )
    for value, count in shared:
        findings.add(
            rule_id,
            f"{count} rows of {table} share the {column} {printable(value)}",
            rows=[{column: value, "rows": count}],
            row_count=count,
        )
    if not guarded and rule_id not in findings:
        findings.add(rule_id, f"nothing keeps {table}.{column} unique: its constraint is missing")


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
