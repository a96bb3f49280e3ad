"""Commands that ask the independent auditor: replay, check. They change not a byte."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer, ExitCode
from crashqueue_cli.places import Place, place
from crashqueue_cli.progress import drawn_progress
from crashqueue_core import JobNotFound, StoreNotFound
from crashqueue_verify import JobNotFound as NoSuchJob
from crashqueue_verify import Replay, UnknownName, Verdict
from crashqueue_verify import audit as audit_database
from crashqueue_verify import replay as replay_job

_EXIT_CODES: Final = {
    Verdict.HOLDS: ExitCode.OK,
    Verdict.VIOLATED: ExitCode.VIOLATED,
    Verdict.UNKNOWN: ExitCode.UNKNOWN,
}


@click.command()
@place
@options.tenant
@options.job_id
def replay(*, place: Place, tenant: str | None, job_id: str) -> Answer:
    """Replay one job's history independently, and compare it with the row."""
    with _in_the_queues_words(place):
        outcome = replay_job(place.database, job_id, schema=place.schema)
    if tenant is not None and not _belongs_to(outcome, tenant):
        raise _not_found()
    return Answer(document=outcome.as_dict(), exit_code=_EXIT_CODES[outcome.verdict])


def _belongs_to(outcome: Replay, tenant: str) -> bool:
    # A history that does not say whose job it is belongs to nobody but the operator.
    return outcome.job.get("tenant") == tenant


def _not_found() -> JobNotFound:
    # The words are the same for an absent job and another tenant's.
    return JobNotFound("no job has this id")


@contextmanager
def _in_the_queues_words(place: Place) -> Iterator[None]:
    """Say of an absent job or queue what every other command says."""
    try:
        yield
    except NoSuchJob:
        raise _not_found() from None
    except UnknownName:
        raise StoreNotFound("there is no queue in this schema", schema=place.schema) from None


@click.command()
@place
@click.option(
    "--now",
    "now_us",
    type=int,
    metavar="US",
    help="Judge warnings as of this time.  [default: the newest event in the database]",
)
@options.quiet
def check(*, place: Place, now_us: int | None, quiet: bool) -> Answer:
    """Audit the whole database independently.

    Warnings (an expired lease that nobody recovered, a due retry that nobody promoted) do not
    change the verdict.
    """
    with _in_the_queues_words(place), drawn_progress(quiet=quiet) as draw:
        report = audit_database(place.database, schema=place.schema, now_us=now_us, progress=draw)
    return Answer(document=report.as_dict(), exit_code=_EXIT_CODES[report.verdict])
