"""Dramatiq as a target: the commands its adapter knows, what is caught, what becomes of a job."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dramatiq import Middleware

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets.adapters.dramatiq import Dramatiq, application
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course, Crash
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Role, Store, Target
from crashqueue_faults.targets.trace import Moment, Point

Plant = Callable[[type[Target]], Target]

FETCH = "EVALSHA dramatiq fetch default"
ACKNOWLEDGE = "EVALSHA dramatiq ack default"
FETCHED = Point(moment=Moment.AFTER, label=FETCH, occurrence=1)
BEFORE_EFFECT = Point(moment=Moment.BEFORE, label=EFFECT_LABEL, occurrence=1)
AFTER_EFFECT = Point(moment=Moment.AFTER, label=EFFECT_LABEL, occurrence=1)


class AcknowledgesFirst(Dramatiq):
    """Acknowledges each message before its actor is called."""

    name = "dramatiq-that-acknowledges-first"
    application = f"{Path(__file__).stem}:acknowledging_first"


class WorksTwice(Dramatiq):
    """Executes the job once more than it should."""

    name = "dramatiq-that-works-twice"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Do the job before anybody asks for it."""
        perform()
        super().work(store, configuration, role)


def acknowledging_first() -> None:
    """Add to the application what acknowledges too early."""

    def acknowledge(broker: Any, message: Any) -> None:
        broker.do_ack("default", message.options["redis_message_id"])

    hasty = Middleware()
    hasty.before_process_message = acknowledge
    application().broker.add_middleware(hasty)


def crashes(target: Target, configuration: str, folder: Path, *points: Point) -> list[Crash]:
    """Crash at each of the points, and recover."""
    chosen = configuration_named(target, configuration)
    with stand_for(target, chosen, folder / "stand") as stand:
        return Course([stand]).visit(points, lambda: None)


def test_the_worker_sends_the_commands_that_the_adapter_knows(folder: Path) -> None:
    target = Dramatiq()
    with stand_for(target, target.configurations[0], folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)]
    assert labels.index(FETCH) < labels.index(EFFECT_LABEL) < labels.index(ACKNOWLEDGE)


def test_a_message_of_a_killed_worker_is_delivered_again(folder: Path) -> None:
    left = crashes(Dramatiq(), "default", folder, FETCHED, AFTER_EFFECT)
    assert [crash.outcome for crash in left] == [Outcome.RECOVERED, Outcome.DUPLICATED]


def test_a_message_that_is_acknowledged_before_it_is_processed_is_said_to_be_lost(
    folder: Path, plant: Plant
) -> None:
    target = plant(AcknowledgesFirst)
    (crash,) = crashes(target, "default", folder, BEFORE_EFFECT)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, target.configurations[0]) is Verdict.BROKEN


def test_a_message_that_is_processed_twice_undisturbed_stops_the_run(
    folder: Path, plant: Plant
) -> None:
    target = plant(WorksTwice)
    with (
        stand_for(target, target.configurations[0], folder / "stand") as stand,
        pytest.raises(TargetBroken, match="absent with 2 effects"),
    ):
        undisturbed(stand)
