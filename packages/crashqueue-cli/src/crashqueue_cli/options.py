"""Options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from crashqueue_cli.answers import Answer
from crashqueue_core import DurableQueue

Command = Callable[..., Answer]
"""A command's function: from its options to its answer."""

database: Final = click.option(
    "--database",
    type=click.Path(path_type=Path),
    metavar="FILE",
    required=True,
    envvar="CRASHQUEUELAB_DATABASE",
    show_envvar=True,
    help="The queue's database.",
)
busy_timeout: Final = click.option(
    "--busy-timeout-us",
    type=int,
    metavar="US",
    default=5_000_000,
    show_default=True,
    help="How long to wait for another process's write lock.",
)
job_id: Final = click.option("--job-id", required=True, metavar="ID", help="The job's id.")
worker_id: Final = click.option(
    "--worker-id", required=True, metavar="NAME", help="Who claims, or holds the lease."
)
lease_token: Final = click.option(
    "--lease-token", required=True, metavar="TOKEN", help="The proof that claim returned."
)
lease_duration: Final = click.option(
    "--lease-duration-us",
    type=int,
    metavar="US",
    default=30_000_000,
    show_default=True,
    help="How long the lease runs from now.",
)
batch_limit: Final = click.option(
    "--limit",
    type=int,
    metavar="N",
    default=100,
    show_default=True,
    help="At most so many jobs, 1 to 10,000.",
)
quiet: Final = click.option("--quiet", is_flag=True, help="Show no progress on standard error.")


def opens_queue(operation: Command) -> Command:
    """Give `operation` the open queue as its first argument; an absent database is refused."""

    @database
    @busy_timeout
    @functools.wraps(operation)
    def opening(database: Path, busy_timeout_us: int, **arguments: object) -> Answer:
        queue = DurableQueue(database, busy_timeout_us=busy_timeout_us, create=False)
        with queue:
            return operation(queue, **arguments)

    return opening


def proves_lease(operation: Command) -> Command:
    """Add the three options that prove a lease."""
    return job_id(worker_id(lease_token(operation)))
