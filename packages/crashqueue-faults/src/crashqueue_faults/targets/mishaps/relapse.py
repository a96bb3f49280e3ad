"""A crash again, of the worker that recovers from one."""

from __future__ import annotations

import time
from typing import Final

from crashqueue_faults.targets.case import (
    EFFECT_BEGUN,
    Look,
    crashed,
    deadline_s,
    is_final,
    look,
    recover,
    running,
    until_idle,
    until_settled_s,
)
from crashqueue_faults.targets.mishaps.mishap import Case, case_of, named
from crashqueue_faults.targets.outcomes import Outcome, outcome_of
from crashqueue_faults.targets.stand import Stand
from crashqueue_faults.targets.striking import VICTIM
from crashqueue_faults.targets.target import Role, Victim
from crashqueue_faults.targets.trace import Point, Step

DRY_RUNS: Final = 2
_WHOLE: Final = {VICTIM: Victim.TREE.value}


def boundaries_of_recovery(stand: Stand) -> tuple[Point, ...]:
    """Return what every dry run of a recovery passes; nothing if the job is not taken again."""
    passed: list[tuple[Point, ...]] = []
    for _ in range(DRY_RUNS):
        with crashed(stand, EFFECT_BEGUN, _WHOLE):
            pass
        steps, found = _recovering(stand, None)
        if outcome_of(found, is_final=is_final(found)) in (Outcome.STRANDED, Outcome.LOST):
            return ()
        shown = until_idle(steps, stand.configuration)
        passed.append(tuple(step.point for step in shown))
    shared = set(passed[0]).intersection(*passed[1:])
    return tuple(point for point in passed[0] if point in shared)


def relapse(stand: Stand, point: Point) -> Case:
    """Crash at the job's effect, then again at the point of the recovery; recover from that.

    All of a worker dies, the first time and the second: what lives on would recover, too.
    """
    with crashed(stand, EFFECT_BEGUN, _WHOLE):
        pass
    steps, found = _recovering(stand, point)
    is_struck = any(step.strikes for step in steps)
    facts = {"crashed_again": is_struck}
    if not is_struck and is_final(found):
        return Case(at=named(point), found=found, facts=facts)
    return case_of(named(point), recover(stand), facts)


def _recovering(stand: Stand, armed: Point | None) -> tuple[tuple[Step, ...], Look]:
    """Let workers recover until one is struck or the job's fate is settled; return its steps."""
    latest_s = deadline_s(stand)
    while True:
        with running(
            stand, Role.RECOVERING, watched=True, armed=armed, environment=_WHOLE
        ) as worker:
            until_settled_s(stand, worker, latest_s)
            found, steps = look(stand), worker.steps
            if worker.is_struck:
                stand.wait_for_the_dead()
        if worker.is_struck or is_final(found) or time.monotonic() >= latest_s:
            return steps, found
