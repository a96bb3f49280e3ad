"""The command worker: a real worker around a function that is named on the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import InProcess


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


HANDLERS = """
import sys
from crashqueue_core import PermanentFailure, ReleaseJob

def double(execution):
    print("working on", execution.job.payload)
    return execution.job.payload * 2

def by_payload(execution):
    match execution.job.payload:
        case "retry": raise ValueError("not today")
        case "never": raise PermanentFailure("cannot work")
        case "exit": sys.exit(3)

class Mail:
    @staticmethod
    def send(execution): return None

NUMBER = 7
"""


@pytest.fixture
def in_handlers_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Stand in a folder with a module of handlers; return the module's name."""
    name = f"handlers_{os.getpid()}_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(HANDLERS, "utf-8")
    (tmp_path / "explodes.py").write_text("raise RuntimeError('boom')", "utf-8")
    (tmp_path / "exits.py").write_text("import sys; sys.exit('bye')", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["", *sys.path])
    return name


def executions(**counts: int) -> dict[str, int]:
    return {"FAILED": 0, "LEASE_LOST": 0, "RELEASED": 0, "SUCCEEDED": 0} | counts


def states(run: InProcess) -> list[str]:
    return [job["state"] for job in run.ok("list")["jobs"]]


def test_worker_executes_every_due_job_and_prints_a_summary(
    run: InProcess, in_handlers_folder: str
) -> None:
    run.submit("a", "21")
    run.submit("b", '"x"')
    ending = run("worker", "--handler", f"{in_handlers_folder}:double", "--until-idle")
    assert ending.exit_code == 0
    assert states(run) == ["SUCCEEDED", "SUCCEEDED"]
    assert '"SUCCEEDED": 2' in ending.stdout
    assert ending.stderr == "working on 21\nworking on x\n"


def test_outcomes_are_counted(run: InProcess, in_handlers_folder: str) -> None:
    for payload in ("retry", "never", "fine"):
        run.submit(payload, f'"{payload}"')
    handler = ["--handler", f"{in_handlers_folder}:by_payload"]
    summary = run.ok("worker", *handler, "--until-idle", "--worker-id", "me")
    assert summary == {"executions": executions(FAILED=2, SUCCEEDED=1), "worker_id": "me"}
    assert states(run) == ["RETRY_WAIT", "DEAD_LETTER", "SUCCEEDED"]


def test_worker_stops_after_max_jobs(run: InProcess, in_handlers_folder: str) -> None:
    for key in "abc":
        run.submit(key)
    handler = ["--handler", f"{in_handlers_folder}:Mail.send"]
    summary = run.ok("worker", *handler, "--max-jobs", "2")
    assert summary["executions"] == executions(SUCCEEDED=2)
    assert states(run) == ["SUCCEEDED", "SUCCEEDED", "QUEUED"]


def test_worker_on_an_idle_queue_has_executed_nothing(
    run: InProcess, in_handlers_folder: str
) -> None:
    run.submit("k", "null", "--delay-us", "1000000000")
    summary = run.ok("worker", "--handler", f"{in_handlers_folder}:double", "--until-idle")
    assert summary["executions"] == executions()
    assert summary["worker_id"].startswith("worker-")


def test_handler_that_exits_is_reported_and_its_attempt_recorded(
    run: InProcess, in_handlers_folder: str
) -> None:
    job: dict[str, Any] = run.submit("k", '"exit"')
    ending = run("worker", "--handler", f"{in_handlers_folder}:by_payload", "--until-idle")
    assert (ending.exit_code, ending.error["code"]) == (1, "HANDLER_EXITED")
    assert ending.error["data"] == {"status": 3}
    (attempt,) = run.ok("show", "--job-id", job["job_id"])["attempts"]
    assert (attempt["outcome"], attempt["error"]) == ("FAILED", "SystemExit: 3")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "not MODULE:FUNCTION"),
        ("double", "not MODULE:FUNCTION"),
        ("module:", "not MODULE:FUNCTION"),
        (":double", "not MODULE:FUNCTION"),
        ("no_such_module:double", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("{handlers}:triple", "has no attribute 'triple'"),
        ("{handlers}:NUMBER", "it is not callable"),
        ("{handlers}:double.", "has no attribute"),
        (".relative:double", "TypeError"),
        ("explodes:double", "RuntimeError: boom"),
        ("exits:double", "SystemExit: bye"),
    ],
)
def test_handler_that_cannot_be_found_is_refused(
    run: InProcess, in_handlers_folder: str, name: str, reason: str
) -> None:
    run.submit()
    full_name = name.format(handlers=in_handlers_folder)
    ending = run("worker", "--handler", full_name)
    assert (ending.exit_code, ending.error["code"]) == (2, "HANDLER_NOT_FOUND")
    assert reason in ending.error["message"]
    assert ending.error["data"] == {"handler": full_name}
    assert states(run) == ["QUEUED"]


@pytest.mark.parametrize(
    "option", [["--lease-duration-us", "0"], ["--poll-interval-us", "0"], ["--worker-id", "\n"]]
)
def test_unusable_worker_options_are_refused(
    run: InProcess, in_handlers_folder: str, option: list[str]
) -> None:
    run.submit()
    ending = run("worker", "--handler", f"{in_handlers_folder}:double", *option)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_ARGUMENT")
