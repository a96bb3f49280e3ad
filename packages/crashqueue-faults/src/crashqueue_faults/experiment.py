"""What every experiment gives back, and how it tells of its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from crashqueue_faults.errors import InvalidExperiment

DEFAULT_SEED: Final = 20260827
DELIVERY_SEMANTICS: Final = "at-least-once execution"


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A finished experiment: `report` is JSON-ready, and the seed fixes it to the last byte."""

    ok: bool
    report: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """`done` of `total` cases are finished; `label` names the last one."""

    done: int
    total: int
    label: str


ProgressListener = Callable[[Progress], None]


def ignore_progress(progress: Progress) -> None:
    """Listen to nothing: the default."""


def check_seed(seed: int) -> int:
    """Return the seed if it is an integer that is not negative."""
    if type(seed) is int and seed >= 0:
        return seed
    raise InvalidExperiment("seed must be an integer that is not negative", argument="seed")
