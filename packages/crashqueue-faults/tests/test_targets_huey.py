"""Huey as a target: the commands its adapter knows, what is caught, and what becomes of a task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from crashing import CrashAt, Plant, after

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets.adapters.huey import Huey, application
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.run import run_targets
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Promise, Role, Store
from crashqueue_faults.targets.trace import Moment

AFTER_EFFECT = after(EFFECT_LABEL)
BEFORE_EFFECT = replace(AFTER_EFFECT, moment=Moment.BEFORE)
FETCH = [
    "[Worker-#] select # from task where queue = ? limit #",
    "[Worker-#] begin exclusive",
    "[Worker-#] select id, data from task where queue = ? order by priority desc, id limit #",
    "[Worker-#] delete from task where id = ?",
    "[Worker-#] COMMIT",
]


class PromisesMore(Huey):
    """Says that no task is lost, and loses it as before."""

    name = "huey-that-promises-more"
    configurations: Sequence[Configuration] = (
        replace(Huey.configurations[0], promise=Promise.AT_LEAST_ONCE, by_design={}),
    )


class FetchesTwice(Huey):
    """Executes each task that it fetches twice."""

    name = "huey-that-fetches-twice"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        huey, _ = application(store, configuration)
        execute = huey.execute

        def twice(task: Any, now: Any) -> None:
            execute(task, now)
            execute(task, now)

        huey.execute = twice
        huey.create_consumer().run()


@pytest.mark.parametrize("configuration", Huey.configurations, ids=lambda one: one.name)
def test_the_worker_sends_the_commands_that_the_adapter_knows(
    configuration: Configuration, folder: Path
) -> None:
    with stand_for(Huey(), configuration, folder / "stand") as stand:
        steps = undisturbed(stand)
    labels = [step.point.label for step in steps if step.point.moment is Moment.AFTER]
    by_worker = [label for label in labels if label.startswith("[Worker-#]")]
    fetched = by_worker.index(FETCH[0])
    assert by_worker[fetched : fetched + len(FETCH)] == FETCH
    assert labels.index(FETCH[-1]) < labels.index(EFFECT_LABEL)
    assert labels[-1] == "[Worker-#] select value from kv where queue = ? and key = ?"


@pytest.mark.parametrize("configuration", Huey.configurations, ids=lambda one: one.name)
def test_a_task_that_was_fetched_is_lost_as_documented(
    configuration: Configuration, crash_at: CrashAt
) -> None:
    crash = crash_at(Huey(), configuration.name, BEFORE_EFFECT)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, configuration) is Verdict.BY_DESIGN


def test_a_task_that_was_executed_is_not_executed_again(crash_at: CrashAt) -> None:
    assert crash_at(Huey(), "retries", AFTER_EFFECT).outcome is Outcome.RECOVERED


def test_a_promise_to_lose_nothing_is_said_to_be_broken(crash_at: CrashAt, plant: Plant) -> None:
    target = plant(PromisesMore)
    crash = crash_at(target, "default", BEFORE_EFFECT)
    assert judge(crash.outcome, target.configurations[0]) is Verdict.BROKEN


def test_a_task_that_is_executed_twice_undisturbed_stops_the_run(
    folder: Path, plant: Plant
) -> None:
    target = plant(FetchesTwice)
    with (
        stand_for(target, target.configurations[0], folder / "stand") as stand,
        pytest.raises(TargetBroken, match="absent with 2 effects"),
    ):
        undisturbed(stand)


def test_a_sample_has_the_outcomes_that_are_expected(folder: Path) -> None:
    experiment = run_targets(
        folder / "run", seed=1, target="huey", configuration="default", sample=6, repetitions=2
    )
    assert experiment.ok
    (row,) = experiment.report["matrix"]
    assert (row["boundaries"], row["varying"]) == (6, 0)
    assert set(row["outcomes"]) <= {"recovered", "lost"}
