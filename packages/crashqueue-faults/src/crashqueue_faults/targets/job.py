"""The job that every target executes: one effect, committed outside of the queue.

A worker's processes find the ledger, the trace and the point of death in their environment, since
some libraries import the job's function by its name in a process of their own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from crashqueue_faults.effects import Destination, Effect, commit_effect
from crashqueue_faults.points import FaultPoint
from crashqueue_faults.targets.striking import strike_here
from crashqueue_faults.targets.trace import Moment, Trace

LEDGER: Final = "CRASHQUEUE_LEDGER"
"""The environment variable that names the ledger of effects."""
POISON: Final = "CRASHQUEUE_POISON"
"""The environment variable that makes every execution end its process."""
DELIVERIES: Final = "-deliveries"
"""What the name of the ledger ends in, for the file with a byte for each poisoned execution."""
EFFECT_LABEL: Final = "the job's effect"
KEY: Final = "effect-1"
_MOMENTS: Final = {
    FaultPoint.BEFORE_EFFECT_COMMIT: Moment.BEFORE,
    FaultPoint.AFTER_EFFECT_COMMIT: Moment.AFTER,
}


def perform() -> None:
    """Commit the job's one effect; the two sides of that commit are points of the trace."""
    trace = Trace.inherited()

    def tell(boundary: str) -> None:
        if trace is not None:
            trace.reach(_MOMENTS[FaultPoint(boundary)], EFFECT_LABEL, strike_here)

    if os.environ.get(POISON):
        _note_delivery()
        strike_here()
    effect = Effect(effect_key=KEY, value=7, job_id="job-1", attempt_number=1, fence=1)
    commit_effect(Path(os.environ[LEDGER]), effect, (Destination.NON_IDEMPOTENT,), tell)


def count_deliveries(ledger: Path) -> int:
    """Return how often a poisoned job was executed."""
    noted = ledger.with_name(ledger.name + DELIVERIES)
    return noted.stat().st_size if noted.exists() else 0


def _note_delivery() -> None:
    with Path(os.environ[LEDGER] + DELIVERIES).open("ab") as noted:
        noted.write(b".")
