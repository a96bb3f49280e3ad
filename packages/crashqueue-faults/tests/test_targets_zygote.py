"""The process that a target's workers are forked from: orders in, answers out, nobody left."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import homemade
import pytest
from crashing import Plant

from crashqueue_core import SimulatedCrash
from crashqueue_faults.effects import Destination, count_effects, create_ledger
from crashqueue_faults.targets import job, zygote
from crashqueue_faults.targets.trace import Moment, Point, Trace
from crashqueue_faults.targets.zygote import Zygote, serve

MARK = "CRASHQUEUE_TEST_MARK"
# A run of a target, and the interrupt that a terminal gives to all of its processes.
RUN = """
import sys
from crashqueue_faults.targets.run import run_targets
run_targets(sys.argv[1], seed=1, target="littering", configuration="default", processes=2)
"""


def marked(mark: str) -> list[int]:
    """Return the processes whose environment has the mark."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdigit() and f"{MARK}={mark}".encode() in (
                (folder / "environ").read_bytes().split(b"\0")
            ):
                found.append(int(folder.name))
    return found


def all_gone(mark: str) -> bool:
    """Wait until no process has the mark, for a while: the killed may be on their way out."""
    until_s = time.monotonic() + 20
    while marked(mark) and time.monotonic() < until_s:
        threading.Event().wait(0.01)
    return not marked(mark)


class Ended(BaseException):
    """Instead of the end of this process."""


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., int]]:
    """Live a child's life in this process; return the exit code that it would have had."""
    monkeypatch.setattr(zygote, "_speak_into", lambda log: None)
    monkeypatch.setattr(os, "environ", dict(os.environ))

    def end(code: int) -> None:
        raise Ended(code)

    monkeypatch.setattr(os, "_exit", end)

    def lived(do: Callable[[], None], **environment: str) -> int:
        with pytest.raises(Ended) as ended:
            zygote._live(do, {"log": str(tmp_path / "log"), "environment": environment})
        code: int = ended.value.args[0]
        return code

    yield lived
    signal.alarm(0)


def test_orders_are_answered_one_by_one_and_errors_said() -> None:
    orders = io.StringIO('{"do": "see"}\n{"do": "dance"}\n{"do": "see"}\n')

    class Seeing(Zygote):
        def see(self, order: Any) -> Any:
            return {"state": "done"}

    answers = io.StringIO()
    serve(Seeing(homemade.Homemade(), homemade.DEFAULT), orders, answers)
    said = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert said[0] == said[2] == {"answer": {"state": "done"}}
    assert said[1]["error"].startswith("AttributeError: ")


def test_a_child_that_does_its_part_exits_with_0(live: Callable[..., int]) -> None:
    seen: list[str] = []
    assert live(lambda: seen.append(os.environ["TOLD"]), TOLD="this") == 0
    assert seen == ["this"]


@pytest.mark.parametrize(("asked", "code"), [(3, 3), (None, 0), ("a message", 0)])
def test_a_child_that_asks_to_exit_does(asked: object, code: int, live: Callable[..., int]) -> None:
    assert live(lambda: sys.exit(asked)) == code  # type: ignore[arg-type]  # as libraries do


def test_a_child_that_fails_says_why(
    live: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise KeyboardInterrupt("from a library")

    assert live(fail) == 1
    assert "KeyboardInterrupt: from a library" in capsys.readouterr().err


def test_what_a_child_says_goes_to_its_log(tmp_path: Path) -> None:
    said = tmp_path / "log"
    program = (
        "import os, sys; from pathlib import Path; from crashqueue_faults.targets import zygote\n"
        f"zygote._speak_into(Path({str(said)!r}))\n"
        "os.write(1, b'out '); os.write(2, b'err '); os.write(1, repr(sys.stdin.read()).encode())"
    )
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, input=b"?", capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
    assert said.read_text() == "out err ''"


@pytest.mark.parametrize("moment", Moment)
def test_a_worker_dies_on_either_side_of_its_effect(
    moment: Moment, tmp_path: Path, live: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def die() -> None:
        raise SimulatedCrash("here")

    monkeypatch.setattr(job, "strike_here", die)
    armed = Point(moment=moment, label=job.EFFECT_LABEL, occurrence=1)
    ledger = tmp_path / "ledger"
    create_ledger(ledger)
    environment = Trace(tmp_path / "trace", armed).environment() | {job.LEDGER: str(ledger)}
    assert live(job.perform, **environment) == 1
    effects = count_effects(ledger, [Destination.NON_IDEMPOTENT])["non_idempotent"]
    assert effects == (moment is Moment.AFTER)


def test_a_poisoned_job_kills_its_worker_before_it_does_anything(
    tmp_path: Path, live: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "strike_here", lambda: sys.exit(86))
    assert live(job.perform, **{job.POISON: "yes", job.LEDGER: str(tmp_path / "ledger")}) == 86
    assert not (tmp_path / "ledger").exists()


def test_a_job_that_nobody_watches_has_its_effect(tmp_path: Path, live: Callable[..., int]) -> None:
    create_ledger(tmp_path / "ledger")
    assert live(job.perform, **{job.LEDGER: str(tmp_path / "ledger")}) == 0


def test_a_worker_is_heard_if_it_is_watched(
    tmp_path: Path, live: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Path] = []
    monkeypatch.setattr(zygote, "hook_sqlite", lambda folder, trace: heard.append(folder))
    order = {"folder": str(tmp_path), "address": "", "role": "recovering"}
    target = homemade.Ending()
    work = Zygote(target, homemade.DEFAULT)._work
    assert live(lambda: work(order)) == 3
    assert live(lambda: work(order), **Trace(tmp_path / "trace").environment()) == 3
    assert heard == [tmp_path]


def test_a_worker_is_killed_before_it_has_a_session_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = Zygote(homemade.Homemade(), homemade.DEFAULT)
    with subprocess.Popen(["sleep", "600"]) as just_forked:
        monkeypatch.setattr(os, "fork", lambda: just_forked.pid)
        worker = {"process_id": ours.work({})}
        assert not ours.has_ended(worker)
        ours.kill(worker)
        assert ours.has_ended(worker)


def test_nobody_is_left_after_a_run(
    plant: Plant, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(homemade.Littering)
    mark = f"run-{os.getpid()}"
    ended = subprocess.run(
        [sys.executable, "-c", RUN, str(folder / "evidence")],
        env=os.environ | {MARK: mark},
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert all_gone(mark)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nobody_is_left_after_an_interrupt(
    number: signal.Signals, plant: Plant, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(homemade.Hanging)
    mark = f"{number.name}-{os.getpid()}"
    program = RUN.replace("littering", "hanging")
    with subprocess.Popen(
        [sys.executable, "-c", program, str(folder / "evidence")],
        env=os.environ | {MARK: mark},
        stderr=subprocess.PIPE,
        process_group=0,
    ) as run:
        # The laboratory, two processes that workers come from, and the first worker.
        while run.poll() is None and len(marked(mark)) < 4:
            threading.Event().wait(0.01)
        os.killpg(run.pid, number)
        _, complaint = run.communicate()
    assert run.returncode == -number
    assert (b"KeyboardInterrupt" in complaint) == (number is signal.SIGINT)
    assert all_gone(mark)
