"""Commands about tenants: limit, which is the operator's, and status."""

from __future__ import annotations

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.documents import counts_as_dict, event_as_dict, tenant_as_dict
from crashqueue_core import DurableQueue


@click.command()
@options.opens_database
@click.option(
    "--tenant",
    type=options.tenant_name,
    required=True,
    metavar="NAME",
    help="Whose jobs are limited; no variable names it for this command.",
)
@click.option("--active-limit", type=int, metavar="N", help="Active jobs that may exist at once.")
@click.option("--unlimited", is_flag=True, help="Lift the limit.")
def limit(queue: DurableQueue, *, tenant: str, active_limit: int | None, unlimited: bool) -> Answer:
    """Set or lift the limit of a tenant's active jobs, as the operator.

    Active are jobs that are queued, leased or waiting for a retry. A limit below their present
    number is refused.
    """
    if unlimited is (active_limit is not None):
        raise click.UsageError("Give either --active-limit or --unlimited.")
    limited = queue.limit_active_jobs(tenant=tenant, active_limit=active_limit)
    return Answer(document={"tenant": tenant_as_dict(limited)})


@click.command()
@options.opens_database
@options.tenant
def status(queue: DurableQueue, *, tenant: str | None) -> Answer:
    """Count jobs by state; with a tenant, print its limit and the limit's history as well."""
    document = counts_as_dict(options.view_of(queue, tenant).counts())
    if tenant is not None:
        document["tenant"] = tenant_as_dict(queue.tenant(tenant))
        document["events"] = [event_as_dict(event) for event in queue.tenant_history(tenant)]
    return Answer(document=document)
