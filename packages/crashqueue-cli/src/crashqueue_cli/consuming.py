"""Commands of whoever does the work: claim, heartbeat, succeed, fail, release."""

from __future__ import annotations

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.documents import job_as_dict, jobs_as_dict, receipt_as_dict
from crashqueue_cli.payloads import GivenJSON, given_json
from crashqueue_core import DurableQueue


@click.command()
@options.opens_queue
@options.worker_id
@options.lease_duration
@click.option(
    "--limit",
    type=int,
    metavar="N",
    help='Claim up to so many jobs (1 to 10,000) in one commit, and print "jobs", a list.',
)
def claim(
    queue: DurableQueue, *, worker_id: str, lease_duration_us: int, limit: int | None
) -> Answer:
    """Lease the next due job; "job" is null when none is due.

    Order: greatest priority, then earliest due time, then first submitted. The job's
    "lease_token" is what heartbeat, succeed, fail and release ask for.
    """
    if limit is not None:
        jobs = queue.claim_many(
            worker_id=worker_id, lease_duration_us=lease_duration_us, limit=limit
        )
        return Answer(document=jobs_as_dict(jobs))
    job = queue.claim(worker_id=worker_id, lease_duration_us=lease_duration_us)
    return Answer(document={"job": None if job is None else job_as_dict(job)})


@click.command()
@options.opens_queue
@options.proves_lease
@options.lease_duration
def heartbeat(
    queue: DurableQueue, *, job_id: str, worker_id: str, lease_token: str, lease_duration_us: int
) -> Answer:
    """Move a live lease's deadline; it never becomes earlier."""
    job = queue.heartbeat(
        job_id=job_id,
        worker_id=worker_id,
        lease_token=lease_token,
        lease_duration_us=lease_duration_us,
    )
    return Answer(document={"job": job_as_dict(job)})


@click.command()
@options.opens_queue
@options.proves_lease
@click.option(
    "--result",
    type=given_json,
    metavar="JSON",
    help="JSON text, @FILE, or - for standard input. Its digest is recorded, not the result.",
)
def succeed(
    queue: DurableQueue,
    *,
    job_id: str,
    worker_id: str,
    lease_token: str,
    result: GivenJSON | None,
) -> Answer:
    """Finish a job under a live lease."""
    receipt = queue.succeed(
        job_id=job_id,
        worker_id=worker_id,
        lease_token=lease_token,
        result=None if result is None else result.value,
    )
    return Answer(document=receipt_as_dict(receipt))


@click.command()
@options.opens_queue
@options.proves_lease
@click.option("--error", required=True, metavar="TEXT", help="What went wrong; it is recorded.")
@click.option(
    "--retryable/--final",
    default=True,
    show_default=True,
    help="Whether trying again can help; a final failure makes a dead letter at once.",
)
def fail(
    queue: DurableQueue,
    *,
    job_id: str,
    worker_id: str,
    lease_token: str,
    error: str,
    retryable: bool,
) -> Answer:
    """Record a failed attempt: the job waits for a retry or is a dead letter."""
    job = queue.fail(
        job_id=job_id,
        worker_id=worker_id,
        lease_token=lease_token,
        error=error,
        retryable=retryable,
    )
    return Answer(document={"job": job_as_dict(job)})


@click.command()
@options.opens_queue
@options.proves_lease
def release(queue: DurableQueue, *, job_id: str, worker_id: str, lease_token: str) -> Answer:
    """Give back a job that was not worked on; the attempt does not count."""
    job = queue.release(job_id=job_id, worker_id=worker_id, lease_token=lease_token)
    return Answer(document={"job": job_as_dict(job)})
