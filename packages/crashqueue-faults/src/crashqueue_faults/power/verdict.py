"""What one crash state comes to: the words, from best to worst."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class StateVerdict(StrEnum):
    """What became of the queue in one crash state. Defined from best to worst."""

    SOUND = "sound"
    """Everything acknowledged is there, and nothing that was not asked for."""
    LOST = "lost"
    """Something acknowledged is gone: the latest operations, and no others."""
    GAP = "gap"
    """The content is that of no moment: an operation is gone and a later one is there."""
    STRANDED = "stranded"
    """A job cannot be brought to a terminal state from there."""
    HISTORY_DISAGREES = "history-disagrees"
    """An invariant is broken."""
    CORRUPT = "corrupt"
    """SQLite's integrity check fails."""
    REFUSED = "refused"
    """The files cannot be opened as what they were."""


WORST_FIRST = tuple(reversed(StateVerdict))


def worst(verdicts: Iterable[StateVerdict]) -> StateVerdict:
    """Return the worst of one or more verdicts."""
    return min(verdicts, key=WORST_FIRST.index)
