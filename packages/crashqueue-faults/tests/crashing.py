"""What tests of targets share: where a worker dies, and what comes of it there.

It imports no library: the tests of each are run where only that one is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets.case import undisturbed
from crashqueue_faults.targets.course import Course, Crash
from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Target
from crashqueue_faults.targets.trace import Moment, Point

CrashAt = Callable[[Target, str, Point], Crash]
Plant = Callable[[type[Target]], Target]


def before(label: str) -> Point:
    """Return the point before the first command with a label."""
    return Point(moment=Moment.BEFORE, label=label, occurrence=1)


def after(label: str) -> Point:
    """Return the point after it."""
    return Point(moment=Moment.AFTER, label=label, occurrence=1)


def crashes(
    target: Target, configuration: str, folder: Path, *points: Point, **changes: Any
) -> list[Crash]:
    """Crash at all points side by side, in the changed configuration, and recover."""
    chosen = replace(configuration_named(target, configuration), **changes)
    with ExitStack() as stack:
        stands = [
            stack.enter_context(stand_for(target, chosen, folder / str(number)))
            for number in range(len(points))
        ]
        return Course(stands).visit(points, lambda: None)


class WorksTwice:
    """Before the adapter it is mixed into: executes the job once more than it should."""

    def work(self, *arguments: Any) -> None:
        """Do the job before anybody asks for it."""
        perform()
        super().work(*arguments)  # type: ignore[misc]  # the adapter's


def expect_a_refusal(target: Target, folder: Path) -> None:
    """Hold that a target is refused which does its job twice when nothing strikes."""
    with (
        stand_for(target, target.configurations[0], folder / "stand") as stand,
        pytest.raises(TargetBroken, match="with 2 effects"),
    ):
        undisturbed(stand)
