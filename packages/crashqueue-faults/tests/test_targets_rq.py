"""RQ as a target: the commands its adapter knows, what is caught, and what becomes of a job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from crashing import CrashAt, Plant, after, before
from redis import Redis
from rq import Worker

from crashqueue_faults.targets.adapters.rq import Rq
from crashqueue_faults.targets.boundaries import sample_of
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import Stand, stand_for
from crashqueue_faults.targets.target import Configuration, Promise, Role, Store
from crashqueue_faults.targets.trace import Point

SEED = "4"

EXECUTING = before(EFFECT_LABEL)
EXECUTED = after(EFFECT_LABEL)
FETCHED = after("BLMOVE rq:queue:default")


class DeletesFirst(Rq):
    """Promises to execute each job, and deletes it before it does."""

    name = "rq-that-deletes-first"
    configurations: Sequence[Configuration] = (
        replace(Rq.configurations[0], promise=Promise.AT_LEAST_ONCE, settling_s=0.1),
    )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run a worker whose jobs are gone before they are done."""

        def execute(job: Any, queue: Any) -> None:
            job.delete()
            perform()

        worker = Worker(["default"], connection=Redis.from_url(store.address))
        worker.execute_job = execute
        worker.work()


@pytest.fixture(scope="module")
def stand(folder_of_module: Path) -> Iterator[Stand]:
    """Give all tests a stand for jobs with retries, whose work-horses die alone."""
    configuration = configuration_named(Rq(), "retry-process")
    with stand_for(Rq(), configuration, folder_of_module / "stand") as made:
        yield made


@pytest.fixture(scope="module")
def points(stand: Stand) -> list[Point]:
    """Give what an undisturbed worker passes."""
    return [step.point for step in undisturbed(stand)]


def test_the_worker_sends_the_commands_that_the_adapter_knows(points: list[Point]) -> None:
    cleaned, fetched, read, executed, acknowledged = (
        next(at for at, point in enumerate(points) if label in point.label)
        for label in (
            "ZRANGEBYSCORE rq:wip:default",
            FETCHED.label,
            "HGETALL rq:job:job-#",
            EFFECT_LABEL,
            "XADD rq:results:job-#",
        )
    )
    assert cleaned < fetched < read < executed < acknowledged == len(points) - 2


def test_a_job_of_a_killed_worker_is_failed_before_it_was_executed(crash_at: CrashAt) -> None:
    crash = crash_at(Rq(), "default", FETCHED)
    assert crash.recovery is not None
    assert (crash.outcome, crash.recovery.look.effects) == (Outcome.FAILED, 0)


def test_a_job_whose_work_horse_dies_is_failed_by_the_worker(crash_at: CrashAt) -> None:
    crash = crash_at(Rq(), "default-process", EXECUTED)
    assert crash.recovery is not None
    assert (crash.outcome, crash.recovery.look.effects) == (Outcome.FAILED, 1)
    assert judge(crash.outcome, configuration_named(Rq(), "default-process")) is Verdict.BY_DESIGN


def test_with_retries_the_effect_happens_twice_from_itself_to_the_acknowledgement(
    stand: Stand, points: list[Point]
) -> None:
    twice = points[points.index(EXECUTED) : -1]
    sample = sample_of(points[points.index(FETCHED) :], 3, SEED)
    found = Course([stand]).visit(sample, lambda: None)
    assert {crash.outcome for crash in found} == {Outcome.RECOVERED, Outcome.DUPLICATED}
    assert [crash.outcome is Outcome.DUPLICATED for crash in found] == [
        point in twice for point in sample
    ]


def test_a_job_that_is_deleted_before_it_is_executed_is_said_to_be_lost(
    crash_at: CrashAt, plant: Plant
) -> None:
    target = plant(DeletesFirst)
    crash = crash_at(target, "default", EXECUTING)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, target.configurations[0]) is Verdict.BROKEN
