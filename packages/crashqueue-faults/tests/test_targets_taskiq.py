"""Taskiq as a target: the commands its adapter knows, what is caught, and what becomes of a job."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from crashing import Plant, after, before, crashes

from crashqueue_faults.targets.adapters.taskiq import Taskiq
from crashqueue_faults.targets.boundaries import sample_of
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import stand_for

BEFORE_EFFECT = before(EFFECT_LABEL)
AFTER_EFFECT = after(EFFECT_LABEL)
FETCHED = after("BRPOP taskiq")
RESULT = "SET job-#"


class AcknowledgesFirst(Taskiq):
    """Promises what a stream gives, and acknowledges a message before its task is executed."""

    name = "taskiq-that-acknowledges-first"
    arguments: Sequence[str] = ("--ack-type", "when_received", *Taskiq.arguments)


@pytest.mark.parametrize(
    ("configuration", "commands"),
    [
        ("list", ["BRPOP taskiq", EFFECT_LABEL, RESULT]),
        ("stream", ["XREADGROUP GROUP", EFFECT_LABEL, RESULT, "XACK taskiq"]),
    ],
)
def test_the_worker_sends_the_commands_that_the_adapter_knows(
    configuration: str, commands: list[str], folder: Path
) -> None:
    target = Taskiq()
    with stand_for(target, configuration_named(target, configuration), folder / "stand") as stand:
        labels = [step.point.label for step in undisturbed(stand)]
    assert [label for label in dict.fromkeys(labels) if label in commands] == commands


def test_a_job_from_a_list_is_lost_from_its_fetch_to_its_effect(folder: Path) -> None:
    points = [FETCHED, BEFORE_EFFECT, AFTER_EFFECT]
    sample = sample_of(points, 2, seed="2")
    assert sample == (FETCHED, AFTER_EFFECT)
    left = crashes(Taskiq(), "list", folder, *sample)
    assert [crash.outcome for crash in left] == [Outcome.LOST, Outcome.RECOVERED]


def test_a_job_from_a_stream_is_done_again_when_another_one_comes(folder: Path) -> None:
    left = crashes(Taskiq(), "stream-reclaim-busy", folder, BEFORE_EFFECT, AFTER_EFFECT)
    assert [crash.outcome for crash in left] == [Outcome.RECOVERED, Outcome.DUPLICATED]


def test_a_job_that_is_acknowledged_before_it_is_executed_is_said_to_be_lost(
    folder: Path, plant: Plant
) -> None:
    target = plant(AcknowledgesFirst)
    (crash,) = crashes(target, "stream-reclaim", folder, BEFORE_EFFECT)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, configuration_named(target, "stream-reclaim")) is Verdict.BROKEN
