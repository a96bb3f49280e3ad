"""What each action at each fault point predicts. Pure functions.

The table of the thirteen points says what is durable at an instant, whoever suffers what there. The
rest follows from who lives on: a dead client's job is recovered by another, a living one asks
again, and a cut-off one is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from crashqueue_faults.actions import CRASH_EXIT_CODE
from crashqueue_faults.outages.actions import FaultAction
from crashqueue_faults.points import FaultPoint, Workload
from crashqueue_faults.predictions import PointDescription, describe


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What is durable when the action has struck, what is true at the end, and how the child ends.

    `acknowledged` lists all that a child that lives on is answered, and `told` the codes of the
    errors that the queue's store meets in it.
    """

    description: PointDescription
    exit_code: int = 0
    acknowledged: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


_ANSWERS: Final = {
    Workload.SUBMIT: ("SUBMITTED",),
    Workload.EXECUTE: ("CLAIMED", "SUCCEEDED"),
    Workload.FAIL: ("CLAIMED", "FAILED"),
    Workload.RECOVER: ("LEASE_EXPIRED",),
}
_SAYS_NOTHING_MORE: Final = frozenset(
    {
        FaultPoint.AFTER_SUBMIT_COMMIT,
        FaultPoint.AFTER_SUCCESS_COMMIT,
        FaultPoint.AFTER_FAILURE_COMMIT,
        FaultPoint.AFTER_RECOVERY_COMMIT,
    }
)
"""Where the child has no more to say to the server, and does not notice that it cannot."""

_LATE_EFFECT: Final = frozenset({FaultPoint.AFTER_CLAIM_COMMIT, FaultPoint.BEFORE_HANDLER})
"""Where a client that was cut off has yet to commit its effect: after the other worker's."""


def predict(action: FaultAction, point: FaultPoint) -> Prediction:
    """Return what must be seen when `action` strikes at `point`."""
    instant = _instant(action, point)
    if action.ends_client:
        return Prediction(description=instant, exit_code=CRASH_EXIT_CODE)
    if action is FaultAction.PARTITION:
        return _cut_off(instant)
    return Prediction(
        description=_undisturbed(instant),
        acknowledged=_ANSWERS[instant.workload],
        told=_told(action, point),
    )


def _instant(action: FaultAction, point: FaultPoint) -> PointDescription:
    """Return the point's description, or its twin's if its transaction has been committed."""
    if not action.loses_answer:
        return describe(point)
    twin = FaultPoint(point.replace("BEFORE", "AFTER"))
    return replace(describe(twin), point=point, lies=describe(point).lies)


def _undisturbed(instant: PointDescription) -> PointDescription:
    """Return what is true at the end where the client does what it would have done anyway."""
    is_second_attempt_needed = instant.workload in (Workload.FAIL, Workload.RECOVER)
    return replace(
        instant,
        attempts=2 if is_second_attempt_needed else 1,
        repeated_effects=1,
    )


def _told(action: FaultAction, point: FaultPoint) -> tuple[str, ...]:
    if action.loses_answer and point is FaultPoint.BEFORE_FAILURE_COMMIT:
        # A failure has no receipt: asked again, the lease is gone, and the attempts say why.
        return ("OUTCOME_UNKNOWN", "LEASE_LOST")
    if action.loses_commit or action.loses_answer:
        return ("OUTCOME_UNKNOWN",)
    return () if point in _SAYS_NOTHING_MORE else ("SERVER_UNAVAILABLE",)


def _cut_off(instant: PointDescription) -> Prediction:
    """Return what is true where another worker has finished before the client is heard again."""
    if instant.point in (FaultPoint.BEFORE_SUCCESS_COMMIT, FaultPoint.BEFORE_FAILURE_COMMIT):
        told = ("OUTCOME_UNKNOWN", "LEASE_LOST")  # the late COMMIT, and the second asking
    else:
        told = ("LEASE_LOST", "LEASE_LOST")  # the late heartbeat, and the late result
    is_late = instant.point in _LATE_EFFECT
    return Prediction(
        description=replace(
            instant,
            attempts=2,
            repeated_effects=2 if is_late else instant.repeated_effects,
            fenced_effects=1 if is_late else None,
        ),
        acknowledged=("CLAIMED", "LEASE_LOST"),
        told=told,
    )
