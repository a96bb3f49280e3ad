"""PgQueuer as a target: the commands its adapter knows, what is caught, a job's fate."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from crashing import Plant, after, before
from pgqueuer import PgQueuer, Queries

from crashqueue_faults.servers.postgres import PostgresCluster, started_cluster
from crashqueue_faults.targets.adapters.pgqueuer import Pgqueuer, connected
from crashqueue_faults.targets.boundaries import sample_of
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.postgres_backend import PostgresBackend
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import Stand, stand_for
from crashqueue_faults.targets.target import Configuration, Role, Store
from crashqueue_faults.targets.trace import Point

SEED = "1"
LISTEN = 'LISTEN "ch_pgqueuer"'
FETCH = (
    "WITH params AS ( SELECT UNNEST($2::text[]) AS entrypoint, UNNEST($5::b …  "
    "* FROM claimed ORDER BY priority DESC, id ASC;"
)
LOG = (
    "WITH job_status AS ( SELECT UNNEST($1::bigint[]) AS id, UNNEST($2::pgq … "
    "us, entrypoint, priority, traceback FROM merged"
)
TAKEN = after(FETCH)
EXECUTING = before(EFFECT_LABEL)
EXECUTED = after(EFFECT_LABEL)
DONE = after(LOG)


class LogsFirst(Pgqueuer):
    """Logs that a job was successful before it executes it."""

    name = "pgqueuer-that-logs-first"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run a worker whose entry point logs its job."""

        async def work() -> None:
            async with connected(store, configuration) as driver:

                async def log_and_perform(job: Any) -> None:
                    await Queries(driver).log_jobs([(job, "successful", None)])
                    perform()

                queuer = PgQueuer(driver)
                queuer.entrypoint("perform")(log_and_perform)
                await queuer.run()

        asyncio.run(work())


@pytest.fixture(scope="module")
def cluster() -> Iterator[PostgresCluster]:
    with started_cluster() as served:
        yield served


@pytest.fixture(scope="module")
def holding(cluster: PostgresCluster, folder_of_module: Path) -> Iterator[Stand]:
    """Give a stand for the quickest recovery."""
    target, folder = Pgqueuer(), folder_of_module / "holding"
    backend = PostgresBackend(cluster, folder, "holding")
    chosen = configuration_named(target, "asyncpg-hold")
    with stand_for(target, chosen, folder, backend) as stand:
        yield stand


def hold_to_be_known(points: Sequence[Point]) -> None:
    labels = [point.label for point in points]
    assert labels.index(LISTEN) < labels.index(FETCH) < labels.index(EFFECT_LABEL)
    assert labels.index(EFFECT_LABEL) < labels.index(LOG)
    assert points[-1] == DONE


def test_the_worker_sends_psycopg_the_commands_that_the_adapter_knows(
    cluster: PostgresCluster, folder: Path
) -> None:
    target = Pgqueuer()
    chosen = configuration_named(target, "psycopg-hold")
    backend = PostgresBackend(cluster, folder, "heard")
    with stand_for(target, chosen, folder / "stand", backend) as stand:
        hold_to_be_known([step.point for step in undisturbed(stand)])


def test_a_job_of_a_dead_worker_is_executed_again_unless_it_was_logged(holding: Stand) -> None:
    points = [step.point for step in undisturbed(holding)]
    hold_to_be_known(points)
    twice = points[points.index(EXECUTED) : -1]
    sample = sample_of(points[points.index(TAKEN) :], 3, SEED)
    found = Course([holding]).visit(sample, lambda: None)
    assert {crash.outcome for crash in found} == {Outcome.RECOVERED, Outcome.DUPLICATED}
    assert [crash.outcome is Outcome.DUPLICATED for crash in found] == [
        point in twice for point in sample
    ]


def test_a_job_that_is_logged_before_it_is_executed_is_said_to_be_lost(
    cluster: PostgresCluster, folder: Path, plant: Plant
) -> None:
    target = plant(LogsFirst)
    chosen = configuration_named(target, "asyncpg-hold")
    backend = PostgresBackend(cluster, folder, "planted")
    with stand_for(target, chosen, folder / "stand", backend) as stand:
        (crash,) = Course([stand]).visit([EXECUTING], lambda: None)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, chosen) is Verdict.BROKEN
