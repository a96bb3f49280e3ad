"""Work that stands still: possible in a correct queue, and worth a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING, printable

if TYPE_CHECKING:
    import sqlite3

    from crashqueue_verify.findings import Findings

_EXPIRED: Final = """
    SELECT lease_worker_id, count(*), min(lease_expires_at_us) FROM jobs
    WHERE state = 'LEASED' AND lease_expires_at_us <= :now_us
    GROUP BY lease_worker_id ORDER BY lease_worker_id
"""
_EXPIRED_ROWS: Final = """
    SELECT job_id, lease_expires_at_us FROM jobs
    WHERE state = 'LEASED' AND lease_expires_at_us <= :now_us AND lease_worker_id IS :worker_id
    ORDER BY lease_expires_at_us, job_number LIMIT :limit
"""
_DUE: Final = """
    SELECT count(*), min(due_at_us) FROM jobs WHERE state = 'RETRY_WAIT' AND due_at_us <= :now_us
"""
_DUE_ROWS: Final = """
    SELECT job_id, due_at_us FROM jobs WHERE state = 'RETRY_WAIT' AND due_at_us <= :now_us
    ORDER BY due_at_us, job_number LIMIT :limit
"""


def check_liveness(connection: sqlite3.Connection, now_us: int, findings: Findings) -> None:
    """Warn of expired leases and of due retries that stand still at `now_us`."""
    for worker_id, count, since_us in connection.execute(_EXPIRED, {"now_us": now_us}):
        chosen = {"now_us": now_us, "worker_id": worker_id, "limit": MAX_ROWS_PER_FINDING}
        findings.add(
            "CQ201",
            f"{_jobs(count)} of worker {printable(worker_id)}, lease expired since {since_us}",
            rows=[
                {"job_id": job_id, "lease_expires_at_us": expires_at_us}
                for job_id, expires_at_us in connection.execute(_EXPIRED_ROWS, chosen)
            ],
            row_count=count,
        )
    count, since_us = connection.execute(_DUE, {"now_us": now_us}).fetchone()
    if count:
        chosen = {"now_us": now_us, "limit": MAX_ROWS_PER_FINDING}
        findings.add(
            "CQ202",
            f"{_jobs(count)} waiting for a promotion due since {since_us}",
            rows=[
                {"job_id": job_id, "due_at_us": due_at_us}
                for job_id, due_at_us in connection.execute(_DUE_ROWS, chosen)
            ],
            row_count=count,
        )


def _jobs(count: int) -> str:
    return "1 job" if count == 1 else f"{count} jobs"
