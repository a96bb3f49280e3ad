"""Where each fault point lies, and what it predicts.

A campaign compares with these predictions. One that only asked for a terminal state would pass a
queue that loses every second effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crashqueue_faults.points import FaultPoint, Workload


@dataclass(frozen=True, slots=True, kw_only=True)
class PointDescription:
    """One fault point and its prediction.

    `history_at_crash` lists the event kinds that are durable when the process has died, and
    `effects_at_crash` the effects in each destination. The last four fields are counts after
    recovery: attempts, and effects in a destination that ignores a repetition, in one that does
    not, and in a fenced one.
    """

    point: FaultPoint
    lies: str
    workload: Workload
    history_at_crash: tuple[str, ...]
    effects_at_crash: int = 0
    attempts: int
    idempotent_effects: int = 1
    repeated_effects: int = 1
    fenced_effects: int | None = None

    def effects_at(self, destination: str) -> int:
        """Return how many effects the destination has after recovery.

        A fence stops stale writers only. Where nobody is stale, which is all that None means, a
        fenced destination repeats what a non-idempotent one repeats.
        """
        if destination == "fenced" and self.fenced_effects is not None:
            return self.fenced_effects
        return self.idempotent_effects if destination == "idempotent" else self.repeated_effects


_SUBMITTED = ("SUBMITTED",)
_CLAIMED = ("SUBMITTED", "CLAIMED")
_FINISHED = ("SUBMITTED", "CLAIMED", "SUCCEEDED")

DESCRIPTIONS: Final = (
    PointDescription(
        point=FaultPoint.BEFORE_SUBMIT_COMMIT,
        lies="job and event written; transaction not committed",
        workload=Workload.SUBMIT,
        history_at_crash=(),
        attempts=1,
    ),
    PointDescription(
        point=FaultPoint.AFTER_SUBMIT_COMMIT,
        lies="committed; the producer has not been answered",
        workload=Workload.SUBMIT,
        history_at_crash=_SUBMITTED,
        attempts=1,
    ),
    PointDescription(
        point=FaultPoint.BEFORE_CLAIM_COMMIT,
        lies="lease, attempt and event written; transaction not committed",
        workload=Workload.EXECUTE,
        history_at_crash=_SUBMITTED,
        attempts=1,
    ),
    PointDescription(
        point=FaultPoint.AFTER_CLAIM_COMMIT,
        lies="lease committed; the worker does not know it yet",
        workload=Workload.EXECUTE,
        history_at_crash=_CLAIMED,
        attempts=2,
    ),
    PointDescription(
        point=FaultPoint.BEFORE_HANDLER,
        lies="the worker holds the lease; the handler has not been entered",
        workload=Workload.EXECUTE,
        history_at_crash=_CLAIMED,
        attempts=2,
    ),
    PointDescription(
        point=FaultPoint.BEFORE_EFFECT_COMMIT,
        lies="the handler wrote the external effect; its own transaction is not committed",
        workload=Workload.EXECUTE,
        history_at_crash=_CLAIMED,
        attempts=2,
    ),
    PointDescription(
        point=FaultPoint.AFTER_EFFECT_COMMIT,
        lies="the effect is durable; the queue is not acknowledged (the two-commit window)",
        workload=Workload.EXECUTE,
        history_at_crash=_CLAIMED,
        effects_at_crash=1,
        attempts=2,
        repeated_effects=2,
    ),
    PointDescription(
        point=FaultPoint.BEFORE_SUCCESS_COMMIT,
        lies="success written; transaction not committed",
        workload=Workload.EXECUTE,
        history_at_crash=_CLAIMED,
        effects_at_crash=1,
        attempts=2,
        repeated_effects=2,
    ),
    PointDescription(
        point=FaultPoint.AFTER_SUCCESS_COMMIT,
        lies="success committed; the worker has not been told",
        workload=Workload.EXECUTE,
        history_at_crash=_FINISHED,
        effects_at_crash=1,
        attempts=1,
    ),
    PointDescription(
        point=FaultPoint.BEFORE_FAILURE_COMMIT,
        lies="retry or dead letter written; transaction not committed",
        workload=Workload.FAIL,
        history_at_crash=_CLAIMED,
        attempts=2,
    ),
    PointDescription(
        point=FaultPoint.AFTER_FAILURE_COMMIT,
        lies="retry or dead letter committed; the worker has not been told",
        workload=Workload.FAIL,
        history_at_crash=(*_CLAIMED, "FAILED"),
        attempts=2,
    ),
    PointDescription(
        point=FaultPoint.BEFORE_RECOVERY_COMMIT,
        lies="the expired lease's recovery written; transaction not committed",
        workload=Workload.RECOVER,
        history_at_crash=_CLAIMED,
        attempts=2,
    ),
    PointDescription(
        point=FaultPoint.AFTER_RECOVERY_COMMIT,
        lies="recovery committed; the recovering process has not been told",
        workload=Workload.RECOVER,
        history_at_crash=(*_CLAIMED, "LEASE_EXPIRED"),
        attempts=2,
    ),
)
"""All thirteen, in the order of a job's life."""

_BY_POINT: Final = {description.point: description for description in DESCRIPTIONS}


def describe(point: FaultPoint) -> PointDescription:
    """Return where `point` lies and what it predicts."""
    return _BY_POINT[point]
