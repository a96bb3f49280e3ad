"""All mishaps of one subject, with some stands side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from crashqueue_faults.targets.boundaries import sample_of
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.mishaps.disconnection import disconnect
from crashqueue_faults.targets.mishaps.mishap import Case, Mishap, Told, not_applicable, told_of
from crashqueue_faults.targets.mishaps.namesake import restart_under_its_name
from crashqueue_faults.targets.mishaps.poison import poison
from crashqueue_faults.targets.mishaps.relapse import boundaries_of_recovery, relapse
from crashqueue_faults.targets.mishaps.termination import ask_to_end
from crashqueue_faults.targets.stand import Stand, at_free_stands
from crashqueue_faults.targets.target import Engine
from crashqueue_faults.targets.trace import Moment, Point

DISCONNECTIONS: Final = 12
RELAPSES: Final = 6

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Visits:
    """Lets every mishap happen to one subject; `points` are the boundaries of its worker.

    Of these, and of those of a recovery, the seed chooses a few.
    """

    stands: Sequence[Stand]
    points: Sequence[Point]
    seed: str

    def all(self) -> Mapping[Mishap, Told]:
        """Return what is told of each mishap."""
        return {
            Mishap.DISCONNECTED: self._disconnected(),
            Mishap.ASKED_TO_END: self._on_both_sides(ask_to_end),
            Mishap.POISONED: poison(self._first),
            Mishap.CRASHED_AGAIN: self._crashed_again(),
            Mishap.NAMESAKE: self._namesake(),
        }

    @property
    def _first(self) -> Stand:
        return self.stands[0]

    def _disconnected(self) -> Told:
        if self._first.target.engine is Engine.SQLITE:
            return not_applicable("a file has no connection that could be dropped")
        commands = [point for point in self.points if point.label != EFFECT_LABEL]
        chosen = sample_of(commands, DISCONNECTIONS, self.seed)
        return self._told(disconnect, chosen, len(commands))

    def _crashed_again(self) -> Told:
        found = boundaries_of_recovery(self._first)
        if not found:
            return not_applicable("no recovery takes the job again after a crash before its effect")
        return self._told(relapse, sample_of(found, RELAPSES, self.seed), len(found))

    def _namesake(self) -> Told:
        naming = self._first.configuration.naming
        if not naming:
            return not_applicable("its store knows workers by no name that can be given")
        told = self._on_both_sides(restart_under_its_name)
        return Told(
            words=told.words, verdict=told.verdict, details={"naming": naming, **told.details}
        )

    def _on_both_sides(self, do: Callable[[Stand, Moment], Case]) -> Told:
        return self._told(do, tuple(Moment), len(Moment))

    def _told(
        self, do: Callable[[Stand, Item], Case], items: Sequence[Item], there_are: int
    ) -> Told:
        cases = at_free_stands(self.stands, do, items)
        return told_of(cases, self._first.configuration, {"points_found": there_are})
