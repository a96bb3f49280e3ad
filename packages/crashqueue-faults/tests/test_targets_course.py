"""A course: every point once, in order, and one recovery for equal aftermaths, where sound."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import homemade
import pytest

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets import course
from crashqueue_faults.targets.auditing import LATER_US, Opinion
from crashqueue_faults.targets.case import Look, Recovery
from crashqueue_faults.targets.course import Course
from crashqueue_faults.targets.outcomes import Outcome
from crashqueue_faults.targets.target import Configuration, JobState, Sight, Victim
from crashqueue_faults.targets.trace import Moment, Point
from crashqueue_verify import Verdict

WAITING = Look(sight=Sight(state=JobState.WAITING, content="waiting"), effects=0)
RUNNING = Look(sight=Sight(state=JobState.RUNNING, content="running"), effects=0)
DONE = Look(sight=Sight(state=JobState.DONE), effects=1)
POINTS = [Point(moment=moment, label=label, occurrence=1) for label in "ab" for moment in Moment]


@dataclass
class FakeStand:
    """What the course needs of a stand: a case's aftermath by its point."""

    configuration: Configuration
    left: dict[Point, Look | None] = field(default_factory=dict)
    recoveries: list[Look] = field(default_factory=list)
    audits: list[int] = field(default_factory=list)
    at: Look | None = None
    is_abandoned: bool = False

    def abandon(self) -> None:
        self.is_abandoned = True


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> FakeStand:
    @contextmanager
    def crashed(stand: Any, point: Point) -> Iterator[Look | None]:
        stand.at = stand.left[point]
        yield stand.at

    def recover(stand: Any) -> Recovery:
        stand.recoveries.append(stand.at)
        stranded = stand.at == RUNNING
        return Recovery(look=RUNNING if stranded else DONE, lasted_s=0.1)

    def opinion_on(stand: Any, later_us: int = 0) -> Opinion:
        stand.audits.append(later_us)
        return Opinion(verdict=Verdict.HOLDS)

    monkeypatch.setattr(course, "crashed", crashed)
    monkeypatch.setattr(course, "recover", recover)
    monkeypatch.setattr(course, "opinion_on", opinion_on)
    left = zip(POINTS, [WAITING, WAITING, RUNNING, RUNNING], strict=True)
    return FakeStand(homemade.DEFAULT, dict(left))


def visit(*stands: Any) -> list[course.Crash]:
    return Course(stands).visit(POINTS, lambda: None)


def test_every_point_is_visited_in_order_and_counted(stand: FakeStand) -> None:
    told: list[None] = []
    crashes = Course([stand]).visit(POINTS, lambda: told.append(None))  # type: ignore[list-item]
    assert [crash.left for crash in crashes] == [WAITING, WAITING, RUNNING, RUNNING]
    assert [crash.outcome for crash in crashes] == [Outcome.RECOVERED] * 2 + [Outcome.STRANDED] * 2
    assert len(told) == len(POINTS)


def test_equal_aftermaths_of_a_whole_worker_share_a_recovery(stand: FakeStand) -> None:
    visit(stand)
    assert stand.recoveries == [WAITING, RUNNING]
    assert stand.audits == [0, LATER_US] * 2


def test_equal_aftermaths_with_different_effects_do_not(stand: FakeStand) -> None:
    stand.left[POINTS[3]] = replace(RUNNING, effects=1)
    visit(stand)
    assert stand.recoveries == [WAITING, RUNNING, replace(RUNNING, effects=1)]


def test_each_repetition_recovers_anew(stand: FakeStand) -> None:
    running = Course([stand])  # type: ignore[list-item]
    for _ in range(2):
        running.visit(POINTS, lambda: None)
    assert stand.recoveries == [WAITING, RUNNING] * 2


def test_where_others_live_on_every_case_has_its_own_recovery(stand: FakeStand) -> None:
    stand.configuration = replace(stand.configuration, victim=Victim.PROCESS)
    visit(stand)
    assert stand.recoveries == [WAITING, WAITING, RUNNING, RUNNING]


def test_a_point_that_was_not_reached_is_unknown_and_nobody_recovers(stand: FakeStand) -> None:
    stand.left[POINTS[0]] = None
    crashes = visit(stand)
    assert crashes[0].outcome is Outcome.UNKNOWN
    assert crashes[0].recovery is None
    assert stand.recoveries == [WAITING, RUNNING]


def test_each_stand_carries_out_one_case_at_a_time(
    stand: FakeStand, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = threading.Barrier(2, timeout=10)

    @contextmanager
    def crashed(_: Any, point: Point) -> Iterator[None]:
        meeting.wait()
        yield None

    monkeypatch.setattr(course, "crashed", crashed)
    assert len(visit(stand, replace(stand))) == len(POINTS)


def test_a_case_that_fails_ends_the_course_and_whoever_is_at_one(
    stand: FakeStand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashed(_: Any, point: Point) -> None:
        raise TargetBroken(point.label)

    monkeypatch.setattr(course, "crashed", crashed)
    with pytest.raises(TargetBroken, match="a"):
        visit(stand)
    # So that nobody waits for the patience that the cases beside it have.
    assert stand.is_abandoned
