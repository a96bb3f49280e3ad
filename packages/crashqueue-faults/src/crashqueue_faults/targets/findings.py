"""What is asked of a run, and what it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crashqueue_faults.targets.boundaries import Boundaries
from crashqueue_faults.targets.course import Crash
from crashqueue_faults.targets.mishaps.mishap import Mishap, Told
from crashqueue_faults.targets.target import Configuration, Target
from crashqueue_faults.targets.trace import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One target in one configuration."""

    target: Target
    configuration: Configuration

    @property
    def name(self) -> str:
        """How reports call it."""
        return f"{self.target.name}/{self.configuration.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is run. `sample` is how many boundaries of each subject are visited, None for all.

    `actions` is whether the other mishaps are let happen, too. Where all targets are crashed,
    `left_out` says what those lack that are not, and one that breaks does not end the run.
    """

    subjects: tuple[Subject, ...]
    seed: int
    sample: int | None
    repetitions: int
    processes: int
    actions: bool = False
    is_of_all: bool = False
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What one subject's run found: of each visited point, one crash for each repetition.

    `server` is the name and version of what its store was on; empty for SQLite.
    """

    subject: Subject
    boundaries: Boundaries
    points: tuple[Point, ...]
    crashes: tuple[tuple[Crash, ...], ...]
    mishaps: Mapping[Mishap, Told] = field(default_factory=dict)
    server: str = ""
