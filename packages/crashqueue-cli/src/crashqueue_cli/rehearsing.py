"""The commands that play what may happen to a lease: rehearse lease-loss, crash, race and so on."""

from __future__ import annotations

from typing import Final

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.experiments import answer_of, drawn_by
from crashqueue_cli.progress import drawn_progress
from crashqueue_faults import run_backlog, run_crash, run_lease_loss, run_partition, run_race

seed: Final = click.option(
    "--seed",
    type=int,
    metavar="N",
    default=20260827,
    show_default=True,
    help="Fixes identifiers and times.",
)


workers: Final = click.option(
    "--workers",
    type=int,
    metavar="N",
    default=2,
    show_default=True,
    help="Processes that race, 2 to 64.",
)


def is_anywhere(operation: options.Command) -> options.Command:
    """Add the options of a rehearsal whose queue may be on a PostgreSQL server."""
    database = click.option(
        "--database",
        metavar="ADDRESS",
        help="Play on this PostgreSQL database, postgresql://…, in a schema of the rehearsal's own "
        "that is dropped afterwards.  [default: a SQLite file of its own]",
    )
    start_server = click.option(
        "--start-server",
        is_flag=True,
        help="Play on a PostgreSQL that is started for it, and removed afterwards.",
    )
    return seed(database(start_server(operation)))


@click.group(no_args_is_help=False)  # no rehearsal is an error like any other
def rehearse() -> None:
    """Play one story about leases with real parts, and report what was and was not shown."""


@rehearse.command("lease-loss")
@is_anywhere
def lease_loss(*, seed: int, database: str | None, start_server: bool) -> Answer:
    """Let a lease run out, and refuse the late result."""
    return answer_of(run_lease_loss(seed=seed, database=database, start_server=start_server))


@rehearse.command()
@is_anywhere
def crash(*, seed: int, database: str | None, start_server: bool) -> Answer:
    """Kill a process that holds a lease, and take its job over."""
    return answer_of(run_crash(seed=seed, database=database, start_server=start_server))


@rehearse.command()
@is_anywhere
@workers
@click.option(
    "--rounds",
    type=int,
    metavar="N",
    default=1,
    show_default=True,
    help="Jobs that they race for, one after the other, 1 to 100,000.",
)
@options.quiet
def race(
    *,
    seed: int,
    database: str | None,
    start_server: bool,
    workers: int,
    rounds: int,
    quiet: bool,
) -> Answer:
    """Let processes leave one barrier for one job; one gets it."""
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(
            run_race(
                workers=workers,
                rounds=rounds,
                seed=seed,
                database=database,
                start_server=start_server,
                progress=drawn_by(draw),
            )
        )


@rehearse.command()
@is_anywhere
@workers
@click.option(
    "--jobs",
    type=int,
    metavar="N",
    default=100,
    show_default=True,
    help="Jobs in the backlog, 1 to 100,000.",
)
@options.quiet
def backlog(
    *,
    seed: int,
    database: str | None,
    start_server: bool,
    workers: int,
    jobs: int,
    quiet: bool,
) -> Answer:
    """Let processes empty one backlog; no job is claimed twice."""
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(
            run_backlog(
                workers=workers,
                jobs=jobs,
                seed=seed,
                database=database,
                start_server=start_server,
                progress=drawn_by(draw),
            )
        )


@rehearse.command()
@seed
@click.option(
    "--network",
    type=click.Choice(["namespaces", "proxy"]),
    default="namespaces",
    show_default=True,
    help="What the hosts are: network namespaces of Linux, for which root is needed; or processes "
    "behind proxies.",
)
@options.quiet
def partition(*, seed: int, network: str, quiet: bool) -> Answer:
    """Cut hosts off from the server; they come back too late."""
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(run_partition(seed=seed, network=network, progress=drawn_by(draw)))
