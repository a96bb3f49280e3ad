"""The attempts table held against the claims of a history, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.replayed_job import ReplayedJob

ATTEMPTS: Final = """
    SELECT job_id, tenant, attempt_number, worker_id, lease_token, fence,
           started_at_us, ended_at_us, outcome, error
    FROM attempts ORDER BY job_id COLLATE BINARY, attempt_number
"""

OUTCOMES: Final = {
    "CLAIMED": "EXPIRED",
    "SUCCEEDED": "SUCCEEDED",
    "FAILED": "FAILED",
    "LEASE_EXPIRED": "EXPIRED",
    "RELEASED": "RELEASED",
    "CANCELLED": "CANCELLED",
}
"""How an attempt ends when an event of this kind takes its lease away; a claim takes it over."""


class AttemptRow(NamedTuple):
    """One row of the table; times in microseconds since the epoch."""

    job_id: str
    tenant: str
    attempt_number: int
    worker_id: str
    lease_token: str
    fence: int
    started_at_us: int
    ended_at_us: int | None
    outcome: str | None
    error: str | None


_CLAIMED: Final = AttemptRow._fields[:7]
"""The columns that a claim fixes."""
_RULES: Final = {"tenant": "CQ161", "fence": "CQ135"}
"""Whose business it is when this column alone is not as claimed."""


class AttemptLedger:
    """Follows one job's attempt rows while its history is replayed.

    After a row that belongs to no claim the job's further attempts are not compared.
    """

    __slots__ = ("_findings", "_job", "_open", "_rows")

    def __init__(
        self, job: ReplayedJob, rows: Iterator[tuple[object, ...]], findings: Findings
    ) -> None:
        self._job = job
        self._rows = rows
        self._findings = findings
        self._open: AttemptRow | None = None

    def follow(self, kind: str, now_us: int) -> None:
        """Compare the rows of the attempts that an event of `kind` has just closed and opened."""
        if self._open is not None:
            self._close_row(self._open, kind, now_us)
        if kind == "CLAIMED":
            self._open_row(now_us)

    def _open_row(self, now_us: int) -> None:
        job = self._job
        values = next(self._rows, None)
        if values is None:
            self._add("CQ151", f"claim {job.attempt_count} has no attempt row")
            return
        claimed = (
            job.job_id,
            job.tenant,
            job.attempt_count,
            job.lease_worker_id,
            job.lease_token,
            job.fence,
            now_us,
        )
        self._open = AttemptRow._make(values)
        if values[:7] != claimed:
            self._compare(self._open, claimed)

    def _compare(self, row: AttemptRow, claimed: tuple[object, ...]) -> None:
        differing = [
            name
            for name, value in zip(_CLAIMED, claimed, strict=True)
            if getattr(row, name) != value
        ]
        rule_ids = {_RULES.get(name, "CQ151") for name in differing}
        if rule_ids.isdisjoint({"CQ151"}):
            for name in differing:
                self._add(_RULES[name], f"the attempt row has another {name} than its claim", row)
            return
        self._add("CQ151", f"the attempt row of claim {claimed[2]} is not that claim", row)
        self._open = None
        for _ in self._rows:
            pass

    def _close_row(self, row: AttemptRow, kind: str, now_us: int) -> None:
        self._open = None
        error = self._job.error if kind == "FAILED" else None
        if row.ended_at_us is None and row.outcome is None:
            sentence = f"attempt {row.attempt_number} is open although {kind} ended it"
            self._add("CQ152", sentence, row)
        elif row[7:] != (now_us, OUTCOMES[kind], error):
            sentence = f"attempt {row.attempt_number} does not say that {kind} ended it"
            self._add("CQ153", sentence, row)

    def finish(self) -> None:
        """Expect no further row, and the last one open exactly when the job is LEASED."""
        if not self._job.is_complete:
            return
        if self._open is not None and self._open[7:] != (None, None, None):
            self._add("CQ152", "the attempt is closed although the job is leased", self._open)
        for values in self._rows:
            row = AttemptRow._make(values)
            self._add("CQ151", f"attempt {row.attempt_number} has no claim in the history", row)

    def _add(self, rule_id: str, sentence: str, row: AttemptRow | None = None) -> None:
        rows = [] if row is None else [row._asdict()]
        self._findings.add(rule_id, sentence, job_id=self._job.job_id, rows=rows)
