"""All cases of one configuration: every boundary some times, each aftermath recovered once a time.

A recovery costs most, and depends on nothing but what the crash left. Where all of a worker dies,
equal aftermaths therefore share one recovery in each repetition. Where a part of it lives on, what
is there right after the crash is a race with the living, and every case has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from crashqueue_faults.targets.case import Look, Recovery, crashed, is_final, recover
from crashqueue_faults.targets.outcomes import Outcome, outcome_of
from crashqueue_faults.targets.stand import Stand
from crashqueue_faults.targets.target import Victim
from crashqueue_faults.targets.trace import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Crash:
    """What one crash left, and what became of it; both None if its point was not reached."""

    left: Look | None
    recovery: Recovery | None

    @property
    def outcome(self) -> Outcome:
        """What became of the job."""
        if self.recovery is None:
            return Outcome.UNKNOWN
        return outcome_of(self.recovery.look, is_final=is_final(self.recovery.look))


class Course:
    """Visits points with some stands side by side."""

    def __init__(self, stands: Sequence[Stand]) -> None:
        self._stands: SimpleQueue[Stand] = SimpleQueue()
        for stand in stands:
            self._stands.put(stand)
        self._number = len(stands)

    def visit(self, points: Sequence[Point], tell: Callable[[], None]) -> list[Crash]:
        """Crash at each point once; return what came of it, in their order."""
        recovered: dict[Look, Recovery] = {}

        def visit(point: Point) -> Crash:
            stand = self._stands.get()
            try:
                return _visit(stand, point, recovered)
            finally:
                self._stands.put(stand)
                tell()

        with ThreadPoolExecutor(self._number) as pool:
            return list(pool.map(visit, points))


def _visit(stand: Stand, point: Point, recovered: dict[Look, Recovery]) -> Crash:
    with crashed(stand, point) as left:
        if left is None:
            return Crash(left=None, recovery=None)
        shares = stand.configuration.victim is Victim.TREE
        # Two stands may come to the same at once; then both recover it, and agree.
        recovery = recovered.get(left) if shares else None
        if recovery is None:
            recovery = recovered[left] = recover(stand)
    return Crash(left=left, recovery=recovery)
