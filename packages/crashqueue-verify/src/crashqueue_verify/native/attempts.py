"""The attempts table held against the claims of a history, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.replayed_job import ReplayedJob

ATTEMPTS: Final = """
    SELECT job_id, attempt_number, worker_id, lease_token,
           started_at_us, ended_at_us, outcome, error
    FROM attempts ORDER BY job_id COLLATE BINARY, attempt_number
"""

OUTCOMES: Final = {
    "SUCCEEDED": "SUCCEEDED",
    "FAILED": "FAILED",
    "LEASE_EXPIRED": "EXPIRED",
    "RELEASED": "RELEASED",
    "CANCELLED": "CANCELLED",
}
"""How an attempt ends when an event of this kind leaves LEASED."""


class AttemptRow(NamedTuple):
    """One row of the table; times in microseconds since the epoch."""

    job_id: str
    attempt_number: int
    worker_id: str
    lease_token: str
    started_at_us: int
    ended_at_us: int | None
    outcome: str | None
    error: str | None


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
        self._open: tuple[object, ...] | None = None

    def follow(self, kind: str, now_us: int) -> None:
        """Compare the row of the attempt that an event of `kind` has just opened or closed."""
        if kind == "CLAIMED":
            self._open_row(now_us)
        else:
            self._close_row(kind, now_us)

    def _open_row(self, now_us: int) -> None:
        job = self._job
        claimed = (job.job_id, job.attempt_count, job.lease_worker_id, job.lease_token, now_us)
        self._open = next(self._rows, None)
        if self._open is None:
            self._add("CQ151", f"claim {job.attempt_count} has no attempt row")
        elif self._open[:5] != claimed:
            self._add("CQ151", f"the attempt row of claim {job.attempt_count} is not that claim")
            self._open = None
            for _ in self._rows:
                pass

    def _close_row(self, kind: str, now_us: int) -> None:
        row, self._open = self._open, None
        if row is None:
            return
        error = self._job.error if kind == "FAILED" else None
        if row[5] is None and row[6] is None:
            self._add("CQ152", f"attempt {row[1]} is open although {kind} ended it", row)
        elif row[5:] != (now_us, OUTCOMES[kind], error):
            self._add("CQ153", f"attempt {row[1]} does not say that {kind} ended it", row)

    def finish(self) -> None:
        """Expect no further row, and the last one open exactly when the job is LEASED."""
        if not self._job.is_complete:
            return
        if self._open is not None and self._open[5:] != (None, None, None):
            self._add("CQ152", "the attempt is closed although the job is leased", self._open)
        for row in self._rows:
            self._add("CQ151", f"attempt {row[1]} has no claim in the history", row)

    def _add(self, rule_id: str, sentence: str, row: tuple[object, ...] | None = None) -> None:
        row = row or self._open
        rows = [] if row is None else [_shown(row)]
        self._findings.add(rule_id, sentence, job_id=self._job.job_id, rows=rows)


def _shown(row: tuple[object, ...]) -> dict[str, object]:
    return dict(zip(AttemptRow._fields, row, strict=True))
