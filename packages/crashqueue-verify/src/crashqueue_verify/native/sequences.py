"""Numbers that run 1, 2, 3 … without gaps, in the database or in each tenant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING, printable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from crashqueue_verify.findings import Findings


class Sequence(NamedTuple):
    """A column that is counted; `owner` is the SQL for whose numbers they are, NULL for all."""

    rule_id: str
    table: str
    column: str
    owner: str = "NULL"


SUBMISSIONS: Final = Sequence("CQ111", "jobs", "submission_sequence", "tenant COLLATE BINARY")
SEQUENCES: Final = (
    Sequence("CQ110", "jobs", "job_number"),
    SUBMISSIONS,
    Sequence("CQ118", "events", "event_sequence"),
)


def check_sequences(
    connection: sqlite3.Connection, findings: Findings, sequences: Iterable[Sequence]
) -> None:
    """Report numbers of `sequences` that are missing."""
    for sequence in sequences:
        table, column, owner = sequence[1:]
        grouping = "" if owner == "NULL" else "GROUP BY 1"
        # Least, greatest and number of rows tell of any gap; only then the gaps are looked for.
        ends = f"SELECT {owner}, count(*), min({column}), max({column}) FROM {table} {grouping}"
        for name, count, least, greatest in connection.execute(ends):
            if count and (least, greatest) != (1, count):
                _report_gaps(connection, findings, sequence, name, least)


def _report_gaps(
    connection: sqlite3.Connection,
    findings: Findings,
    sequence: Sequence,
    owner: str | None,
    least: int,
) -> None:
    column = sequence.column
    name = column if owner is None else f"{column} of tenant {printable(owner)}"
    if least < 1:
        sentence = f"{name} starts at {least}, not at 1"
        findings.add(sequence.rule_id, sentence, rows=[{column: least}])
        return
    missing_count = 0
    rows: list[dict[str, int]] = []
    gaps = connection.execute(
        f"""
        SELECT before + 1, {column} - 1
        FROM (SELECT {column}, lag({column}, 1, 0) OVER (ORDER BY {column}) AS before
              FROM {sequence.table} WHERE {sequence.owner} IS :owner)
        WHERE {column} > before + 1
        """,
        {"owner": owner},
    )
    for first, last in gaps:
        missing_count += last - first + 1
        if len(rows) < MAX_ROWS_PER_FINDING:
            rows.append({"first_missing": first, "last_missing": last})
    if missing_count:
        findings.add(sequence.rule_id, f"{missing_count} values of {name} are missing", rows=rows)
