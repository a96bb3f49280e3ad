"""How many jobs of a limited tenant were active at every instant, counted from the events."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING, printable
from crashqueue_verify.native.replayed_history import Refusal
from crashqueue_verify.native.replayed_tenant import new_limit

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from crashqueue_verify.findings import Findings

ADMISSIONS: Final = frozenset({"SUBMITTED", "REDRIVEN"})

# Only what changes a number. SQLite sorts it, on disk if there is much; nothing is kept here.
_CHANGES: Final = """
    SELECT tenant, event_sequence, kind, state, CASE WHEN job_id IS NULL THEN data END
    FROM events
    WHERE tenant IN (SELECT tenant FROM events WHERE job_id IS NULL)
      AND (job_id IS NULL OR kind IN ('SUBMITTED', 'REDRIVEN')
           OR state IN ('SUCCEEDED', 'DEAD_LETTER', 'CANCELLED'))
    ORDER BY tenant COLLATE BINARY, event_sequence
"""
_ANY_LIMIT: Final = "SELECT EXISTS (SELECT 1 FROM events WHERE job_id IS NULL)"

Change = tuple[str, int, str, str, str | None]


def check_admission(connection: sqlite3.Connection, findings: Findings) -> None:
    """Report tenants that had more active jobs than their limit, at any instant."""
    if connection.execute(_ANY_LIMIT).fetchone() == (1,):
        for tenant, changes in groupby(connection.execute(_CHANGES), key=itemgetter(0)):
            _Tally(tenant, findings).follow(changes)


class _Tally:
    """Counts one tenant's active jobs, event by event."""

    def __init__(self, tenant: str, findings: Findings) -> None:
        self._name = printable(tenant)
        self._findings = findings
        self._limit: int | None = None
        self._active = 0
        self._excesses: list[dict[str, object]] = []
        self._excess_count = 0

    def follow(self, changes: Iterator[Change]) -> None:
        """Take every change in the order in which it happened, and report."""
        for _, sequence, kind, state, data in changes:
            if data is not None:
                self._change_limit(sequence, kind, state, data)
            elif kind in ADMISSIONS:
                self._active += 1
                if self._limit is not None and self._active > self._limit:
                    self._note_excess(sequence)
            else:
                self._active -= 1
        if self._excess_count:
            self._findings.add(
                "CQ162",
                f"tenant {self._name} had more active jobs than its limit",
                rows=self._excesses,
                row_count=self._excess_count,
            )

    def _change_limit(self, sequence: int, kind: str, state: str, data: str) -> None:
        try:
            self._limit = new_limit(kind, state, data)
        except Refusal:
            return  # the tenant's replay has named it; the limit before stays in force
        if self._limit is not None and self._active > self._limit:
            self._findings.add(
                "CQ163",
                f"tenant {self._name} was given a limit below its active jobs",
                rows=[self._evidence(sequence)],
            )

    def _note_excess(self, sequence: int) -> None:
        self._excess_count += 1
        if len(self._excesses) < MAX_ROWS_PER_FINDING:
            self._excesses.append(self._evidence(sequence))

    def _evidence(self, sequence: int) -> dict[str, object]:
        return {
            "table": "events",
            "event_sequence": sequence,
            "active_jobs": self._active,
            "active_limit": self._limit,
        }
