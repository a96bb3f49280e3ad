"""Our own queue as a target: nothing is lost and nothing stranded; what is planted is caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from crashing import CrashAt, Plant, after

from crashqueue_core import DurableQueue, Worker
from crashqueue_faults.targets.adapters.crashqueue import Crashqueue, CrashqueuePostgres
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.run import run_targets
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Role, Store, Target
from crashqueue_faults.targets.trace import Moment, Point

AFTER_EFFECT = after(EFFECT_LABEL)
BEFORE_EFFECT = replace(AFTER_EFFECT, moment=Moment.BEFORE)
CLAIMED = after("COMMIT")


class SucceedsFirst(Crashqueue):
    """Acknowledges each job before it does it."""

    name = "crashqueue-that-succeeds-first"
    configurations: Sequence[Configuration] = (
        replace(Crashqueue.configurations[0], ends=EFFECT_LABEL),
    )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        with DurableQueue(store.folder / "queue.sqlite") as queue:
            Worker(queue, lambda _: None).run(until_idle=True, report=lambda _: perform())


class NeverRecovers(Crashqueue):
    """Claims what is queued, and looks after nobody else's leases."""

    name = "crashqueue-that-never-recovers"
    configurations: Sequence[Configuration] = (
        replace(Crashqueue.configurations[0], patience_s=2.0),
    )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        with DurableQueue(store.folder / "queue.sqlite") as queue:
            Worker(queue, lambda _: perform(), lease_duration_us=100_000).run_once()


def test_the_worker_sends_the_commands_that_the_adapter_knows(folder: Path) -> None:
    with stand_for(Crashqueue(), Crashqueue.configurations[0], folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)][::2]
    performed = labels.index(EFFECT_LABEL)
    for part in (labels[:performed], labels[performed + 1 :]):
        began = len(part) - part[::-1].index("BEGIN IMMEDIATE")
        written = [label.split("(")[0].split(" SET")[0] for label in part[began:]]
        written = [label.strip() for label in written if not label.startswith("SELECT")]
        assert written[0] == "UPDATE jobs"
        assert written[1].endswith("attempts")
        assert written[2:] == ["INSERT INTO events", "COMMIT"]


@pytest.mark.parametrize(
    ("point", "outcome"),
    [
        (CLAIMED, Outcome.RECOVERED),
        (BEFORE_EFFECT, Outcome.RECOVERED),
        (AFTER_EFFECT, Outcome.DUPLICATED),
        (replace(CLAIMED, moment=Moment.BEFORE, occurrence=2), Outcome.DUPLICATED),
        (replace(CLAIMED, occurrence=2), Outcome.RECOVERED),
    ],
)
def test_a_job_whose_worker_died_is_done_by_another(
    point: Point, outcome: Outcome, crash_at: CrashAt
) -> None:
    crash = crash_at(Crashqueue(), "default", point)
    assert crash.outcome is outcome
    assert judge(outcome, Crashqueue.configurations[0]) is Verdict.AS_PROMISED


def test_on_postgresql_it_is_done_by_another_too(folder: Path) -> None:
    target = CrashqueuePostgres()
    with stand_for(target, target.configurations[0], folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)][::2]
        crashes = Course([stand]).visit([BEFORE_EFFECT, AFTER_EFFECT], lambda: None)
    performed = labels.index(EFFECT_LABEL)
    assert all(labels[at].endswith("; COMMIT") for at in (performed - 1, performed + 2))
    assert len(labels) == performed + 3
    assert [crash.outcome for crash in crashes] == [Outcome.RECOVERED, Outcome.DUPLICATED]


@pytest.mark.parametrize(
    ("planted", "outcome"),
    [(SucceedsFirst, Outcome.LOST), (NeverRecovers, Outcome.STRANDED)],
)
def test_a_worker_that_breaks_the_promise_is_caught(
    planted: type[Target], outcome: Outcome, crash_at: CrashAt, plant: Plant
) -> None:
    crash = crash_at(plant(planted), "default", BEFORE_EFFECT)
    assert crash.outcome is outcome
    assert judge(outcome, Crashqueue.configurations[0]) is Verdict.BROKEN


def test_nothing_of_a_sample_is_lost_or_stranded(folder: Path) -> None:
    experiment = run_targets(
        folder / "run", seed=1, target="crashqueue", configuration="default", sample=10
    )
    assert experiment.ok
    (row,) = experiment.report["matrix"]
    assert (row["boundaries"], row["varying"], row["verdict"]) == (10, 0, "as promised")
    assert set(row["outcomes"]) <= {"recovered", "duplicated"}
