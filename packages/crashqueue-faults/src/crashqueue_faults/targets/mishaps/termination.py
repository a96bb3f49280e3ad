"""The worker is asked to end while it is at the job, as a supervisor does before a restart."""

from __future__ import annotations

from crashqueue_faults.targets.case import (
    REACTION_S,
    deadline_s,
    has_ended_by,
    recover,
    running,
    until_settled_s,
)
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.mishaps.mishap import Case, case_of, named
from crashqueue_faults.targets.stand import Stand
from crashqueue_faults.targets.striking import VICTIM
from crashqueue_faults.targets.target import Role, Victim
from crashqueue_faults.targets.trace import Moment, Point


def ask_to_end(stand: Stand, moment: Moment) -> Case:
    """Send SIGTERM on one side of the job's effect; start another worker after the end.

    A worker that has not ended within the configuration's patience is killed.
    """
    point = Point(moment=moment, label=EFFECT_LABEL, occurrence=1)
    asked = {VICTIM: Victim.NOBODY.value}
    stand.prepare()
    with running(stand, Role.CRASHED, watched=True, armed=point, environment=asked) as worker:
        until_settled_s(stand, worker, deadline_s(stand) + REACTION_S)
        if not worker.is_struck:
            return Case(at=named(point), found=None)
        facts = {"ended_by_itself": has_ended_by(stand, worker, deadline_s(stand))}
    return case_of(named(point), recover(stand), facts)
