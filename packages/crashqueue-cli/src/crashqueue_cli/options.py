"""Options that several commands share."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Final, TypedDict

import click

from crashqueue_cli.answers import Answer
from crashqueue_cli.places import Place, place
from crashqueue_core import DurableQueue, JobQueue
from crashqueue_core.limits import check_name

Command = Callable[..., Answer]
"""A command's function: from its options to its answer."""


class ShownLease(TypedDict):
    """What a command's user shows to prove a lease; `fence` only if they want to."""

    job_id: str
    worker_id: str
    lease_token: str
    fence: int | None


class TenantOption(click.Option):
    """An option that takes an empty variable at its word.

    Click would take it for none, and a script whose variable came out empty would act as the
    operator. An empty name is refused instead.
    """

    def resolve_envvar_value(self, _ctx: click.Context) -> str | None:
        """Return the variable as it is, or None when there is none."""
        return os.environ.get(str(self.envvar))


def tenant_name(argument: str) -> str:
    """Return the argument if it can be a tenant's name; raises InvalidArgument."""
    return check_name("tenant", argument)


tenant: Final = click.option(
    "--tenant",
    cls=TenantOption,
    type=tenant_name,
    metavar="NAME",
    envvar="CRASHQUEUELAB_TENANT",
    show_envvar=True,
    help="Act for this tenant, and see nothing of another.  [default: act for the operator]",
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
fence: Final = click.option(
    "--fence",
    type=int,
    metavar="N",
    help="The fence that claim returned; another than the job's present one is refused.",
)
lease_duration: Final = click.option(
    "--lease-duration-us",
    type=int,
    metavar="US",
    default=30_000_000,
    show_default=True,
    help="How long the lease runs from now.",
)
supported_versions: Final = click.option(
    "--checkpoint-version",
    "checkpoint_versions",
    type=int,
    multiple=True,
    metavar="N",
    default=(1,),
    show_default=True,
    help="A checkpoint version that the worker can continue from; may be repeated.",
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


def view_of(queue: DurableQueue, tenant: str | None) -> JobQueue:
    """Return the view of the named tenant, or the queue itself, which is the operator's."""
    return queue if tenant is None else queue.for_tenant(tenant)


def opens_database(operation: Command) -> Command:
    """Give `operation` the operator's queue as its first argument; an absent one is refused."""

    @place
    @busy_timeout
    @functools.wraps(operation)
    def opening(place: Place, busy_timeout_us: int, **arguments: object) -> Answer:
        with place.opened(busy_timeout_us=busy_timeout_us, create=False) as queue:
            return operation(queue, **arguments)

    return opening


def opens_queue(operation: Command) -> Command:
    """Give `operation` the queue, or the view of the tenant that is named, as first argument."""

    @opens_database
    @tenant
    @functools.wraps(operation)
    def viewing(queue: DurableQueue, tenant: str | None, **arguments: object) -> Answer:
        return operation(view_of(queue, tenant), **arguments)

    return viewing


def proves_lease(operation: Command) -> Command:
    """Add the options that prove a lease, and hand them on as `lease`."""

    @job_id
    @worker_id
    @lease_token
    @fence
    @functools.wraps(operation)
    def proving(
        queue: JobQueue,
        job_id: str,
        worker_id: str,
        lease_token: str,
        fence: int | None,
        **arguments: object,
    ) -> Answer:
        lease = ShownLease(job_id=job_id, worker_id=worker_id, lease_token=lease_token, fence=fence)
        return operation(queue, lease=lease, **arguments)

    return proving
