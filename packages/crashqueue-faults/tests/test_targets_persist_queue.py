"""persist-queue as a target: the commands its adapter knows, and what becomes of an item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from crashing import CrashAt, Plant, after
from persistqueue import SQLiteAckQueue

from crashqueue_faults.targets.adapters.persist_queue import PersistQueue
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.run import run_targets
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Promise, Role, Store
from crashqueue_faults.targets.trace import Moment, Point

AFTER_EFFECT = after(EFFECT_LABEL)
BEFORE_EFFECT = replace(AFTER_EFFECT, moment=Moment.BEFORE)
UPDATE = "UPDATE `ack_queue_default` SET status = ? WHERE _id = ?"


class AcknowledgesFirst(PersistQueue):
    """Promises to do each job, and acknowledges it before it does."""

    name = "persist-queue-that-acknowledges-first"
    configurations: Sequence[Configuration] = (
        replace(PersistQueue.configurations[0], promise=Promise.AT_LEAST_ONCE, ends=EFFECT_LABEL),
    )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        queue = SQLiteAckQueue(str(store.folder))
        while True:
            queue.ack(queue.get())
            perform()


@pytest.mark.parametrize("configuration", PersistQueue.configurations, ids=lambda one: one.name)
def test_the_worker_sends_the_commands_that_the_adapter_knows(
    configuration: Configuration, folder: Path
) -> None:
    with stand_for(PersistQueue(), configuration, folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)][::2]
    assert labels[-6].startswith("SELECT _id, data, timestamp, status FROM `ack_queue_default`")
    assert labels[-5:] == [UPDATE, "COMMIT", EFFECT_LABEL, UPDATE, "COMMIT"]
    resumed = "UPDATE `ack_queue_default` set status = ? WHERE status = ?"
    assert (resumed in labels) == (configuration.name == "default")


@pytest.mark.parametrize(
    ("configuration", "point", "outcome"),
    [
        ("default", BEFORE_EFFECT, Outcome.RECOVERED),
        ("default", AFTER_EFFECT, Outcome.DUPLICATED),
        ("without-resume", BEFORE_EFFECT, Outcome.STRANDED),
        ("without-resume", AFTER_EFFECT, Outcome.STRANDED),
    ],
)
def test_an_item_is_ready_again_when_the_queue_is_opened_unless_told_otherwise(
    configuration: str, point: Point, outcome: Outcome, crash_at: CrashAt
) -> None:
    assert crash_at(PersistQueue(), configuration, point).outcome is outcome


def test_an_item_that_is_acknowledged_before_it_was_worked_on_is_said_to_be_lost(
    crash_at: CrashAt, plant: Plant
) -> None:
    target = plant(AcknowledgesFirst)
    crash = crash_at(target, "default", BEFORE_EFFECT)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, target.configurations[0]) is Verdict.BROKEN


def test_a_sample_has_the_outcomes_that_are_expected(folder: Path) -> None:
    experiment = run_targets(
        folder / "run", seed=2, target="persist-queue", sample=6, repetitions=2
    )
    assert experiment.ok
    resuming, other = experiment.report["matrix"]
    assert set(resuming["outcomes"]) <= {"recovered", "duplicated"}
    assert set(other["outcomes"]) <= {"recovered", "stranded"}
    assert resuming["varying"] == other["varying"] == 0
