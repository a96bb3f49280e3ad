"""Which crash states are looked at: all of them where they are few, a declared sample elsewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from crashqueue_faults.power.model import Disk, Selection, Torn, everything, tears

EXACT_UP_TO_PENDING: Final = 6
"""The bound b: with so many pending operations or fewer, no state is left out."""

_FEW: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """How many states one crash point has, and how many are looked at."""

    pending: int
    possible: int
    chosen: int

    @property
    def is_exact(self) -> bool:
        """Whether none is left out."""
        return self.chosen == self.possible


def census(disk: Disk, sample_size: int) -> Census:
    """Return how many selections there are, and how many `selections` yields."""
    pending = len(disk.pending)
    possible = count_possible(disk)
    if pending <= EXACT_UP_TO_PENDING:
        return Census(pending=pending, possible=possible, chosen=possible)
    return Census(
        pending=pending,
        possible=possible,
        chosen=min(possible, max(sample_size, len(telling(disk)))),
    )


def count_possible(disk: Disk) -> int:
    """Return the number of selections: each subset, and each with one more write that is torn."""
    pending = len(disk.pending)
    torn = sum(sum(1 for _ in tears(p.operation)) for p in disk.pending)
    return (1 << pending) + (torn << (pending - 1) if torn else 0)


def selections(disk: Disk, *, sample_size: int, seed: str) -> Iterator[Selection]:
    """Yield all selections of `disk`, or a sample that `seed` fixes, none of them twice."""
    if census(disk, sample_size).is_exact:
        yield from _all(disk)
    else:
        yield from _sample(disk, sample_size, random.Random(seed))


def _all(disk: Disk) -> Iterator[Selection]:
    pending = len(disk.pending)
    for mask in range(1 << pending):
        yield Selection(mask=mask)
    for index, one in enumerate(disk.pending):
        for length in tears(one.operation):
            for mask in range(1 << pending):
                if not mask >> index & 1:
                    yield Selection(mask=mask, torn=Torn(index=index, length=length))


def telling(disk: Disk) -> list[Selection]:
    """Return what is part of each sample: nothing, everything, all but one, each beginning."""
    whole = everything(disk).mask
    pending = range(len(disk.pending))
    masks = [0, whole, *(whole & ~(1 << i) for i in pending), *((1 << i) - 1 for i in pending)]
    return [Selection(mask=mask) for mask in dict.fromkeys(masks)]


def _sample(disk: Disk, size: int, chance: random.Random) -> Iterator[Selection]:
    torn = [
        Torn(index=index, length=length)
        for index, pending in enumerate(disk.pending)
        for length in tears(pending.operation)
    ]
    drawn = dict.fromkeys(telling(disk))
    yield from drawn
    while len(drawn) < size:
        selection = _draw(len(disk.pending), torn, chance)
        if selection not in drawn:
            drawn[selection] = None
            yield selection


def _draw(pending: int, torn: list[Torn], chance: random.Random) -> Selection:
    mask = _draw_mask(pending, chance)
    if not torn or chance.getrandbits(1):
        return Selection(mask=mask)
    tear = torn[_below(len(torn), chance)]
    return Selection(mask=mask & ~(1 << tear.index), torn=tear)


def _draw_mask(pending: int, chance: random.Random) -> int:
    """Draw any subset, a few operations, all but a few, or a beginning without a few.

    Of many pending operations, an even draw would keep and lose half, and that is all it would try.
    """
    few = 0
    for _ in range(1 + _below(_FEW, chance)):
        few |= 1 << _below(pending, chance)
    match chance.getrandbits(2):
        case 0:
            return chance.getrandbits(pending)
        case 1:
            return few
        case 2:
            return ((1 << pending) - 1) & ~few
        case _:
            return ((1 << (1 + _below(pending, chance))) - 1) & ~few


def _below(bound: int, chance: random.Random) -> int:
    return chance.getrandbits(32) % bound
