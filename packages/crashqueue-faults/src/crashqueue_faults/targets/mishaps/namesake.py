"""The worker that recovers has the name of the one that crashed, and is there at once."""

from __future__ import annotations

from typing import Final

from crashqueue_faults.targets.case import crashed, recover
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.mishaps.mishap import Case, case_of, named
from crashqueue_faults.targets.stand import Stand
from crashqueue_faults.targets.target import WORKER_NAME
from crashqueue_faults.targets.trace import Moment, Point

NAME: Final = "worker-1"


def restart_under_its_name(stand: Stand, moment: Moment) -> Case:
    """Crash a worker with a name on one side of the job's effect; let its namesake recover."""
    point = Point(moment=moment, label=EFFECT_LABEL, occurrence=1)
    called = {WORKER_NAME: NAME}
    with crashed(stand, point, called) as left:
        recovery = recover(stand, called) if left else None
    return case_of(named(point), recovery, {})
