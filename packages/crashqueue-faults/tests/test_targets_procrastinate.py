"""Procrastinate as a target: the commands its adapter knows, what is caught, a job's fate."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from crashing import Plant, after, before
from procrastinate.jobs import Status

from crashqueue_faults.servers.postgres import PostgresCluster, started_cluster
from crashqueue_faults.targets.adapters.procrastinate import Procrastinate, application
from crashqueue_faults.targets.boundaries import sample_of
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.postgres_backend import PostgresBackend
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import Stand, stand_for
from crashqueue_faults.targets.target import Configuration, Role, Store

SEED = "1"
FETCH = (
    "SELECT id, status, task_name, priority, lock, queueing_lock, args, sch …  "
    "procrastinate_fetch_job_v2($1::varchar[], $2);"
)
FETCHED = (
    "COMMIT of SELECT id, status, task_name, priority, lock, queueing_lock, …  "
    "procrastinate_fetch_job_v2($1::varchar[], $2);"
)
FINISH = "SELECT procrastinate_finish_job_v1($1, $2, $3);"
FINISHED = f"COMMIT of {FINISH}"
TAKEN = after(FETCHED)
EXECUTING = before(EFFECT_LABEL)
EXECUTED = after(EFFECT_LABEL)
DONE = after(FINISHED)


class FinishesFirst(Procrastinate):
    """Says that a job has succeeded before it executes it."""

    name = "procrastinate-that-finishes-first"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run a worker whose task finishes its job."""

        async def finish_and_perform(context: Any) -> None:
            await context.app.job_manager.finish_job(
                job=context.job, status=Status.SUCCEEDED, delete_job=False
            )
            perform()

        async def work() -> None:
            app = application(store, configuration)
            del app.tasks["perform"]
            app.task(name="perform", pass_context=True)(finish_and_perform)
            async with app.open_async():
                await app.run_worker_async()

        asyncio.run(work())


@pytest.fixture(scope="module")
def cluster() -> Iterator[PostgresCluster]:
    with started_cluster() as served:
        yield served


@pytest.fixture(scope="module")
def default(cluster: PostgresCluster, folder_of_module: Path) -> Iterator[Stand]:
    """Give a stand whose patience is short: what is stranded is so at once."""
    target = Procrastinate()
    configuration = replace(configuration_named(target, "default"), patience_s=3.0)
    folder = folder_of_module / "default"
    with stand_for(
        target, configuration, folder, PostgresBackend(cluster, folder, "by_default")
    ) as stand:
        yield stand


def test_the_worker_sends_the_commands_that_the_adapter_knows(default: Stand) -> None:
    points = [step.point for step in undisturbed(default)]
    labels = [point.label for point in points]
    assert labels.index(FETCH) < labels.index(FETCHED) < labels.index(EFFECT_LABEL)
    assert labels.index(EFFECT_LABEL) < labels.index(FINISH) < labels.index(FINISHED)
    assert points[-1] == DONE


def test_by_default_a_job_is_left_alone_from_the_fetch_to_the_acknowledgement(
    default: Stand,
) -> None:
    (crash,) = Course([default]).visit([TAKEN], lambda: None)
    assert crash.recovery is not None
    assert (crash.outcome, crash.recovery.look.effects) == (Outcome.STRANDED, 0)
    assert judge(crash.outcome, default.configuration) is Verdict.BY_DESIGN


def test_a_stalled_job_that_is_retried_is_executed_twice_from_its_effect_to_its_end(
    cluster: PostgresCluster, folder: Path
) -> None:
    target = Procrastinate()
    retrying = configuration_named(target, "retry-stalled")
    backend = PostgresBackend(cluster, folder, "retrying")
    with stand_for(target, retrying, folder / "stand", backend) as stand:
        points = [step.point for step in undisturbed(stand)]
        twice = points[points.index(EXECUTED) : -1]
        sample = sample_of(points[points.index(TAKEN) :], 3, SEED)
        found = Course([stand]).visit(sample, lambda: None)
    assert {crash.outcome for crash in found} == {Outcome.RECOVERED, Outcome.DUPLICATED}
    assert [crash.outcome is Outcome.DUPLICATED for crash in found] == [
        point in twice for point in sample
    ]


def test_a_job_that_is_finished_before_it_is_executed_is_said_to_be_lost(
    cluster: PostgresCluster, folder: Path, plant: Plant
) -> None:
    target = plant(FinishesFirst)
    promising = configuration_named(target, "retry-stalled")
    backend = PostgresBackend(cluster, folder, "finishing")
    with stand_for(target, promising, folder / "stand", backend) as stand:
        (crash,) = Course([stand]).visit([EXECUTING], lambda: None)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, promising) is Verdict.BROKEN
