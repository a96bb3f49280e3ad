"""litequeue as a target: the commands its adapter knows, what is caught, what becomes of a job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from crashing import CrashAt, Plant, after

from crashqueue_faults.targets.adapters.litequeue import Litequeue, acknowledge, open_queue
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.run import run_targets
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Promise, Role, Store
from crashqueue_faults.targets.trace import Moment, Point

AFTER_EFFECT = after(EFFECT_LABEL)
BEFORE_EFFECT = replace(AFTER_EFFECT, moment=Moment.BEFORE)


class DoneFirst(Litequeue):
    """Promises to do each job, and says that it is done before it is."""

    name = "litequeue-that-is-done-first"
    configurations: Sequence[Configuration] = (
        replace(Litequeue.configurations[0], promise=Promise.AT_LEAST_ONCE),
    )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        queue = open_queue(store)
        while (message := queue.pop()) is not None:
            acknowledge(queue, message)
            perform()


@pytest.mark.parametrize("configuration", Litequeue.configurations, ids=lambda one: one.name)
def test_the_worker_sends_the_commands_that_the_adapter_knows(
    configuration: Configuration, folder: Path
) -> None:
    with stand_for(Litequeue(), configuration, folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)]
    (fetched,) = {at // 2 for at, label in enumerate(labels) if "status = #, lock_time" in label}
    assert labels[2 * fetched - 1] == "BEGIN IMMEDIATE"
    assert labels[2 * fetched + 2] == "COMMIT"
    assert labels[2 * fetched + 4] == EFFECT_LABEL
    assert "status = # , done_time = :now" in labels[-1]
    assert len(labels) == 2 * (fetched + 4)
    stale = [label for label in labels if "AND lock_time < :" in label]
    assert len(stale) == (2 if configuration.name == "retry-expired" else 0)


@pytest.mark.parametrize("point", [BEFORE_EFFECT, AFTER_EFFECT], ids=lambda one: one.moment)
def test_a_message_whose_worker_died_stays_locked(point: Point, crash_at: CrashAt) -> None:
    crash = crash_at(Litequeue(), "default", point)
    assert crash.outcome is Outcome.STRANDED
    assert judge(crash.outcome, Litequeue.configurations[0]) is Verdict.NO_PROMISE


def test_a_loop_over_stale_locks_brings_it_back(crash_at: CrashAt) -> None:
    crash = crash_at(Litequeue(), "retry-expired", AFTER_EFFECT)
    assert crash.outcome is Outcome.DUPLICATED


def test_a_message_that_is_done_before_it_was_worked_on_is_said_to_be_lost(
    crash_at: CrashAt, plant: Plant
) -> None:
    target = plant(DoneFirst)
    crash = crash_at(target, "default", BEFORE_EFFECT)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, target.configurations[0]) is Verdict.BROKEN


def test_a_sample_has_the_outcomes_that_are_expected(folder: Path) -> None:
    experiment = run_targets(
        folder / "run", seed=2, target="litequeue", configuration="default", sample=8, repetitions=2
    )
    assert experiment.ok
    (row,) = experiment.report["matrix"]
    assert (row["boundaries"], row["varying"]) == (8, 0)
    assert set(row["outcomes"]) <= {"recovered", "stranded"}
