"""Commands of whoever wants work done: submit, cancel, redrive."""

from __future__ import annotations

from typing import Any

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.documents import job_as_dict, submission_as_dict
from crashqueue_cli.payloads import GivenJSON, given_json
from crashqueue_cli.places import Place, place
from crashqueue_core import JobQueue, JobRequest, RetryPolicy
from crashqueue_core.request import check_request


@click.command()
@place
@options.busy_timeout
@options.tenant
@click.option("--idempotency-key", required=True, metavar="KEY", help="Your name for the request.")
@click.option("--job-type", required=True, metavar="NAME", help="Which handler executes it.")
@click.option(
    "--payload",
    type=given_json,
    metavar="JSON",
    required=True,
    help="JSON text, @FILE, or - for standard input.",
)
@click.option(
    "--priority",
    type=int,
    metavar="N",
    default=0,
    show_default=True,
    help="Greater is claimed first.",
)
@click.option(
    "--delay-us",
    type=int,
    metavar="US",
    default=0,
    show_default=True,
    help="Not claimed before so much time has passed.",
)
@click.option(
    "--max-attempts",
    type=int,
    metavar="N",
    default=RetryPolicy().max_attempts,
    show_default=True,
    help="Attempts before the job is a dead letter.",
)
@click.option(
    "--base-delay-us",
    type=int,
    metavar="US",
    default=RetryPolicy().base_delay_us,
    show_default=True,
    help="Delay before the second attempt.",
)
@click.option(
    "--factor",
    type=int,
    metavar="N",
    default=RetryPolicy().factor,
    show_default=True,
    help="By which each further delay grows.",
)
@click.option(
    "--max-delay-us",
    type=int,
    metavar="US",
    default=RetryPolicy().max_delay_us,
    show_default=True,
    help="No delay is longer.",
)
@click.option(
    "--checkpoint-version",
    type=int,
    metavar="N",
    default=1,
    show_default=True,
    help="What the first attempt's worker must support, 1 to 1,000,000.",
)
def submit(
    *,
    place: Place,
    busy_timeout_us: int,
    tenant: str | None,
    idempotency_key: str,
    job_type: str,
    payload: GivenJSON,
    priority: int,
    delay_us: int,
    max_attempts: int,
    base_delay_us: int,
    factor: int,
    max_delay_us: int,
    checkpoint_version: int,
) -> Answer:
    """Submit a job, or find the one that the key names; creates the database.

    The same key with the same payload, job type and checkpoint version gives the same job, with
    "created" false. Keys of different tenants are different. Without a tenant the job is for the
    tenant "default".
    """
    request: dict[str, Any] = {
        "idempotency_key": idempotency_key,
        "job_type": job_type,
        "payload": payload.value,
        "priority": priority,
        "delay_us": delay_us,
        "retry_policy": RetryPolicy(
            max_attempts=max_attempts,
            base_delay_us=base_delay_us,
            factor=factor,
            max_delay_us=max_delay_us,
        ),
        "checkpoint_version": checkpoint_version,
    }
    # A request that will be refused must not leave a new database behind.
    check_request(JobRequest(**request))
    with place.opened(busy_timeout_us=busy_timeout_us, create=True) as queue:
        submission = options.view_of(queue, tenant).submit(**request)
    return Answer(document=submission_as_dict(submission))


@click.command()
@options.opens_queue
@options.job_id
def cancel(queue: JobQueue, *, job_id: str) -> Answer:
    """Cancel a job that has not finished, and revoke its lease.

    Cancelling again changes nothing. A handler that runs already is not stopped; its
    acknowledgement will be refused.
    """
    return Answer(document={"job": job_as_dict(queue.cancel(job_id=job_id))})


@click.command()
@options.opens_queue
@options.job_id
@click.option(
    "--attempt-budget",
    type=int,
    metavar="N",
    required=True,
    help="Further attempts to grant, 1 to 1,000.",
)
def redrive(queue: JobQueue, *, job_id: str, attempt_budget: int) -> Answer:
    """Queue a dead letter again with a new attempt budget."""
    job = queue.redrive(job_id=job_id, attempt_budget=attempt_budget)
    return Answer(document={"job": job_as_dict(job)})
