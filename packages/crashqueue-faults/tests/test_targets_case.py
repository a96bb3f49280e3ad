"""One case: what an undisturbed worker shows, how one dies, and how its successor is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import homemade
import pytest
from crashing import Plant, after, before

from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets import case
from crashqueue_faults.targets.boundaries import Boundaries, find_boundaries, sample_of
from crashqueue_faults.targets.case import (
    Look,
    crashed,
    recover,
    undisturbed,
    until_idle,
)
from crashqueue_faults.targets.job import EFFECT_LABEL, POISON
from crashqueue_faults.targets.stand import Stand, stand_for
from crashqueue_faults.targets.target import JobState, Role, Sight, Target, Victim
from crashqueue_faults.targets.trace import Moment, Point, Step, Trace

Open = Callable[..., AbstractContextManager[Stand]]

DONE = "UPDATE jobs SET state = 'done'"
BEFORE_CLAIM = before(homemade.CLAIM)
CLAIMED = after(homemade.CLAIM)
EFFECT_DONE = after(EFFECT_LABEL)
NOWHERE = after("SELECT nothing")


def look(state: JobState, content: str, effects: int) -> Look:
    return Look(sight=Sight(state=state, content=content), effects=effects)


LEFT_WAITING = look(JobState.WAITING, "waiting", 0)
LEFT_RUNNING = look(JobState.RUNNING, "running", 0)


def steps(*labels: str) -> tuple[Step, ...]:
    """Return the steps of one process that sends these commands."""
    return tuple(
        Step(
            point=Point(moment=moment, label=label, occurrence=labels[: at + 1].count(label)),
            process_id=1,
            strikes=False,
        )
        for at, label in enumerate(labels)
        for moment in Moment
    )


def labels(of: tuple[Step, ...]) -> list[str]:
    return [step.point.label for step in of if step.point.moment is Moment.AFTER]


@pytest.fixture
def open_stand(folder: Path, plant: Plant) -> Open:
    @contextmanager
    def opened(planted: type[Target], configuration: str = "default") -> Iterator[Stand]:
        target = plant(planted)
        (chosen,) = (one for one in target.configurations if one.name == configuration)
        with stand_for(target, chosen, folder / "stand") as stand:
            yield stand

    return opened


def test_an_undisturbed_worker_shows_its_commands_in_order(open_stand: Open) -> None:
    with open_stand(homemade.Homemade) as stand:
        shown = undisturbed(stand)
    assert labels(shown) == [homemade.CLAIM, EFFECT_LABEL, DONE]
    assert len({step.process_id for step in shown}) == 1


@pytest.mark.parametrize(
    ("planted", "complaint"),
    [
        (homemade.Twice, "the job is done with 2 effects"),
        (homemade.Elsewhere, "none of the worker's commands is seen"),
        (homemade.Ending, "the job is waiting with 0 effects"),
        (homemade.Failing, "the job is waiting with 0 effects"),
    ],
)
def test_a_worker_that_does_not_do_its_job_undisturbed_is_no_target(
    planted: type[Target], complaint: str, open_stand: Open
) -> None:
    with open_stand(planted) as stand, pytest.raises(TargetBroken, match=complaint) as broken:
        undisturbed(stand)
    assert ("the worker is broken" in str(broken.value.data)) == (planted is homemade.Failing)


def test_a_worker_that_hangs_is_given_up_and_ended(
    open_stand: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(case, "REACTION_S", 0.0)
    with (
        open_stand(homemade.Hanging) as stand,
        pytest.raises(TargetBroken, match="waiting with 0 effects"),
    ):
        undisturbed(stand)


def test_a_crash_leaves_what_was_committed(open_stand: Open) -> None:
    with open_stand(homemade.Homemade) as stand:
        with crashed(stand, BEFORE_CLAIM) as before:
            assert before == LEFT_WAITING
        with crashed(stand, CLAIMED) as claimed:
            assert claimed == LEFT_RUNNING
        with crashed(stand, EFFECT_DONE) as done:
            assert done == replace(LEFT_RUNNING, effects=1)


def test_a_point_that_is_not_reached_is_no_crash(open_stand: Open) -> None:
    with open_stand(homemade.Homemade) as stand, crashed(stand, NOWHERE) as left:
        assert left is None


def test_a_recovery_ends_when_the_job_is_done(open_stand: Open) -> None:
    with open_stand(homemade.Homemade, "again") as stand, crashed(stand, CLAIMED):
        recovery = recover(stand)
    assert recovery.look == look(JobState.DONE, "done", 1)
    assert 0 < recovery.lasted_s < 60


def test_a_recovery_that_does_not_come_is_waited_for_as_long_as_the_target_says(
    open_stand: Open,
) -> None:
    with open_stand(homemade.Homemade) as stand, crashed(stand, CLAIMED):
        begun_s = time.monotonic()
        recovery = recover(stand)
    assert recovery.look == LEFT_RUNNING
    assert time.monotonic() - begun_s >= homemade.DEFAULT.patience_s


def test_a_store_that_forgets_is_asked_until_nothing_more_can_come(open_stand: Open) -> None:
    with open_stand(homemade.Forgetful) as stand, crashed(stand, EFFECT_DONE):
        assert recover(stand).look == look(JobState.ABSENT, "", 1)


def test_a_worker_that_its_supervisor_starts_again_does_not_die_again(
    open_stand: Open, folder: Path
) -> None:
    with open_stand(homemade.Supervised) as stand:
        stand.configuration = replace(stand.configuration, victim=Victim.PROCESS)
        with crashed(stand, EFFECT_DONE):
            assert recover(stand).look == look(JobState.DONE, "done", 2)
            strikes = [step.strikes for step in Trace(folder / "stand" / "trace.jsonl").steps()]
    assert strikes.count(True) == 1


def test_a_handler_can_be_told_to_kill_its_worker_each_time(open_stand: Open) -> None:
    with open_stand(homemade.Homemade, "again") as stand:
        stand.prepare()
        assert recover(stand, {POISON: "yes"}).look == LEFT_RUNNING


def test_what_a_library_says_is_no_answer(open_stand: Open) -> None:
    with open_stand(homemade.Talking) as stand:
        assert labels(undisturbed(stand)) == [homemade.CLAIM, EFFECT_LABEL, DONE]
        assert "performed" in stand.words
        assert "read: ''" in stand.words


def test_a_store_that_cannot_be_made_is_said_with_the_last_words(
    open_stand: Open, folder: Path
) -> None:
    with open_stand(homemade.Failing) as stand:
        (folder / "stand" / "no-store").touch()
        with pytest.raises(TargetBroken, match="create failed") as broken:
            stand.prepare()
    assert "ValueError: the store is broken" in str(broken.value.data)


def test_a_target_whose_process_has_ended_is_broken(open_stand: Open) -> None:
    with open_stand(homemade.Dying) as stand:
        stand.prepare()
        with pytest.raises(TargetBroken, match="its process has ended"):
            recover(stand)
        with pytest.raises(TargetBroken, match="its process has ended"):
            stand.prepare()


def test_a_worker_can_be_asked_to_end(open_stand: Open) -> None:
    with open_stand(homemade.Homemade) as stand:
        stand.prepare()
        with case.running(stand, Role.CRASHED) as worker:
            assert worker.steps == ()
            assert not worker.is_struck
            stand._ask("terminate", process_id=worker.process_id)


def test_steps_end_with_the_acknowledgement() -> None:
    shown = steps("fetch", EFFECT_LABEL, "BEGIN", "COMMIT", "BEGIN", "fetch", "COMMIT")
    chosen = replace(homemade.DEFAULT, ends="^COMMIT")
    assert labels(until_idle(shown, chosen)) == ["fetch", EFFECT_LABEL, "BEGIN", "COMMIT"]


def test_where_nothing_is_acknowledged_steps_end_with_the_next_look_for_work() -> None:
    shown = steps("fetch", EFFECT_LABEL, "fetch", "sweep", "fetch")
    chosen = replace(homemade.DEFAULT, ends=r"(?!)", idle="^fetch")
    assert labels(until_idle(shown, chosen)) == ["fetch", EFFECT_LABEL, "sweep"]


def test_what_a_worker_sends_beside_the_job_is_no_step_of_it() -> None:
    shown = steps("fetch", "health", "start", EFFECT_LABEL, "health", "COMMIT")
    chosen = replace(homemade.DEFAULT, ends="^COMMIT", beside="^health")
    assert labels(until_idle(shown, chosen)) == ["fetch", "start", EFFECT_LABEL, "COMMIT"]


def test_of_the_looks_for_work_before_an_effect_the_first_is_the_fetch() -> None:
    shown = steps("fetch", "fetch", "COMMIT")
    chosen = replace(homemade.DEFAULT, ends="^COMMIT", idle="^fetch")
    assert labels(until_idle(shown, chosen)) == ["fetch", "COMMIT"]


def test_boundaries_are_what_every_dry_run_passes(
    open_stand: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = iter([steps("open", "a", "b"), steps("open", "a"), steps("open", "a", "c")])
    monkeypatch.setattr("crashqueue_faults.targets.boundaries.undisturbed", lambda _: next(runs))
    with open_stand(homemade.Homemade) as stand:
        stand.configuration = replace(stand.configuration, begins="^a")
        found = find_boundaries(stand)
    points = tuple(step.point for step in steps("open", "a")[2:])
    assert found == Boundaries(points=points, varying=4, before=2)


def test_a_sample_is_chosen_by_its_seed_and_keeps_the_order() -> None:
    points = [step.point for step in steps(*"abcdefgh")]
    chosen = sample_of(points, 5, "1")
    assert chosen == sample_of(points, 5, "1")
    assert chosen != sample_of(points, 5, "2")
    assert list(chosen) == [point for point in points if point in chosen]
    assert sample_of(points, None, "1") == sample_of(points, 16, "1") == tuple(points)


def test_the_process_that_workers_come_from_ends_with_its_stand(open_stand: Open) -> None:
    with open_stand(homemade.Homemade) as stand:
        stand.prepare()
        recover(stand)
    assert stand._nursery._process.returncode == 0
