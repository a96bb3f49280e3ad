"""Commands of whoever does the work: claim, heartbeat, checkpoint, succeed, fail, release."""

from __future__ import annotations

from typing import TypedDict

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.documents import job_as_dict, jobs_as_dict, receipt_as_dict
from crashqueue_cli.options import ShownLease
from crashqueue_cli.payloads import GivenJSON, given_json
from crashqueue_core import JobQueue


class Claimant(TypedDict):
    """Who claims, for how long, and from which checkpoints it can continue."""

    worker_id: str
    lease_duration_us: int
    checkpoint_versions: tuple[int, ...]


@click.command()
@options.opens_queue
@options.worker_id
@options.lease_duration
@options.supported_versions
@click.option("--job-id", metavar="ID", help="Claim this job, and no other.")
@click.option(
    "--limit",
    type=int,
    metavar="N",
    help='Claim up to so many jobs (1 to 10,000) in one commit, and print "jobs", a list.',
)
def claim(
    queue: JobQueue,
    *,
    worker_id: str,
    lease_duration_us: int,
    checkpoint_versions: tuple[int, ...],
    job_id: str | None,
    limit: int | None,
) -> Answer:
    """Lease the next due job, or the one that is named; "job" is null when none is due.

    Order: greatest priority, then earliest due time, then first submitted. The job's
    "lease_token" is what heartbeat, checkpoint, succeed, fail and release ask for. A job that is
    named is leased or the command is refused; a lease that ran out is taken over at once.
    """
    claimant = Claimant(
        worker_id=worker_id,
        lease_duration_us=lease_duration_us,
        checkpoint_versions=checkpoint_versions,
    )
    if job_id is not None and limit is not None:
        raise click.UsageError("--job-id names one job; it does not go with --limit.")
    if limit is not None:
        return Answer(document=jobs_as_dict(queue.claim_many(limit=limit, **claimant)))
    if job_id is not None:
        return Answer(document={"job": job_as_dict(queue.claim_job(job_id=job_id, **claimant))})
    job = queue.claim(**claimant)
    return Answer(document={"job": None if job is None else job_as_dict(job)})


@click.command()
@options.opens_queue
@options.proves_lease
@options.lease_duration
def heartbeat(queue: JobQueue, *, lease: ShownLease, lease_duration_us: int) -> Answer:
    """Move a live lease's deadline; it never becomes earlier."""
    job = queue.heartbeat(**lease, lease_duration_us=lease_duration_us)
    return Answer(document={"job": job_as_dict(job)})


@click.command()
@options.opens_queue
@options.proves_lease
@click.option(
    "--checkpoint",
    type=given_json,
    metavar="JSON",
    required=True,
    help="JSON text, @FILE, or - for standard input; at most 16 KiB.",
)
@click.option(
    "--checkpoint-version",
    type=int,
    metavar="N",
    help="What the next attempt's worker must support, 1 to 1,000,000; else as before.",
)
def checkpoint(
    queue: JobQueue, *, lease: ShownLease, checkpoint: GivenJSON, checkpoint_version: int | None
) -> Answer:
    """Store under a live lease what the next attempt is to continue from."""
    job = queue.checkpoint(
        **lease, checkpoint=checkpoint.value, checkpoint_version=checkpoint_version
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
def succeed(queue: JobQueue, *, lease: ShownLease, result: GivenJSON | None) -> Answer:
    """Finish a job under a live lease.

    Again with the same lease and the same result, however late, it prints the same receipt and
    changes nothing; another result is refused.
    """
    receipt = queue.succeed(**lease, result=None if result is None else result.value)
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
def fail(queue: JobQueue, *, lease: ShownLease, error: str, retryable: bool) -> Answer:
    """Record a failed attempt: the job waits for a retry or is a dead letter."""
    job = queue.fail(**lease, error=error, retryable=retryable)
    return Answer(document={"job": job_as_dict(job)})


@click.command()
@options.opens_queue
@options.proves_lease
def release(queue: JobQueue, *, lease: ShownLease) -> Answer:
    """Give back a job that was not worked on; the attempt does not count."""
    return Answer(document={"job": job_as_dict(queue.release(**lease))})
