"""The command that plays what may happen to a lease: rehearse lease-loss, crash, race."""

from __future__ import annotations

from typing import Final

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.experiments import answer_of, drawn_by
from crashqueue_cli.progress import drawn_progress
from crashqueue_faults import run_crash, run_lease_loss, run_race

seed: Final = click.option(
    "--seed",
    type=int,
    metavar="N",
    default=20260827,
    show_default=True,
    help="Fixes identifiers and times.",
)


@click.group(no_args_is_help=False)  # no rehearsal is an error like any other
def rehearse() -> None:
    """Play one story about leases with real parts, and report what was and was not shown."""


@rehearse.command("lease-loss")
@seed
def lease_loss(*, seed: int) -> Answer:
    """Let a lease run out, and refuse the late result."""
    return answer_of(run_lease_loss(seed=seed))


@rehearse.command()
@seed
def crash(*, seed: int) -> Answer:
    """Kill a process that holds a lease, and take its job over."""
    return answer_of(run_crash(seed=seed))


@rehearse.command()
@seed
@click.option(
    "--workers",
    type=int,
    metavar="N",
    default=2,
    show_default=True,
    help="Processes that race, 2 to 64.",
)
@click.option(
    "--rounds",
    type=int,
    metavar="N",
    default=1,
    show_default=True,
    help="Jobs that they race for, one after the other, 1 to 100,000.",
)
@options.quiet
def race(*, seed: int, workers: int, rounds: int, quiet: bool) -> Answer:
    """Let processes leave one barrier for one job; one gets it."""
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(
            run_race(workers=workers, rounds=rounds, seed=seed, progress=drawn_by(draw))
        )
