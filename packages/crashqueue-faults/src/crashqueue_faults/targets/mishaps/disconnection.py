"""The connection breaks, and the worker lives on.

Before a command is sent, or after the store has applied it and before its answer is read.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from crashqueue_faults.targets.case import (
    REACTION_S,
    Look,
    deadline_s,
    is_final,
    look,
    recover,
    running,
    until_settled_s,
)
from crashqueue_faults.targets.mishaps.mishap import Case, case_of, named
from crashqueue_faults.targets.outcomes import Outcome, outcome_of
from crashqueue_faults.targets.stand import Stand, Worker
from crashqueue_faults.targets.striking import VICTIM
from crashqueue_faults.targets.target import Role, Victim
from crashqueue_faults.targets.trace import Point

ALONE_S: Final = 5.0
"""How long the worker is left alone with its broken connection, before another one helps."""


def disconnect(stand: Stand, point: Point) -> Case:
    """Close the connection at the point; start another worker when this one ends or is stuck."""
    stand.prepare()
    cut = {VICTIM: Victim.CONNECTION.value}
    with running(stand, Role.CRASHED, watched=True, armed=point, environment=cut) as worker:
        until_settled_s(stand, worker, deadline_s(stand) + REACTION_S)
        if not worker.is_struck:
            return Case(at=named(point), found=None)
        found = _alone(stand, worker)
        facts = {"worker_ended": stand.has_ended(worker), "alone": _is_over(found)}
        if _is_over(found):
            return Case(at=named(point), found=found, facts=facts)
        return case_of(named(point), recover(stand), facts)


def _alone(stand: Stand, worker: Worker) -> Look:
    """Return what the worker came to by itself; whether it was struck is known."""
    until_settled_s(stand, replace(worker, trace=None), time.monotonic() + ALONE_S)
    return look(stand)


def _is_over(found: Look) -> bool:
    """Whether nothing is left to do; a job that is gone without effect may be in the worker."""
    return is_final(found) and outcome_of(found, is_final=True) is not Outcome.LOST
