"""Celery as a target: the commands its adapter knows, what is caught, and what becomes of a job."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crashing import Plant, after, before, crashes

from crashqueue_faults.targets.adapters.celery import Celery
from crashqueue_faults.targets.boundaries import find_boundaries
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Configuration, Role, Store

SETTLING_S = 0.5
"""The fate of one job shows so soon."""
FETCH = "BRPOP celery"
HOLD = "MULTI; ZADD unacked_index; HSET unacked; EXEC"
RESULT = "MULTI; SETEX celery-task-meta-job-#; PUBLISH celery-task-meta-job-#; EXEC"
ACKNOWLEDGE = "MULTI; ZREM unacked_index; HDEL unacked; EXEC"
FETCHED = after(FETCH)
BEFORE_EFFECT = before(EFFECT_LABEL)
AFTER_EFFECT = after(EFFECT_LABEL)


class HoldsNothing(Celery):
    """Promises to execute a job again, and keeps no note of what it has fetched."""

    name = "celery-that-holds-nothing"

    def application(
        self, store: Store, configuration: Configuration, role: Role
    ) -> tuple[Any, Any]:
        """Turn off what acknowledgements are for."""
        application, task = super().application(store, configuration, role)
        application.conf.broker_transport_options = {"ack_emulation": False}
        return application, task


def test_the_worker_sends_the_commands_that_the_adapter_knows(folder: Path) -> None:
    target = Celery()
    with stand_for(target, configuration_named(target, "late-solo"), folder / "stand") as stand:
        boundaries = find_boundaries(stand)
    labels = list(dict.fromkeys(point.label for point in boundaries.points))
    known = [FETCH, HOLD, EFFECT_LABEL, RESULT, ACKNOWLEDGE]
    assert [label for label in labels if label in known] == known
    assert (labels[0], labels[-1]) == (FETCH, ACKNOWLEDGE)
    assert boundaries.before > 0


def test_a_job_acknowledged_late_is_lost_between_two_commands_and_done_twice_later(
    folder: Path,
) -> None:
    fetched, done = crashes(
        Celery(), "late-solo", folder, FETCHED, AFTER_EFFECT, settling_s=SETTLING_S
    )
    assert (fetched.outcome, done.outcome) == (Outcome.LOST, Outcome.DUPLICATED)


def test_a_job_of_which_no_note_is_kept_is_said_to_be_lost(folder: Path, plant: Plant) -> None:
    target = plant(HoldsNothing)
    (crash,) = crashes(target, "late-solo", folder, BEFORE_EFFECT, settling_s=SETTLING_S)
    assert crash.outcome is Outcome.LOST
    assert judge(crash.outcome, configuration_named(target, "late-solo")) is Verdict.BROKEN
