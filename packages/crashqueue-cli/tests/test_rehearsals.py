"""The rehearsals, and the ways in that are not for people."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_cli import rehearsing
from crashqueue_faults import (
    Experiment,
    NetworkUsed,
    PlatformUnsupported,
    Progress,
    RehearsalInterrupted,
)

if TYPE_CHECKING:
    from conftest import InProcess, OwnProcess

ANYWHERE = {
    "lease-loss": "run_lease_loss",
    "crash": "run_crash",
    "race": "run_race",
    "backlog": "run_backlog",
}
"""The rehearsals whose queue may be in a file or on a server."""

REHEARSALS = {**ANYWHERE, "partition": "run_partition"}


def test_lease_loss_prints_its_report(run: InProcess) -> None:
    report = run.ok("rehearse", "lease-loss")
    assert (report["rehearsal"], report["ok"]) == ("lease-loss", True)
    assert report["late_result_of_old_worker"] == "lease_lost"
    assert report["limits"] != []


def test_crash_prints_its_report(spawn: OwnProcess) -> None:
    report = spawn("rehearse", "crash").document
    assert (report["rehearsal"], report["ok"]) == ("crash", True)
    assert report["child_exit_code"] == -9
    assert report["reclaimed_at_expiry"] == {"attempts": 2, "fence": 2, "state": "LEASED"}


def test_race_has_one_winner(spawn: OwnProcess) -> None:
    report = spawn("rehearse", "race").document
    assert (report["rehearsal"], report["ok"]) == ("race", True)
    assert report["outcomes"] == {"claimed": 1, "lease_busy": 1}
    assert (report["distinct_processes"], report["fences"]) == (2, [1])


def test_race_of_four_over_two_hundred_rounds(spawn: OwnProcess) -> None:
    report = spawn("rehearse", "race", "--workers", "4", "--rounds", "200").document
    assert report["ok"] is True
    assert report["outcomes"] == {"claimed": 200, "lease_busy": 600}
    assert report["rounds_with_exactly_one_winner"] == 200
    assert report["jobs_by_state"] == {"SUCCEEDED": 200}


def test_backlog_is_emptied_without_claiming_twice(spawn: OwnProcess) -> None:
    report = spawn("rehearse", "backlog", "--workers", "3", "--jobs", "30").document
    assert (report["rehearsal"], report["ok"]) == ("backlog", True)
    assert (report["jobs_claimed_exactly_once"], report["claims_in_all"]) == (30, 30)
    assert report["workers_whose_claims_are_in_order"] == 3


def test_rehearsal_runs_on_a_server(run: InProcess, postgres: Any) -> None:
    on_a_server = run("rehearse", "lease-loss", "--database", postgres.address(postgres.dsn))
    assert on_a_server.exit_code == 0
    assert on_a_server == run("rehearse", "lease-loss")


@pytest.mark.parametrize(("rehearsal", "function"), ANYWHERE.items())
def test_place_of_the_queue_is_handed_on(
    run: InProcess, monkeypatch: pytest.MonkeyPatch, rehearsal: str, function: str
) -> None:
    def told(*, database: str | None, start_server: bool, **_: object) -> Experiment:
        return Experiment(ok=True, report={"database": database, "start_server": start_server})

    monkeypatch.setattr(rehearsing, function, told)
    address = "postgresql:///laboratory"
    assert run.ok("rehearse", rehearsal) == {"database": None, "start_server": False}
    assert run.ok("rehearse", rehearsal, "--database", address)["database"] == address
    assert run.ok("rehearse", rehearsal, "--start-server")["start_server"] is True


def test_server_out_of_reach_is_named(run: InProcess) -> None:
    address = "postgresql://me:secret@127.0.0.1:1/postgres"
    ending = run("rehearse", "lease-loss", "--database", address)
    assert (ending.exit_code, ending.error["code"]) == (75, "SERVER_UNAVAILABLE")
    assert "secret" not in ending.stderr


def test_partition_is_told_its_network_and_tells_its_progress(
    run: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def partition(*, seed: int, network: str, progress: object) -> Experiment:
        assert callable(progress)
        progress(Progress(done=1, total=4, label="clocks"))
        return Experiment(ok=True, report={"network": network, "seed": seed})

    monkeypatch.setattr(rehearsing, "run_partition", partition)
    assert run.ok("rehearse", "partition", "--seed", "4") == {"network": "namespaces", "seed": 4}
    assert run.ok("rehearse", "partition", "--network", "proxy")["network"] == "proxy"


def test_partition_without_namespaces_names_the_other_network(
    run: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda program: None)
    monkeypatch.setattr("sys.platform", "linux")
    ending = run("rehearse", "partition")
    assert (ending.exit_code, ending.error["code"]) == (6, "PLATFORM_UNSUPPORTED")
    assert "--network proxy" in str(ending.error["hint"])


@pytest.mark.parametrize("rehearsal", ["lease-loss", "crash"])
def test_report_is_the_same_every_time(run: InProcess, rehearsal: str) -> None:
    first, second = (run("rehearse", rehearsal, "--seed", "3") for _ in range(2))
    assert first.exit_code == 0
    assert first == second


def test_rehearsal_leaves_nothing_behind(spawn: OwnProcess, tmp_path: Path) -> None:
    for rehearsal in ANYWHERE:
        spawn("rehearse", rehearsal)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("rehearsal", "function"), REHEARSALS.items())
def test_seed_is_handed_on_and_failed_rehearsal_exits_1(
    run: InProcess, monkeypatch: pytest.MonkeyPatch, rehearsal: str, function: str
) -> None:
    def fail(*, seed: int, **_: object) -> Experiment:
        return Experiment(ok=False, report={"seed": seed})

    monkeypatch.setattr(rehearsing, function, fail)
    ending = run("rehearse", rehearsal, "--seed", "7")
    assert (ending.exit_code, ending.document) == (1, {"seed": 7})


@pytest.mark.parametrize(("rehearsal", "function"), REHEARSALS.items())
@pytest.mark.parametrize(
    ("error", "exit_code", "code"),
    [
        (PlatformUnsupported("words"), 6, "PLATFORM_UNSUPPORTED"),
        (RehearsalInterrupted("words"), 6, "REHEARSAL_INTERRUPTED"),
        (NetworkUsed("words", event="socket.connect"), 1, "NETWORK_USED"),
    ],
)
def test_rehearsal_that_shows_nothing_says_so(
    run: InProcess,
    monkeypatch: pytest.MonkeyPatch,
    rehearsal: str,
    function: str,
    error: Exception,
    exit_code: int,
    code: str,
) -> None:
    def fail(**_: object) -> Experiment:
        raise error

    monkeypatch.setattr(rehearsing, function, fail)
    ending = run("rehearse", rehearsal)
    assert (ending.exit_code, ending.error["code"]) == (exit_code, code)


def test_platform_without_sigkill_is_named(run: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("signal.SIGKILL")
    ending = run("rehearse", "crash")
    assert (ending.exit_code, ending.error["code"]) == (6, "PLATFORM_UNSUPPORTED")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["lease-loss", "--seed", "-1"], "INVALID_EXPERIMENT"),
        (["crash", "--seed", "-1"], "INVALID_EXPERIMENT"),
        (["race", "--seed", "-1"], "INVALID_EXPERIMENT"),
        (["race", "--workers", "1"], "INVALID_EXPERIMENT"),
        (["race", "--workers", "65"], "INVALID_EXPERIMENT"),
        (["race", "--rounds", "0"], "INVALID_EXPERIMENT"),
        (["race", "--rounds", "100001"], "INVALID_EXPERIMENT"),
        (["backlog", "--jobs", "0"], "INVALID_EXPERIMENT"),
        (["race", "--database", "queue.sqlite"], "INVALID_EXPERIMENT"),
        (["crash", "--database", "postgresql:///", "--start-server"], "INVALID_EXPERIMENT"),
        (["partition", "--seed", "-1"], "INVALID_EXPERIMENT"),
        (["partition", "--network", "ethernet"], "USAGE_ERROR"),
        (["partition", "--database", "postgresql:///"], "USAGE_ERROR"),
        (["crash", "--seed", "x"], "USAGE_ERROR"),
        (["lease-loss", "--workers", "2"], "USAGE_ERROR"),
    ],
)
def test_unusable_rehearsal_is_refused(run: InProcess, arguments: list[str], code: str) -> None:
    ending = run("rehearse", *arguments)
    assert (ending.exit_code, ending.error["code"]) == (2, code)


def test_race_is_told_its_size_and_tells_its_progress(
    run: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def race(*, workers: int, rounds: int, progress: object, **_: object) -> Experiment:
        assert callable(progress)
        progress(Progress(done=1, total=rounds, label="rounds"))
        return Experiment(ok=True, report={"rounds": rounds, "workers": workers})

    monkeypatch.setattr(rehearsing, "run_race", race)
    report = run.ok("rehearse", "race", "--workers", "3", "--rounds", "1_000")
    assert report == {"rounds": 1000, "workers": 3}


@pytest.mark.parametrize(
    "program",
    [
        ["-m", "crashqueue_faults.child"],
        ["-c", "from crashqueue_faults.rehearsals.crash_child import run; run()"],
        ["-c", "from crashqueue_faults.rehearsals.host_child import run; run()"],
    ],
)
@pytest.mark.parametrize("form", ["{path}", '{{"path": "{path}", "seed": 1}}', "x"])
def test_children_of_experiments_refuse_to_be_started_by_hand(
    tmp_path: Path, program: list[str], form: str
) -> None:
    (tmp_path / "mine.sqlite").write_bytes(b"mine")
    ending = subprocess.run(
        [sys.executable, *program, form.format(path=tmp_path / "mine.sqlite")],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (ending.returncode, ending.stdout) == (2, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.sqlite"]
    assert (tmp_path / "mine.sqlite").read_bytes() == b"mine"
