"""What is moved: every column of every table, in an order that both engines agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crashqueue_core.errors import NotStorable
from crashqueue_core.store.rows import (
    ATTEMPT_COLUMNS,
    EVENT_COLUMNS,
    JOB_COLUMNS,
    TENANT_COLUMNS,
    Row,
)

# What COPY's text form puts in place of these, in both directions: the bytes that are sent are
# those that come back. https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"
_ESCAPES: Final = str.maketrans(
    {
        "\\": "\\\\",
        "\b": "\\b",
        "\f": "\\f",
        "\n": "\\n",
        "\r": "\\r",
        "\t": "\\t",
        "\v": "\\v",
    }
)
_NULL: Final = "\\N"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table: its columns, and those by which its rows are ordered.

    `number` is the column that PostgreSQL counts by itself, if it has one.
    """

    name: str
    columns: str
    order: tuple[str, ...]
    number: str | None = None

    def line(self, row: Row) -> str:
        """Return the row as COPY's text form has it; raises NotStorable for the character NUL."""
        line = "\t".join(map(_field, row))
        if "\0" in line:
            named = dict(zip(self.columns.split(", "), row, strict=True))
            raise NotStorable(
                "PostgreSQL's text cannot hold the character NUL",
                table=self.name,
                **{column: named[column] for column in self.order},
            )
        return f"{line}\n"


TABLES: Final = (
    Table(name="tenants", columns=TENANT_COLUMNS, order=("tenant",)),
    Table(
        name="jobs",
        columns=f"job_number, {JOB_COLUMNS}",
        order=("job_number",),
        number="job_number",
    ),
    Table(name="attempts", columns=ATTEMPT_COLUMNS, order=("job_id", "attempt_number")),
    Table(
        name="events",
        columns=f"event_sequence, {EVENT_COLUMNS}",
        order=("event_sequence",),
        number="event_sequence",
    ),
)
"""In the order in which one refers to another."""


def _field(value: object) -> str:
    if value is None:
        return _NULL
    return value.translate(_ESCAPES) if isinstance(value, str) else str(value)
