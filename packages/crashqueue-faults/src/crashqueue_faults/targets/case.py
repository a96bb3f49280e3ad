"""One case: a worker is started, dies at one point, and another one takes over."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.stand import Stand, Worker
from crashqueue_faults.targets.target import Configuration, JobState, Role, Sight, Victim
from crashqueue_faults.targets.trace import Moment, Point, Step

FINAL_STATES: Final = frozenset({JobState.DONE, JobState.FAILED, JobState.ABSENT})
EFFECT_BEGUN: Final = Point(moment=Moment.BEFORE, label=EFFECT_LABEL, occurrence=1)
POLL_S: Final = 0.01
QUIET_S: Final = 0.05
"""A server may be carrying out the last command of a client that has just died."""
DOUBT: Final = 5
"""How many times as long a job has to be gone without an effect, before that is its fate."""
REACTION_S: Final = 10.0
"""How long an undisturbed worker has, beyond its configuration's patience."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is there at one moment: the store, and the effects outside of it."""

    sight: Sight
    effects: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """What was there in the end, and how long it took to come to that."""

    look: Look
    lasted_s: float


@contextmanager
def crashed(
    stand: Stand, point: Point, environment: Mapping[str, str] | None = None
) -> Iterator[Look | None]:
    """Let a worker die at `point`; yield what it left, or None if it never came there.

    What else there is of the worker lives as long as the block: a supervisor may do something.
    """
    stand.prepare()
    with running(stand, Role.CRASHED, watched=True, armed=point, environment=environment) as worker:
        until_settled_s(stand, worker, deadline_s(stand) + REACTION_S)
        if not worker.is_struck:
            yield None
            return
        if stand.configuration.victim is Victim.TREE:
            stand.wait_for_the_dead()
        _pause(QUIET_S)
        yield look(stand)


def recover(stand: Stand, environment: Mapping[str, str] | None = None) -> Recovery:
    """Start a worker on what is there, again when it ends, until the job's fate is settled."""
    begun_s = time.monotonic()
    until_s = deadline_s(stand)
    while True:
        with running(stand, Role.RECOVERING, environment=environment) as worker:
            settled_s = until_settled_s(stand, worker, until_s)
            found = look(stand)
        if is_final(found) or time.monotonic() >= until_s:
            return Recovery(look=found, lasted_s=round(settled_s - begun_s, 3))


def undisturbed(stand: Stand) -> tuple[Step, ...]:
    """Let a worker do its job; return what it reached until it asked for more work.

    Raises TargetBroken if it did not do the job once, or nothing of it was seen.
    """
    stand.prepare()
    with running(stand, Role.CRASHED, watched=True) as worker:
        until_settled_s(stand, worker, deadline_s(stand) + REACTION_S)
        found = look(stand)
        steps = until_idle(worker.steps, stand.configuration)
    name = f"{stand.target.name}, {stand.configuration.name}"
    if found.effects != 1 or not is_final(found):
        raise TargetBroken(
            f"{name}: undisturbed, the job is {found.sight.state} with {found.effects} effects",
            words=stand.words,
        )
    if all(step.point.label == EFFECT_LABEL for step in steps):
        raise TargetBroken(f"{name}: none of the worker's commands is seen", words=stand.words)
    return steps


@contextmanager
def running(
    stand: Stand,
    role: Role,
    *,
    watched: bool = False,
    armed: Point | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Worker]:
    """Yield a worker that was started; nothing of it is left after the block."""
    worker = stand.start(role, watched=watched, armed=armed, environment=environment)
    try:
        yield worker
    finally:
        stand.stop(worker)


def until_settled_s(
    stand: Stand,
    worker: Worker,
    latest_s: float,
    *,
    is_enough: Callable[[], bool] = lambda: False,
) -> float:
    """Wait until the worker is struck, has ended, or the job's fate is settled; return when.

    A fate is settled when it has been final, and the same, for the configuration's settling time.
    Whoever waits for something else says when there `is_enough` of it.
    """
    seen, since_s = look(stand), time.monotonic()
    while (now_s := time.monotonic()) < latest_s:
        if worker.is_struck or stand.has_ended(worker) or is_enough():
            return now_s
        if is_final(seen) and now_s - since_s >= _settling_s(stand, seen):
            return since_s
        _pause(POLL_S)
        if (found := look(stand)) != seen:
            seen, since_s = found, time.monotonic()
    return latest_s


def has_ended_by(stand: Stand, worker: Worker, latest_s: float) -> bool:
    """Wait for the worker's end; return whether it came in time."""
    while not (has_ended := stand.has_ended(worker)) and time.monotonic() < latest_s:
        _pause(POLL_S)
    return has_ended


def until_idle(steps: tuple[Step, ...], configuration: Configuration) -> tuple[Step, ...]:
    """Return the steps until the job is done, without those of an idle worker that asks for work.

    The first such command is the one that fetches the job, if it is answered before the effect.
    With others a worker may ask for more meanwhile: which is first is chance. So it is with what
    the worker sends beside the job.
    """
    idle, ends = re.compile(configuration.idle), re.compile(configuration.ends)
    beside = re.compile(configuration.beside)
    points = [step.point for step in steps]
    begun = points.index(EFFECT_BEGUN) if EFFECT_BEGUN in points else len(points)
    later = range(begun, len(points))
    last = next((at for at in later if _is_end(points[at], ends)), len(points))
    fetching = {point for point in points[:begun] if point.occurrence == 1}
    return tuple(
        step
        for step in steps[: last + 1]
        if not beside.search(step.point.label)
        and (
            not idle.search(step.point.label)
            or replace(step.point, moment=Moment.AFTER) in fetching
        )
    )


def _is_end(point: Point, ends: re.Pattern[str]) -> bool:
    return point.moment is Moment.AFTER and ends.search(point.label) is not None


def look(stand: Stand) -> Look:
    """Return what is there now."""
    return Look(sight=stand.sight(), effects=stand.effects())


def is_final(found: Look) -> bool:
    """Whether the store says that nothing more will be done. What is absent may yet be enqueued."""
    return found.sight.state in FINAL_STATES


def _settling_s(stand: Stand, seen: Look) -> float:
    # Some stores forget a job as soon as a worker has it: absent and without effect, it may run.
    is_doubtful = seen.sight.state is JobState.ABSENT and not seen.effects
    return stand.configuration.settling_s * (DOUBT if is_doubtful else 1)


def _pause(duration_s: float) -> None:
    # Other processes and their stores are watched; nothing tells of what they do.
    threading.Event().wait(duration_s)


def deadline_s(stand: Stand) -> float:
    """Return until when the configuration has patience, from now on."""
    return time.monotonic() + stand.configuration.patience_s
