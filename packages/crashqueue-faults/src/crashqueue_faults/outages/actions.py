"""What strikes when the queue is on a server, and at which of the fault points.

A client may die, its connection may, the server may; and a COMMIT may be under way meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from crashqueue_faults.points import FaultPoint


class FaultAction(StrEnum):
    """What strikes at a fault point."""

    EXIT = "EXIT"
    EXIT_COMMIT_LOST = "EXIT_COMMIT_LOST"
    EXIT_ANSWER_LOST = "EXIT_ANSWER_LOST"
    DROP = "DROP"
    DROP_COMMIT_LOST = "DROP_COMMIT_LOST"
    DROP_ANSWER_LOST = "DROP_ANSWER_LOST"
    KILL_BACKEND = "KILL_BACKEND"
    CRASH_SERVER = "CRASH_SERVER"
    PARTITION = "PARTITION"

    @property
    def ends_client(self) -> bool:
        """Whether the client's process ends there, rather than going on."""
        return self.name.startswith("EXIT")

    @property
    def loses_commit(self) -> bool:
        """Whether COMMIT is sent and does not arrive."""
        return self.name.endswith("COMMIT_LOST")

    @property
    def loses_answer(self) -> bool:
        """Whether COMMIT is carried out and its answer is not read."""
        return self.name.endswith("ANSWER_LOST")

    @property
    def strikes_server(self) -> bool:
        """Whether all clients of the server suffer, so that it must be the experiment's own."""
        return self in (FaultAction.KILL_BACKEND, FaultAction.CRASH_SERVER)


ALL_POINTS: Final = tuple(FaultPoint)
COMMITS: Final = (
    FaultPoint.BEFORE_SUBMIT_COMMIT,
    FaultPoint.BEFORE_CLAIM_COMMIT,
    FaultPoint.BEFORE_SUCCESS_COMMIT,
    FaultPoint.BEFORE_FAILURE_COMMIT,
    FaultPoint.BEFORE_RECOVERY_COMMIT,
)
"""The queue's own commits; the sixth is that of the effect, which never sees the server."""

LEASED: Final = (
    FaultPoint.AFTER_CLAIM_COMMIT,
    FaultPoint.BEFORE_HANDLER,
    FaultPoint.AFTER_EFFECT_COMMIT,
    FaultPoint.BEFORE_SUCCESS_COMMIT,
    FaultPoint.BEFORE_FAILURE_COMMIT,
)
"""Where a lease is held that can run out. Not BEFORE_EFFECT_COMMIT: the effect's own transaction,
which is open there, keeps the next attempt out of the ledger, and the queue is not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDescription:
    """One action: the sentence that says what strikes, and the points where that makes sense."""

    action: FaultAction
    strikes: str
    points: tuple[FaultPoint, ...]


ACTIONS: Final = (
    ActionDescription(
        action=FaultAction.EXIT,
        strikes="the client's process ends itself",
        points=ALL_POINTS,
    ),
    ActionDescription(
        action=FaultAction.EXIT_COMMIT_LOST,
        strikes="the client's process ends with its COMMIT sent, which never arrives",
        points=COMMITS,
    ),
    ActionDescription(
        action=FaultAction.EXIT_ANSWER_LOST,
        strikes="the client's process ends with its COMMIT carried out and the answer not read",
        points=COMMITS,
    ),
    ActionDescription(
        action=FaultAction.DROP,
        strikes="the connection breaks; the client goes on",
        points=ALL_POINTS,
    ),
    ActionDescription(
        action=FaultAction.DROP_COMMIT_LOST,
        strikes="the connection breaks with COMMIT sent, which never arrives; the client goes on",
        points=COMMITS,
    ),
    ActionDescription(
        action=FaultAction.DROP_ANSWER_LOST,
        strikes="the connection breaks with COMMIT carried out and the answer not read; "
        "the client goes on",
        points=COMMITS,
    ),
    ActionDescription(
        action=FaultAction.KILL_BACKEND,
        strikes="SIGKILL ends the client's backend, and the server begins anew; the client goes on",
        points=ALL_POINTS,
    ),
    ActionDescription(
        action=FaultAction.CRASH_SERVER,
        strikes="the server is stopped as by a crash and started again; the client goes on",
        points=ALL_POINTS,
    ),
    ActionDescription(
        action=FaultAction.PARTITION,
        strikes="nothing passes between client and server until the lease has run out and another "
        "worker has finished; then the client goes on",
        points=LEASED,
    ),
)
"""All nine."""

_BY_ACTION: Final = {description.action: description for description in ACTIONS}


def describe_action(action: FaultAction) -> ActionDescription:
    """Return what strikes, and where that makes sense."""
    return _BY_ACTION[action]
