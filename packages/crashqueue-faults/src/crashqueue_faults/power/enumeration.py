"""Which crash states are looked at: all of them where they are few, a declared sample elsewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from crashqueue_faults.power.model import Disk, Selection, Torn, everything, tears

EXACT_UP_TO_PENDING: Final = 6
"""The bound b: with so many pending operations or fewer, no state is left out."""

_FEW: Final = 3
_SELDOM: Final = 8


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
    return Census(pending=pending, possible=possible, chosen=min(possible, sample_size))


def count_possible(disk: Disk) -> int:
    """Return the number of selections: each subset, and each with one more write that is torn."""
    pending = len(disk.pending)
    torn = sum(sum(1 for _ in tears(p.operation)) for p in disk.pending)
    return (1 << pending) + (torn << (pending - 1) if torn else 0)


def selections(disk: Disk, *, sample_size: int, seed: str) -> Iterator[Selection]:
    """Yield all selections of `disk`, or a sample that `seed` fixes, none of them twice."""
    if census(disk, sample_size).is_exact:
        return _all(disk)
    return islice(_sample(disk, random.Random(seed)), sample_size)


def _all(disk: Disk) -> Iterator[Selection]:
    pending = len(disk.pending)
    for mask in range(1 << pending):
        yield Selection(mask=mask)
    for index, one in enumerate(disk.pending):
        for length in tears(one.operation):
            for mask in range(1 << pending):
                if not mask >> index & 1:
                    yield Selection(mask=mask, torn=Torn(index=index, length=length))


def _telling(disk: Disk) -> Iterator[Selection]:
    """Yield what each sample begins with: nothing, everything, all but one, each beginning.

    The latest operations come first: a small sample should know what is lost there.
    """
    whole = everything(disk).mask
    latest_first = range(len(disk.pending) - 1, -1, -1)
    masks = [0, whole]
    for index in latest_first:
        masks += [whole & ~(1 << index), (1 << index) - 1]
    for mask in dict.fromkeys(masks):
        yield Selection(mask=mask)


def _sample(disk: Disk, chance: random.Random) -> Iterator[Selection]:
    """Yield states without end, none twice; there must be more than are taken."""
    torn = [
        Torn(index=index, length=length)
        for index, pending in enumerate(disk.pending)
        for length in tears(pending.operation)
    ]
    drawn = set(_telling(disk))
    yield from _telling(disk)
    while True:
        selection = _draw(len(disk.pending), torn, chance)
        if selection not in drawn:
            drawn.add(selection)
            yield selection


def _draw(pending: int, torn: list[Torn], chance: random.Random) -> Selection:
    mask = _draw_mask(pending, chance)
    # Without the latest operation it is a state of the point before, so that is drawn seldom.
    if _below(_SELDOM, chance):
        mask |= 1 << (pending - 1)
    if not torn or chance.getrandbits(1):
        return Selection(mask=mask)
    tear = torn[_below(len(torn), chance)]
    return Selection(mask=mask & ~(1 << tear.index), torn=tear)


def _draw_mask(pending: int, chance: random.Random) -> int:
    """Draw any subset, a few operations, all but a few, or a beginning without a few.

    Of many pending operations, an even draw keeps and loses half; that is tried half of the time.
    """
    few = 0
    for _ in range(1 + _below(_FEW, chance)):
        few |= 1 << _below(pending, chance)
    match _below(6, chance):
        case 0:
            return few
        case 1:
            return ((1 << pending) - 1) & ~few
        case 2:
            return ((1 << (1 + _below(pending, chance))) - 1) & ~few
        case _:
            return chance.getrandbits(pending)


def _below(bound: int, chance: random.Random) -> int:
    return chance.getrandbits(32) % bound
