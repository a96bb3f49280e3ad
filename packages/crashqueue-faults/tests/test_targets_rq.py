"""RQ as a target: the commands its adapter knows, what is caught, and what becomes of a job."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Worker

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets.adapters.rq import Rq
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course, Crash
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Promise, Role, Store, Target
from crashqueue_faults.targets.trace import Moment, Point

Plant = Callable[[type[Target]], Target]

BEFORE_EFFECT = Point(moment=Moment.BEFORE, label=EFFECT_LABEL, occurrence=1)
AFTER_EFFECT = Point(moment=Moment.AFTER, label=EFFECT_LABEL, occurrence=1)
FETCHED = Point(moment=Moment.AFTER, label="BLMOVE rq:queue:default", occurrence=1)


class DeletesFirst(Rq):
    """Promises to execute each job, and deletes it before it does."""

    name = "rq-that-deletes-first"
    configurations: Sequence[Configuration] = (
        replace(Rq.configurations[0], promise=Promise.AT_LEAST_ONCE),
    )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run a worker whose jobs are gone before they are done."""

        def execute(job: Any, queue: Any) -> None:
            job.delete()
            perform()

        worker = Worker(["default"], connection=Redis.from_url(store.address))
        worker.execute_job = execute
        worker.work()


class WorksTwice(Rq):
    """Executes the job once more than it should."""

    name = "rq-that-works-twice"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Do the job before anybody asks for it."""
        perform()
        super().work(store, configuration, role)


def crashes(target: Target, configuration: str, folder: Path, *points: Point) -> list[Crash]:
    """Crash at each of the points, and recover."""
    chosen = configuration_named(target, configuration)
    with stand_for(target, chosen, folder / "stand") as stand:
        return Course([stand]).visit(points, lambda: None)


def test_the_worker_sends_the_commands_that_the_adapter_knows(folder: Path) -> None:
    target = Rq()
    with stand_for(target, target.configurations[0], folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)]
    fetched = labels.index(FETCHED.label)
    started = labels.index("HGETALL rq:job:job-#")
    performed = labels.index(EFFECT_LABEL)
    finished = labels.index("WATCH rq:job:job-#:dependents")
    acknowledged = [at for at, label in enumerate(labels) if "XADD rq:results:job-#" in label]
    assert labels.index("ZRANGEBYSCORE rq:wip:default") < fetched < started < performed
    assert performed < finished < min(acknowledged)


def test_a_job_of_a_killed_worker_is_failed_before_it_was_executed(folder: Path) -> None:
    (crash,) = crashes(Rq(), "default", folder, FETCHED)
    assert crash.recovery is not None
    assert (crash.outcome, crash.recovery.look.effects) == (Outcome.FAILED, 0)


def test_a_job_whose_work_horse_dies_is_failed_by_the_worker(folder: Path) -> None:
    (crash,) = crashes(Rq(), "default-process", folder, AFTER_EFFECT)
    assert crash.recovery is not None
    assert (crash.outcome, crash.recovery.look.effects) == (Outcome.FAILED, 1)
    assert judge(crash.outcome, configuration_named(Rq(), "default-process")) is Verdict.BY_DESIGN


def test_a_job_with_retries_is_executed_again_when_its_work_horse_dies(folder: Path) -> None:
    left = crashes(Rq(), "retry-process", folder, BEFORE_EFFECT, AFTER_EFFECT)
    assert [crash.outcome for crash in left] == [Outcome.RECOVERED, Outcome.DUPLICATED]


def test_a_job_that_is_deleted_before_it_is_executed_is_said_to_be_lost(
    folder: Path, plant: Plant
) -> None:
    target = plant(DeletesFirst)
    (crash,) = crashes(target, "default", folder, BEFORE_EFFECT)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, target.configurations[0]) is Verdict.BROKEN


def test_a_job_that_is_done_twice_undisturbed_stops_the_run(folder: Path, plant: Plant) -> None:
    target = plant(WorksTwice)
    with (
        stand_for(target, target.configurations[0], folder / "stand") as stand,
        pytest.raises(TargetBroken, match="done with 2 effects"),
    ):
        undisturbed(stand)
