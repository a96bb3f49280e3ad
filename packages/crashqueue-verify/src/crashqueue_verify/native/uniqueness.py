"""Columns in which no value is there twice, asked of SQLite in one statement each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable

if TYPE_CHECKING:
    import sqlite3

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.source import NativeSource

UNIQUE: Final = {
    "CQ111": ("jobs", ("tenant", "submission_sequence")),
    "CQ112": ("jobs", ("job_id",)),
    "CQ113": ("jobs", ("tenant", "idempotency_key")),
    "CQ114": ("attempts", ("lease_token",)),
}


def check_uniqueness(source: NativeSource, findings: Findings) -> None:
    """Report values that are there twice, and columns that nothing keeps unique."""
    for rule_id, (table, columns) in UNIQUE.items():
        # Where it is declared, reading the rows has gone through the constraint's index, or the
        # server keeps it.
        if columns not in source.unique_columns(table):
            _check_unique(source.connection, findings, rule_id, table, columns)


def _check_unique(
    connection: sqlite3.Connection,
    findings: Findings,
    rule_id: str,
    table: str,
    columns: tuple[str, ...],
) -> None:
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
