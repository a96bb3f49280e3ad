"""A trace: one sequence for all of a worker's processes, and one point at which it dies, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_faults.targets.trace import Moment, Point, Trace

LABEL = "UPDATE jobs"
SECOND = Point(moment=Moment.BEFORE, label=LABEL, occurrence=2)


@pytest.fixture
def struck() -> list[str]:
    return []


def reach(trace: Trace, struck: list[str], *moments: Moment, label: str = LABEL) -> None:
    for moment in moments:
        trace.reach(moment, label, lambda: struck.append("struck"))


def test_occurrences_are_counted_for_each_label_and_side(tmp_path: Path, struck: list[str]) -> None:
    trace = Trace(tmp_path / "trace")
    reach(trace, struck, Moment.BEFORE, Moment.AFTER, Moment.BEFORE)
    reach(trace, struck, Moment.BEFORE, label="COMMIT")
    assert [(step.point.label, step.point.occurrence) for step in trace.steps()] == [
        (LABEL, 1),
        (LABEL, 1),
        (LABEL, 2),
        ("COMMIT", 1),
    ]


def test_two_processes_share_one_numbering(tmp_path: Path, struck: list[str]) -> None:
    one, other = Trace(tmp_path / "trace"), Trace(tmp_path / "trace")
    reach(one, struck, Moment.BEFORE)
    other.reach(Moment.BEFORE, LABEL, lambda: None, process_id=7)
    reach(one, struck, Moment.BEFORE)
    assert [step.point.occurrence for step in other.steps()] == [1, 2, 3]
    assert one.steps() == other.steps()
    assert one.steps()[1].process_id == 7


def test_a_crash_strikes_at_its_point(tmp_path: Path, struck: list[str]) -> None:
    trace = Trace(tmp_path / "trace", armed=SECOND)
    reach(trace, struck, Moment.BEFORE, Moment.AFTER, Moment.AFTER)
    assert struck == []
    reach(trace, struck, Moment.BEFORE)
    assert struck == ["struck"]
    assert [step.strikes for step in trace.steps()] == [False, False, False, True]


def test_a_strike_is_noted_before_it_happens(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "trace", armed=SECOND)

    def die() -> None:
        raise KeyboardInterrupt

    trace.reach(Moment.BEFORE, LABEL, die)
    with pytest.raises(KeyboardInterrupt):
        trace.reach(Moment.BEFORE, LABEL, die)
    assert [step.point for step in Trace(tmp_path / "trace").steps() if step.strikes] == [SECOND]


def test_a_worker_that_is_started_again_does_not_die_again(
    tmp_path: Path, struck: list[str]
) -> None:
    # The same point cannot come twice in one trace; a trace that is cut short makes it.
    path = tmp_path / "trace"
    reach(Trace(path, armed=SECOND), struck, Moment.BEFORE, Moment.BEFORE)
    path.write_text(path.read_text().splitlines()[1] + "\n")
    again = Trace(path, armed=SECOND)
    reach(again, struck, Moment.BEFORE)
    assert again.steps()[-1].point == SECOND
    assert struck == ["struck"]


def test_a_process_inherits_its_trace_and_its_point(
    tmp_path: Path, struck: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in Trace(tmp_path / "trace", armed=SECOND).environment().items():
        monkeypatch.setenv(name, value)
    inherited = Trace.inherited()
    assert inherited is not None
    reach(inherited, struck, Moment.BEFORE, Moment.BEFORE)
    assert struck == ["struck"]
    assert len(Trace(tmp_path / "trace").steps()) == 2


def test_a_process_that_nobody_watches_has_no_trace() -> None:
    assert Trace.inherited() is None


def test_a_trace_without_a_point_arms_nobody(tmp_path: Path) -> None:
    assert list(Trace(tmp_path / "trace").environment()) == ["CRASHQUEUE_TRACE"]


def test_a_point_survives_the_environment() -> None:
    point = Point(moment=Moment.AFTER, label='SELECT "é"\n', occurrence=3)
    assert Point.from_json(point.to_json()) == point
