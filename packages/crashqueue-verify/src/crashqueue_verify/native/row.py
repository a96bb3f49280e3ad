"""A job's row held against the job that its history leads to."""

from __future__ import annotations

import hashlib
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from crashqueue_verify.native.canonical import is_canonical

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.replayed_job import ReplayedJob

MAX_PAYLOAD_BYTES: Final = 1_048_576


class JobRow(NamedTuple):
    """One row of the table jobs; times in microseconds since the epoch.

    First what no column of a replayed job is compared with, then what is compared at once.
    """

    job_number: int
    job_id: str
    payload: str
    history_length: int
    history_digest: str
    tenant: str
    submission_sequence: int
    idempotency_key: str
    job_type: str
    payload_digest: str
    priority: int
    max_attempts: int
    base_delay_us: int
    delay_factor: int
    max_delay_us: int
    initial_checkpoint_version: int
    submitted_at_us: int
    state: str
    due_at_us: int
    attempt_count: int
    attempts_forgiven: int
    attempt_budget: int
    fence: int
    lease_worker_id: str | None
    lease_token: str | None
    lease_expires_at_us: int | None
    checkpoint_version: int
    checkpoint: str | None
    result_digest: str | None
    updated_at_us: int


JOBS: Final = f"SELECT {', '.join(JobRow._fields)} FROM jobs ORDER BY job_id COLLATE BINARY"

LEASE: Final = ("lease_worker_id", "lease_token", "lease_expires_at_us")
COMPARED: Final = {
    "CQ135": ("fence",),
    "CQ140": ("checkpoint_version", "checkpoint"),
    "CQ144": ("attempt_count", "attempts_forgiven", "attempt_budget"),
    "CQ145": ("due_at_us",),
    "CQ146": ("result_digest",),
    "CQ147": (
        "submission_sequence",
        "idempotency_key",
        "job_type",
        "payload_digest",
        "priority",
        "max_attempts",
        "base_delay_us",
        "delay_factor",
        "max_delay_us",
        "initial_checkpoint_version",
    ),
    "CQ148": ("submitted_at_us", "updated_at_us"),
    "CQ161": ("tenant",),
}
"""Columns that each rule compares, whatever the state."""

_ALL: Final = ("state", *LEASE, *(column for columns in COMPARED.values() for column in columns))
_FIRST: Final = JobRow._fields.index("tenant")
_replayed: Final = attrgetter(*JobRow._fields[_FIRST:])


def compare_row(row: JobRow, job: ReplayedJob, findings: Findings) -> bool:
    """Report where `row` differs from the replayed `job`; a root cause hides its consequences.

    Return whether row and history belong to the same moment, so that other rows can be compared.
    """
    if (row.history_length, row.history_digest) != (job.history_length, job.history_digest):
        _differs(row, job, findings, "CQ124", ("history_length", "history_digest"))
        return False
    # Almost every row is as it should be, and passes here.
    if not job.is_complete or row[_FIRST:] == _replayed(job):
        return True
    if row.state != job.state:
        _differs(row, job, findings, "CQ141", _ALL)
    else:
        _compare_lease(row, job, findings)
        for rule_id, columns in COMPARED.items():
            _differs(row, job, findings, rule_id, columns)
    return True


def check_payload(row: JobRow, findings: Findings) -> None:
    """Report a payload that is not what was submitted, or not canonical."""
    payload = row.payload.encode()
    if hashlib.sha256(payload).hexdigest() != row.payload_digest:
        sentence = "the payload does not have the digest that the row names"
        findings.add("CQ149", sentence, job_id=row.job_id, rows=[_size(row, payload)])
    elif len(payload) > MAX_PAYLOAD_BYTES or not is_canonical(row.payload):
        sentence = "the payload is not canonical JSON, is too large or nested too deep"
        findings.add("CQ150", sentence, job_id=row.job_id, rows=[_size(row, payload)])


def _compare_lease(row: JobRow, job: ReplayedJob, findings: Findings) -> None:
    lease = (row.lease_worker_id, row.lease_token, row.lease_expires_at_us)
    misplaced = (None in lease) if row.state == "LEASED" else (lease != (None, None, None))
    _differs(row, job, findings, "CQ142" if misplaced else "CQ143", LEASE)


def _differs(
    row: JobRow, job: ReplayedJob, findings: Findings, rule_id: str, columns: Iterable[str]
) -> None:
    differing = [c for c in columns if getattr(row, c) != getattr(job, c)]
    if differing:
        findings.add(
            rule_id,
            f"the row and the history disagree on {', '.join(differing)}",
            job_id=row.job_id,
            rows=[
                {"column": c, "row": getattr(row, c), "history": getattr(job, c)} for c in differing
            ],
        )


def _size(row: JobRow, payload: bytes) -> dict[str, object]:
    # A payload is somebody's data: its size is evidence, its content is not shown.
    return {"payload_bytes": len(payload), "payload_digest": row.payload_digest}
