"""Commands that let time take effect, from any process, as often as you like."""

from __future__ import annotations

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.documents import jobs_as_dict
from crashqueue_core import JobQueue


@click.command()
@options.opens_queue
@options.batch_limit
def promote(queue: JobQueue, *, limit: int) -> Answer:
    """Queue the retries whose delay is over."""
    return Answer(document=jobs_as_dict(queue.promote_due(limit=limit)))


@click.command()
@options.opens_queue
@options.batch_limit
def recover(queue: JobQueue, *, limit: int) -> Answer:
    """End the leases that ran out: retry, or dead letter when the budget is used up.

    The old worker is not stopped; its acknowledgement will be refused.
    """
    return Answer(document=jobs_as_dict(queue.recover_expired(limit=limit)))
