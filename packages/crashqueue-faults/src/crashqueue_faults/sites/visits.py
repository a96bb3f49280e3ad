"""What a layer is given to do, and the names of what it gives back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from crashqueue_faults.sites.contents import Content
from crashqueue_faults.sites.death import Die
from crashqueue_faults.sites.scenes import Room, Scene

CASES: Final = "cases"
REOPENING: Final = "reopening"

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit(Generic[Kind]):
    """One scene whose every site is to be visited, on this kind of store.

    `contents` are those before the first answer and after each. With `reopens`, every crash state
    is opened as well, and that opening is crashed at every site.
    """

    scene: Scene
    contents: Sequence[Content]
    room: Room
    kind: Kind
    die: Die
    reopens: bool
