"""What dies: the process that sent the command, or all of its worker, and nobody else."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crashqueue_faults.targets import striking
from crashqueue_faults.targets.striking import VICTIM, kill_session, strike_at, strike_here
from crashqueue_faults.targets.target import Victim

# A worker with a child in a group of its own, both waiting for ever; it says both numbers.
WORKER = """
import os, subprocess, sys
child = subprocess.Popen(["sleep", "60"], process_group=0)
print(os.getpid(), child.pid, flush=True)
child.wait()
sys.stdin.read()
"""


class Family:
    """A worker in a session of its own, and its child."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.parent, self.child = map(int, self.process.stdout.readline().split())

    def end(self) -> None:
        kill_session(self.parent)
        self.process.communicate()


@pytest.fixture
def family() -> Iterator[Family]:
    made = Family()
    yield made
    made.end()


def has_died(process_id: int) -> bool:
    """Wait until the process has, for a while: who is killed may still be on its way out."""
    try:
        process = os.pidfd_open(process_id)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], 10)[0])
    finally:
        os.close(process)


def test_a_tree_dies_with_children_that_have_a_group_of_their_own(family: Family) -> None:
    strike_at(family.child, Victim.TREE)
    assert family.process.wait() == -signal.SIGKILL
    assert has_died(family.child)


def test_a_process_dies_alone(family: Family) -> None:
    strike_at(family.child, Victim.PROCESS)
    assert family.process.poll() is None
    family.process.communicate("")
    assert family.process.returncode == 0


def test_one_of_a_session_can_be_spared(family: Family) -> None:
    kill_session(family.parent, but=family.parent)
    assert has_died(family.child)
    family.process.communicate("")
    assert family.process.returncode == 0


def test_whoever_went_by_itself_is_no_error(family: Family) -> None:
    family.end()
    kill_session(family.parent)


def test_a_process_that_ends_while_it_is_looked_at_has_no_session(tmp_path: Path) -> None:
    assert striking._session_of(tmp_path / "gone") == -1


def test_the_name_of_a_program_may_hold_anything(tmp_path: Path) -> None:
    (tmp_path / "stat").write_text("1 (a) Z 9) S 1 1 77 0\n")
    assert striking._session_of(tmp_path) == 77


def test_the_dead_that_nobody_has_buried_are_not_killed_again(tmp_path: Path) -> None:
    (tmp_path / "stat").write_text("1 (sleep) Z 1 1 77 0\n")
    assert striking._session_of(tmp_path) == -1


@pytest.mark.parametrize(
    ("victim", "killed"), [(Victim.PROCESS, []), (Victim.TREE, [(os.getsid(0), os.getpid())])]
)
def test_a_process_that_dies_by_its_own_hand_takes_with_it_what_it_should(
    victim: Victim, killed: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    monkeypatch.setenv(VICTIM, victim)
    monkeypatch.setattr(striking, "exit_process", lambda: done.append("exit"))
    monkeypatch.setattr(striking, "kill_session", lambda session, but: done.append((session, but)))
    strike_here()
    assert done == [*killed, "exit"]
