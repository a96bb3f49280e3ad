"""All cases of one configuration: every boundary some times, each aftermath recovered once a time.

A recovery costs most, and depends on nothing but what the crash left. Where all of a worker dies,
equal aftermaths therefore share one recovery, and its audits, in each repetition. Where a part of
it lives on, what is there right after the crash is a race with the living, and every case has its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crashqueue_faults.targets.auditing import LATER_US, Audits, opinion_on
from crashqueue_faults.targets.case import Look, Recovery, crashed, is_final, recover
from crashqueue_faults.targets.outcomes import Outcome, outcome_of
from crashqueue_faults.targets.stand import Stand, at_free_stands
from crashqueue_faults.targets.target import Victim
from crashqueue_faults.targets.trace import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Crash:
    """What one crash left, what became of it, and what the auditor said of either.

    All are None if its point was not reached.
    """

    left: Look | None
    recovery: Recovery | None
    audits: Audits | None = None

    @property
    def outcome(self) -> Outcome:
        """What became of the job."""
        if self.recovery is None:
            return Outcome.UNKNOWN
        return outcome_of(self.recovery.look, is_final=is_final(self.recovery.look))


class Course:
    """Visits points with some stands side by side."""

    def __init__(self, stands: Sequence[Stand]) -> None:
        self._stands = stands

    def visit(self, points: Sequence[Point], tell: Callable[[], None]) -> list[Crash]:
        """Crash at each point once, telling after each; return what came of it, in their order."""
        fates: dict[Look, _Fate] = {}

        def visit(stand: Stand, point: Point) -> Crash:
            crash = _visit(stand, point, fates)
            tell()
            return crash

        return at_free_stands(self._stands, visit, points)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fate:
    recovery: Recovery
    audits: Audits


def _visit(stand: Stand, point: Point, fates: dict[Look, _Fate]) -> Crash:
    with crashed(stand, point) as left:
        if left is None:
            return Crash(left=None, recovery=None)
        shares = stand.configuration.victim is Victim.TREE
        # Two stands may come to the same at once; then both recover it, and agree.
        fate = fates.get(left) if shares else None
        if fate is None:
            fate = fates[left] = _fate(stand)
    return Crash(left=left, recovery=fate.recovery, audits=fate.audits)


def _fate(stand: Stand) -> _Fate:
    after_crash = opinion_on(stand)
    recovery = recover(stand)
    in_the_end = opinion_on(stand, later_us=LATER_US)
    return _Fate(recovery=recovery, audits=Audits(after_crash=after_crash, in_the_end=in_the_end))
