"""The named places at which an observer may watch the queue. The queue itself raises no fault.

A commit boundary is named for the operation whose transaction it encloses. BEFORE is inside the
transaction with everything written; AFTER follows the commit, before the caller is answered.

An engine may carry an operation out again whose transaction it lost or the server undid. That is a
new attempt, which passes BEFORE again; AFTER is passed once, or not at all where the commit's
answer was lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Boundary(StrEnum):
    """A place that is told to the observer each time execution passes it."""

    BEFORE_SUBMIT_COMMIT = "BEFORE_SUBMIT_COMMIT"
    AFTER_SUBMIT_COMMIT = "AFTER_SUBMIT_COMMIT"
    BEFORE_CLAIM_COMMIT = "BEFORE_CLAIM_COMMIT"
    AFTER_CLAIM_COMMIT = "AFTER_CLAIM_COMMIT"
    BEFORE_HANDLER = "BEFORE_HANDLER"
    BEFORE_HEARTBEAT_COMMIT = "BEFORE_HEARTBEAT_COMMIT"
    AFTER_HEARTBEAT_COMMIT = "AFTER_HEARTBEAT_COMMIT"
    BEFORE_CHECKPOINT_COMMIT = "BEFORE_CHECKPOINT_COMMIT"
    AFTER_CHECKPOINT_COMMIT = "AFTER_CHECKPOINT_COMMIT"
    BEFORE_SUCCESS_COMMIT = "BEFORE_SUCCESS_COMMIT"
    AFTER_SUCCESS_COMMIT = "AFTER_SUCCESS_COMMIT"
    BEFORE_FAILURE_COMMIT = "BEFORE_FAILURE_COMMIT"
    AFTER_FAILURE_COMMIT = "AFTER_FAILURE_COMMIT"
    BEFORE_RELEASE_COMMIT = "BEFORE_RELEASE_COMMIT"
    AFTER_RELEASE_COMMIT = "AFTER_RELEASE_COMMIT"
    BEFORE_RECOVERY_COMMIT = "BEFORE_RECOVERY_COMMIT"
    AFTER_RECOVERY_COMMIT = "AFTER_RECOVERY_COMMIT"
    BEFORE_PROMOTION_COMMIT = "BEFORE_PROMOTION_COMMIT"
    AFTER_PROMOTION_COMMIT = "AFTER_PROMOTION_COMMIT"
    BEFORE_CANCELLATION_COMMIT = "BEFORE_CANCELLATION_COMMIT"
    AFTER_CANCELLATION_COMMIT = "AFTER_CANCELLATION_COMMIT"
    BEFORE_REDRIVE_COMMIT = "BEFORE_REDRIVE_COMMIT"
    AFTER_REDRIVE_COMMIT = "AFTER_REDRIVE_COMMIT"
    BEFORE_LIMIT_COMMIT = "BEFORE_LIMIT_COMMIT"
    AFTER_LIMIT_COMMIT = "AFTER_LIMIT_COMMIT"


Observer = Callable[[Boundary], None]


class SimulatedCrash(BaseException):
    """An observer raises it to end an execution as if its process had died there.

    Not an Exception, so that no handler swallows it; the worker lets it pass and records nothing.
    """


def observe_nothing(boundary: str) -> None:
    """Watch and do nothing: the default observer."""


@dataclass(frozen=True, slots=True)
class CommitBoundaries:
    """The two boundaries around one operation's commit."""

    before: Boundary
    after: Boundary


def _around(operation: str) -> CommitBoundaries:
    return CommitBoundaries(
        Boundary(f"BEFORE_{operation}_COMMIT"), Boundary(f"AFTER_{operation}_COMMIT")
    )


SUBMIT: Final = _around("SUBMIT")
CLAIM: Final = _around("CLAIM")
HEARTBEAT: Final = _around("HEARTBEAT")
CHECKPOINT: Final = _around("CHECKPOINT")
SUCCESS: Final = _around("SUCCESS")
FAILURE: Final = _around("FAILURE")
RELEASE: Final = _around("RELEASE")
RECOVERY: Final = _around("RECOVERY")
PROMOTION: Final = _around("PROMOTION")
CANCELLATION: Final = _around("CANCELLATION")
REDRIVE: Final = _around("REDRIVE")
LIMIT: Final = _around("LIMIT")
