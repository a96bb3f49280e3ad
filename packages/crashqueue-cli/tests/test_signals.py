"""Ctrl-C, SIGTERM and SIGHUP, sent when the process is known to wait: named pipes say when."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_cli.errors import HungUp
from crashqueue_cli.main import _ended_by_signals

if TYPE_CHECKING:
    from conftest import InProcess, OwnProcess

SUBMIT = ["submit", "--database", "q.sqlite", "--idempotency-key", "k", "--job-type", "t"]

# Tells of each step through the pipe `steps`.
HANDLER = """
import threading

def work(execution):
    with open("steps", "w", buffering=1) as steps:
        print("begun", file=steps)
        while not execution.stop_requested:
            threading.Event().wait(0.005)
        print("stopping", file=steps)
        if execution.job.payload == "stubborn":
            threading.Event().wait(60)
"""


def send_until_it_ends(process: subprocess.Popen[str], number: int) -> None:
    """Send a signal, and again if it came just before Python began to read and was not noticed."""
    while process.poll() is None:
        process.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Let SIGHUP be heard, though the tests may have been started by nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("number", "exit_code", "code"),
    [
        (signal.SIGINT, 130, "INTERRUPTED"),
        (signal.SIGTERM, 143, "TERMINATED"),
        (signal.SIGHUP, 129, "HUNG_UP"),
    ],
)
def test_command_that_waits_for_input_ends_cleanly(
    spawn: OwnProcess, finish_process: Any, tmp_path: Path, number: int, exit_code: int, code: str
) -> None:
    os.mkfifo(tmp_path / "payload")
    with (
        spawn.start(*SUBMIT, "--payload", "@payload") as process,
        (tmp_path / "payload").open("w") as payload,
    ):
        payload.write(" " * 1_000_000)  # more than a pipe holds: the command is reading it
        payload.flush()
        send_until_it_ends(process, number)
        ending = finish_process(process)
    assert (ending.exit_code, ending.error["code"]) == (exit_code, code)
    assert not (tmp_path / "q.sqlite").exists()


def test_second_signal_does_not_end_the_tidying_up() -> None:
    tidied: list[str] = []

    def be_ended() -> None:
        try:
            signal.raise_signal(signal.SIGHUP)
        finally:
            signal.raise_signal(signal.SIGTERM)
            tidied.append("all")

    with pytest.raises(HungUp), _ended_by_signals():
        be_ended()
    assert tidied == ["all"]


def test_signal_that_is_ignored_stays_so() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with _ended_by_signals():
        signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


@pytest.fixture
def worker_folder(tmp_path: Path) -> Path:
    """A folder with the handler and the pipe through which it tells of its steps."""
    (tmp_path / "slow.py").write_text(HANDLER, "utf-8")
    os.mkfifo(tmp_path / "steps")
    return tmp_path


WORKER = ["worker", "--database", "queue.sqlite", "--handler", "slow:work", "--worker-id", "w"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_worker_finishes_the_job_in_hand_and_prints_its_summary(
    run: InProcess, spawn: OwnProcess, finish_process: Any, worker_folder: Path, number: int
) -> None:
    run.submit("first")
    run.submit("second")
    with spawn.start(*WORKER) as process, (worker_folder / "steps").open() as steps:
        assert steps.readline() == "begun\n"
        process.send_signal(number)
        ending = finish_process(process)
    assert ending.exit_code == 0
    assert ending.document["executions"]["SUCCEEDED"] == 1
    assert [job["state"] for job in run.ok("list")["jobs"]] == ["SUCCEEDED", "QUEUED"]


def test_second_signal_ends_a_stubborn_worker_and_the_attempt_is_recorded(
    run: InProcess, spawn: OwnProcess, finish_process: Any, worker_folder: Path
) -> None:
    job = run.submit("k", '"stubborn"')
    with spawn.start(*WORKER) as process, (worker_folder / "steps").open() as steps:
        assert steps.readline() == "begun\n"
        process.send_signal(signal.SIGTERM)
        assert steps.readline() == "stopping\n"
        process.send_signal(signal.SIGTERM)
        ending = finish_process(process)
    assert (ending.exit_code, ending.error["code"]) == (143, "TERMINATED")
    (attempt,) = run.ok("show", "--job-id", job["job_id"])["attempts"]
    assert (attempt["outcome"], attempt["error"]) == ("FAILED", "Terminated")
    assert run.ok("check")["verdict"] == "HOLDS"


def test_killed_worker_leaves_a_database_that_holds(
    run: InProcess, spawn: OwnProcess, finish_process: Any, worker_folder: Path
) -> None:
    run.submit()
    with spawn.start(*WORKER) as process, (worker_folder / "steps").open() as steps:
        assert steps.readline() == "begun\n"
        process.kill()
        ending = finish_process(process)
    assert ending.exit_code == -signal.SIGKILL
    assert run.ok("check")["verdict"] == "HOLDS"
    assert [job["state"] for job in run.ok("list")["jobs"]] == ["LEASED"]
