"""An observer that lets an action strike at one named point."""

from __future__ import annotations

from crashqueue_faults.actions import Action
from crashqueue_faults.points import FaultPoint


class Injector:
    """Watches the queue and the effect ledger; strikes each time the armed point is passed."""

    __slots__ = ("_action", "_point")

    def __init__(self, point: FaultPoint, action: Action) -> None:
        self._point = point
        self._action = action

    def __call__(self, boundary: str) -> None:
        """Strike if `boundary` bears the armed point's name."""
        if boundary == self._point:
            self._action()
