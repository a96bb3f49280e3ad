"""Commands of whoever wants to know: show, list, history."""

from __future__ import annotations

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.documents import attempt_as_dict, event_as_dict, job_as_dict, page_as_dict
from crashqueue_core import JobQueue, JobState


@click.command()
@options.opens_queue
@options.job_id
def show(queue: JobQueue, *, job_id: str) -> Answer:
    """Print a job and its attempts."""
    job, attempts = queue.get(job_id), queue.attempts(job_id)
    return Answer(
        document={
            "attempts": [attempt_as_dict(attempt) for attempt in attempts],
            "job": job_as_dict(job),
        }
    )


@click.command("list")
@options.opens_queue
@click.option("--state", type=click.Choice(list(map(str, JobState))), help="Only in this state.")
@click.option("--job-type", metavar="NAME", help="Only of this type.")
@options.batch_limit
@click.option("--cursor", metavar="CURSOR", help='Continue after the page with this "next_cursor".')
def list_jobs(
    queue: JobQueue,
    *,
    state: str | None,
    job_type: str | None,
    limit: int,
    cursor: str | None,
) -> Answer:
    """Print jobs in order of submission, page by page."""
    page = queue.list_jobs(state=state, job_type=job_type, limit=limit, cursor=cursor)
    return Answer(document=page_as_dict(page))


@click.command()
@options.opens_queue
@options.job_id
def history(queue: JobQueue, *, job_id: str) -> Answer:
    """Print everything that happened to a job, first to last."""
    events = queue.history(job_id)
    return Answer(document={"events": [event_as_dict(event) for event in events], "job_id": job_id})
