"""Where a target can be crashed: the boundaries that its undisturbed workers all pass."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.stand import Stand
from crashqueue_faults.targets.trace import Point

DRY_RUNS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundaries:
    """The points that every dry run passed, in the order of the first, and how many did not.

    `before` of them, while the worker started, are not visited.
    """

    points: tuple[Point, ...]
    varying: int
    before: int = 0


def find_boundaries(stand: Stand) -> Boundaries:
    """Return the boundaries between the start of a worker and its acknowledgement of the job."""
    runs = [tuple(step.point for step in undisturbed(stand)) for _ in range(DRY_RUNS)]
    shared = set(runs[0]).intersection(*runs[1:])
    everywhere = set().union(*runs)
    points = tuple(point for point in runs[0] if point in shared)
    before = _beginning(points, stand.configuration.begins)
    return Boundaries(points=points[before:], varying=len(everywhere - shared), before=before)


def sample_of(points: Sequence[Point], size: int | None, seed: str) -> tuple[Point, ...]:
    """Return `size` of the points in their order, chosen by the seed alone; all if it is None."""
    if size is None or size >= len(points):
        return tuple(points)
    chosen = sorted(points, key=lambda point: _rank(point, seed))[:size]
    return tuple(point for point in points if point in chosen)


def _beginning(points: Sequence[Point], begins: str) -> int:
    """Return the index of the first point whose label matches; 0 if there is none."""
    first = re.compile(begins)
    return next((at for at, point in enumerate(points) if first.search(point.label)), 0)


def _rank(point: Point, seed: str) -> str:
    return hashlib.sha256(f"{seed}/{point.to_json()}".encode()).hexdigest()
