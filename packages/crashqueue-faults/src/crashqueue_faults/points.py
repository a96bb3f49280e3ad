"""The thirteen named fault points, and what a child does when a fault strikes."""

from __future__ import annotations

from enum import StrEnum

from crashqueue_faults.errors import UnknownFaultPoint


class FaultPoint(StrEnum):
    """A semantic place at which a fault may strike. Core's boundaries bear the same names."""

    BEFORE_SUBMIT_COMMIT = "BEFORE_SUBMIT_COMMIT"
    AFTER_SUBMIT_COMMIT = "AFTER_SUBMIT_COMMIT"
    BEFORE_CLAIM_COMMIT = "BEFORE_CLAIM_COMMIT"
    AFTER_CLAIM_COMMIT = "AFTER_CLAIM_COMMIT"
    BEFORE_HANDLER = "BEFORE_HANDLER"
    BEFORE_EFFECT_COMMIT = "BEFORE_EFFECT_COMMIT"
    AFTER_EFFECT_COMMIT = "AFTER_EFFECT_COMMIT"
    BEFORE_SUCCESS_COMMIT = "BEFORE_SUCCESS_COMMIT"
    AFTER_SUCCESS_COMMIT = "AFTER_SUCCESS_COMMIT"
    BEFORE_FAILURE_COMMIT = "BEFORE_FAILURE_COMMIT"
    AFTER_FAILURE_COMMIT = "AFTER_FAILURE_COMMIT"
    BEFORE_RECOVERY_COMMIT = "BEFORE_RECOVERY_COMMIT"
    AFTER_RECOVERY_COMMIT = "AFTER_RECOVERY_COMMIT"


class Workload(StrEnum):
    """What the child does when the fault strikes."""

    SUBMIT = "SUBMIT"
    EXECUTE = "EXECUTE"
    FAIL = "FAIL"
    RECOVER = "RECOVER"


def fault_point(name: str) -> FaultPoint:
    """Return the fault point with this name, or raise UnknownFaultPoint, which lists them all."""
    try:
        return FaultPoint(name)
    except ValueError:
        known = list(FaultPoint)
        raise UnknownFaultPoint(
            f"there is no fault point {name!r}; the thirteen are {', '.join(known)}",
            given=name,
            known=known,
        ) from None
