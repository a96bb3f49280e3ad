"""Dramatiq as a target: the commands its adapter knows, what is caught, what becomes of a job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from crashing import CrashAt, Plant, after, before
from dramatiq import Middleware

from crashqueue_faults.targets.adapters.dramatiq import Dramatiq, application
from crashqueue_faults.targets.boundaries import sample_of
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.stand import Stand, stand_for
from crashqueue_faults.targets.target import Configuration
from crashqueue_faults.targets.trace import Point

SEED = "11"
FETCH = "EVALSHA dramatiq fetch default"
ACKNOWLEDGE = "EVALSHA dramatiq ack default"
FETCHED = after(FETCH)
EXECUTING = before(EFFECT_LABEL)
EXECUTED = after(EFFECT_LABEL)


class AcknowledgesFirst(Dramatiq):
    """Acknowledges each message before its actor is called."""

    name = "dramatiq-that-acknowledges-first"
    configurations: Sequence[Configuration] = (replace(Dramatiq.configurations[0], settling_s=0.1),)
    application = f"{Path(__file__).stem}:acknowledging_first"


def acknowledging_first() -> None:
    """Add to the application what acknowledges too early."""

    def acknowledge(broker: Any, message: Any) -> None:
        broker.do_ack("default", message.options["redis_message_id"])

    hasty = Middleware()
    hasty.before_process_message = acknowledge
    application().broker.add_middleware(hasty)


@pytest.fixture(scope="module")
def stand(folder_of_module: Path) -> Iterator[Stand]:
    """Give all tests a stand for the defaults."""
    target = Dramatiq()
    with stand_for(target, target.configurations[0], folder_of_module / "stand") as made:
        yield made


@pytest.fixture(scope="module")
def points(stand: Stand) -> list[Point]:
    """Give what an undisturbed worker passes."""
    return [step.point for step in undisturbed(stand)]


def test_the_worker_sends_the_commands_that_the_adapter_knows(points: list[Point]) -> None:
    labels = [point.label for point in points]
    assert labels.index(FETCH) < labels.index(EFFECT_LABEL) < labels.index(ACKNOWLEDGE)
    assert labels[-2:] == [ACKNOWLEDGE, ACKNOWLEDGE]


def test_the_effect_happens_twice_from_itself_to_the_acknowledgement(
    stand: Stand, points: list[Point]
) -> None:
    twice = points[points.index(EXECUTED) : -1]
    sample = sample_of(points[points.index(FETCHED) :], 2, SEED)
    found = Course([stand]).visit(sample, lambda: None)
    assert {crash.outcome for crash in found} == {Outcome.RECOVERED, Outcome.DUPLICATED}
    assert [crash.outcome is Outcome.DUPLICATED for crash in found] == [
        point in twice for point in sample
    ]


def test_a_message_that_is_acknowledged_before_it_is_processed_is_said_to_be_lost(
    crash_at: CrashAt, plant: Plant
) -> None:
    target = plant(AcknowledgesFirst)
    crash = crash_at(target, "default", EXECUTING)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, target.configurations[0]) is Verdict.BROKEN
