"""Children that die for real, and what is known of them afterwards."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from crashqueue_faults.actions import Action
from crashqueue_faults.errors import PlatformUnsupported, RehearsalInterrupted
from crashqueue_faults.sites import crew, death, helper
from crashqueue_faults.sites.contents import Content
from crashqueue_faults.sites.crashing import judge_death
from crashqueue_faults.sites.death import End, die_in_fork, live, require_fork, unwind_here
from crashqueue_faults.sites.tasks import EXPLORE, Task


def two_answers_then_death(die: Action, acknowledge: Callable[[], object]) -> None:
    acknowledge()
    acknowledge()
    die()


def no_death(_die: Action, acknowledge: Callable[[], object]) -> None:
    acknowledge()


@pytest.mark.parametrize("die", [die_in_fork, unwind_here])
def test_answers_before_death_are_counted(die: death.Die) -> None:
    assert die(two_answers_then_death) == End(exit_code=86, acknowledged=2)


@pytest.mark.parametrize("die", [die_in_fork, unwind_here])
def test_a_life_that_nothing_ended_exits_with_zero(die: death.Die) -> None:
    assert die(no_death) == End(exit_code=0, acknowledged=1)


def test_a_child_that_survives_its_site_is_no_proof_of_anything() -> None:
    content = Content(digest="any")
    verdict, sentence = judge_death(
        "before a statement", End(exit_code=0, acknowledged=0), content, [content]
    )
    assert verdict == "unknown"
    assert sentence == "the child ended with 0, not 86"


class Left(Exception):
    """The child has left with this exit code."""


def leave(exit_code: int) -> NoReturn:
    signal.alarm(0)
    raise Left(exit_code)


def test_an_error_in_a_child_never_reaches_the_code_of_its_parent(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def fails(_die: Action, _acknowledge: Callable[[], object]) -> None:
        raise ValueError("the child fails")

    with pytest.raises(Left, match="1"):
        live(fails, lambda: None, leave)
    assert "ValueError: the child fails" in capfd.readouterr().err


def test_a_child_leaves_with_zero_at_the_end_of_its_life() -> None:
    with pytest.raises(Left, match="0"):
        live(no_death, lambda: None, leave)


def test_a_platform_without_fork_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    require_fork()
    monkeypatch.delattr(os, "fork")
    with pytest.raises(PlatformUnsupported) as refusal:
        require_fork()
    assert refusal.value.code == "PLATFORM_UNSUPPORTED"


def explore_task(folder: Path) -> Task:
    return Task(
        work=EXPLORE,
        room=str(folder / "room"),
        kept=str(folder / "kept"),
        seed="1",
        operation="heartbeat",
    )


def test_a_helper_answers_each_task_with_one_line(tmp_path: Path) -> None:
    answers = io.StringIO()
    orders = io.StringIO(json.dumps(explore_task(tmp_path).as_dict()) + "\n")
    helper.serve(orders, answers, unwind_here)
    (line,) = answers.getvalue().splitlines()
    assert len(json.loads(line)["states"]) == 2


def test_a_helper_started_by_hand_refuses(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "crashqueue_faults.sites.helper"],
        cwd=tmp_path,
        input=b"",
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 2
    assert b"started by an experiment only" in ended.stderr


def test_a_helper_and_this_process_find_the_same(tmp_path: Path) -> None:
    here = [
        state["digest"]
        for outcome in crew.work_here([explore_task(tmp_path / "here")])
        for state in outcome["states"]
    ]
    with crew.helpers(1) as work:
        (outcome,) = work([explore_task(tmp_path / "there")])
    assert [state["digest"] for state in outcome["states"]] == here


def test_a_helper_that_ends_early_is_reported_with_its_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_COMMAND", ("true",))
    with pytest.raises(RehearsalInterrupted) as error, crew.helpers(1) as work:
        list(work([explore_task(tmp_path)]))
    assert error.value.data["task"] == explore_task(tmp_path).as_dict()
