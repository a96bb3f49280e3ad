"""The queue's values as JSON objects. Fields keep their names; times stay integer microseconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from crashqueue_core import Attempt, Event, Job, JobPage, JobState, Receipt, Submission, Tenant
from crashqueue_core.model import ACTIVE_STATES


def job_as_dict(job: Job) -> dict[str, object]:
    """Return every field of the job; `payload` and `checkpoint` are the parsed values."""
    document = asdict(job)
    del document["payload_json"], document["checkpoint_json"]
    return document | {"checkpoint": job.checkpoint, "payload": job.payload}


def jobs_as_dict(jobs: Iterable[Job]) -> dict[str, object]:
    """Return `jobs`, a list."""
    return {"jobs": [job_as_dict(job) for job in jobs]}


def attempt_as_dict(attempt: Attempt) -> dict[str, object]:
    """Return every field of the attempt."""
    return asdict(attempt)


def event_as_dict(event: Event) -> dict[str, object]:
    """Return every field of the event; `data` is the parsed object."""
    document = asdict(event)
    del document["data_json"]
    return document | {"data": event.data}


def submission_as_dict(submission: Submission) -> dict[str, object]:
    """Return `job` and `created`."""
    return {"created": submission.created, "job": job_as_dict(submission.job)}


def receipt_as_dict(receipt: Receipt) -> dict[str, object]:
    """Return `job` and what was recorded about its success."""
    return {
        "attempt_number": receipt.attempt_number,
        "finished_at_us": receipt.finished_at_us,
        "job": job_as_dict(receipt.job),
        "receipt_digest": receipt.receipt_digest,
        "result_digest": receipt.result_digest,
    }


def page_as_dict(page: JobPage) -> dict[str, object]:
    """Return `jobs`, and `next_cursor`, which is null on the last page."""
    return {**jobs_as_dict(page.jobs), "next_cursor": page.next_cursor}


def tenant_as_dict(tenant: Tenant) -> dict[str, object]:
    """Return every field of the tenant."""
    return asdict(tenant)


def counts_as_dict(counts: Mapping[JobState, int]) -> dict[str, object]:
    """Return `counts` of jobs by state, and `active_jobs`, those that a limit is about."""
    return {
        "active_jobs": sum(counts[state] for state in ACTIVE_STATES),
        "counts": dict(counts),
    }
