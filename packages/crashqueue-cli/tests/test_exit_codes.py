"""When a command ends with which exit code; test_bad_requests.py has those that end with 2."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crashqueue_cli import auditing
from crashqueue_verify import NotEvaluated, audit

if TYPE_CHECKING:
    from conftest import InProcess, OwnProcess

LEASE = ["--job-id", "j", "--worker-id", "w", "--lease-token", "l"]


def alter(database: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


@contextlib.contextmanager
def write_lock(database: Path) -> Iterator[None]:
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


def test_0_when_the_command_is_done(run: InProcess) -> None:
    run.submit()
    assert run("list").exit_code == 0


def test_1_when_the_check_finds_a_violation(run: InProcess, database: Path) -> None:
    run.submit()
    alter(database, "UPDATE jobs SET state = 'SUCCEEDED'")
    ending = run("check")
    assert (ending.exit_code, ending.document["verdict"]) == (1, "VIOLATED")


def test_1_when_the_replay_disagrees_with_the_row(run: InProcess, database: Path) -> None:
    job = run.submit()
    alter(database, "UPDATE jobs SET attempt_count = 7")
    ending = run("replay", "--job-id", job["job_id"])
    assert (ending.exit_code, ending.document["agrees"]) == (1, False)


def test_3_when_the_verdict_is_unknown(
    run: InProcess, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.submit()
    changing = NotEvaluated(rule_ids=("CQ101",), reason="the file kept changing")
    report = replace(audit(database), not_evaluated=(changing,))
    monkeypatch.setattr(auditing, "audit_database", lambda *_, **__: report)
    ending = run("check")
    assert (ending.exit_code, ending.document["verdict"]) == (3, "UNKNOWN")


def test_4_when_no_job_has_the_id(run: InProcess) -> None:
    run.submit()
    for arguments in (
        ["show", "--job-id", "absent"],
        ["history", "--job-id", "absent"],
        ["replay", "--job-id", "absent"],
        ["cancel", "--job-id", "absent"],
        ["redrive", "--job-id", "absent", "--attempt-budget", "1"],
        ["heartbeat", *LEASE],
        ["checkpoint", *LEASE, "--checkpoint", "1"],
        ["succeed", *LEASE],
        ["fail", *LEASE, "--error", "e"],
        ["release", *LEASE],
        ["claim", "--worker-id", "w", "--job-id", "absent"],
        ["show", "--job-id", ""],
        ["replay", "--job-id", "\n"],
    ):
        ending = run(*arguments)
        assert (ending.exit_code, ending.error["code"]) == (4, "JOB_NOT_FOUND"), arguments


def test_4_when_the_key_names_another_request(run: InProcess) -> None:
    run.submit("k", "1")
    named = ["--idempotency-key", "k", "--job-type", "t", "--payload", "1.0"]
    ending = run("submit", *named)
    assert (ending.exit_code, ending.error["code"]) == (4, "IDEMPOTENCY_CONFLICT")


def test_4_when_the_lease_is_lost(run: InProcess) -> None:
    run.submit()
    lease = run.claim()
    run.ok("release", *lease)
    for command in (
        ["succeed"],
        ["fail", "--error", "e"],
        ["heartbeat"],
        ["release"],
        ["checkpoint", "--checkpoint", "1"],
    ):
        ending = run(*command, *lease)
        assert (ending.exit_code, ending.error["code"]) == (4, "LEASE_LOST"), command


def test_4_when_the_job_is_finished(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    run.ok("succeed", *run.claim())
    ending = run("cancel", "--job-id", job_id)
    assert (ending.exit_code, ending.error["code"]) == (4, "ALREADY_FINISHED")


def test_4_when_the_job_is_no_dead_letter(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    ending = run("redrive", "--job-id", job_id, "--attempt-budget", "1")
    assert (ending.exit_code, ending.error["code"]) == (4, "NOT_DEAD_LETTER")


EVERY_READER = [
    ["claim", "--worker-id", "w"],
    ["heartbeat", *LEASE],
    ["checkpoint", *LEASE, "--checkpoint", "1"],
    ["succeed", *LEASE],
    ["fail", *LEASE, "--error", "e"],
    ["release", *LEASE],
    ["promote"],
    ["recover"],
    ["cancel", "--job-id", "j"],
    ["redrive", "--job-id", "j", "--attempt-budget", "1"],
    ["show", "--job-id", "j"],
    ["list"],
    ["history", "--job-id", "j"],
    ["limit", "--tenant", "t", "--unlimited"],
    ["status"],
    ["replay", "--job-id", "j"],
    ["check"],
    ["worker", "--handler", "json:dumps"],
]


@pytest.mark.parametrize("arguments", EVERY_READER, ids=lambda arguments: arguments[0])
def test_5_when_there_is_no_database_and_none_is_created(
    run: InProcess, database: Path, arguments: list[str]
) -> None:
    ending = run(*arguments)
    assert (ending.exit_code, ending.error["code"]) == (5, "STORE_NOT_FOUND")
    assert list(database.parent.iterdir()) == []


@pytest.mark.parametrize("command", [["list"], ["check"]])
def test_5_when_the_database_is_a_folder(
    run: InProcess, database: Path, command: list[str]
) -> None:
    database.mkdir()
    ending = run(*command)
    assert (ending.exit_code, ending.error["code"]) == (5, "STORE_UNAVAILABLE")


@pytest.mark.parametrize("command", [["list"], ["check"]])
def test_5_when_the_file_is_something_else(
    run: InProcess, database: Path, command: list[str]
) -> None:
    database.write_bytes(b"\x89PNG" * 100)
    ending = run(*command)
    assert (ending.exit_code, ending.error["code"]) == (5, "NOT_A_QUEUE_DATABASE")
    assert database.read_bytes() == b"\x89PNG" * 100


@pytest.mark.parametrize("command", [["list"], ["check"]])
@pytest.mark.parametrize(("version", "code"), [(1, "FORMAT_TOO_OLD"), (3, "FORMAT_TOO_NEW")])
def test_5_when_another_version_wrote_the_database(
    run: InProcess, database: Path, command: list[str], version: int, code: str
) -> None:
    run.submit()
    alter(database, f"PRAGMA user_version = {version}")
    alter(database, "PRAGMA wal_checkpoint(TRUNCATE)")
    before = database.read_bytes()
    ending = run(*command)
    assert (ending.exit_code, ending.error["code"]) == (5, code)
    assert database.read_bytes() == before


def test_75_when_another_process_keeps_the_write_lock(run: InProcess, database: Path) -> None:
    run.submit()
    with write_lock(database):
        ending = run("claim", "--worker-id", "w", "--busy-timeout-us", "1000")
    assert (ending.exit_code, ending.error["code"]) == (75, "STORE_BUSY")


def test_5_when_standard_output_cannot_be_written(
    run: InProcess, database: Path, spawn: OwnProcess
) -> None:
    run.submit()
    with Path(os.devnull).open("rb") as unwritable:
        ending = spawn("list", "--database", str(database), stdout=unwritable)
    assert (ending.exit_code, ending.error["code"]) == (5, "OUTPUT_NOT_WRITTEN")


def test_70_when_this_program_is_wrong(run: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(auditing, "audit_database", fail)
    ending = run("check")
    assert (ending.exit_code, ending.error["code"]) == (70, "INTERNAL_ERROR")
    assert (ending.error["message"], ending.error["data"]) == (
        "planted",
        {"type": "ZeroDivisionError"},
    )
    traceback = run("--debug", "check").error["data"]["traceback"]
    assert traceback[0] == "Traceback (most recent call last):"
    assert traceback[-1] == "ZeroDivisionError: planted"


def test_130_when_interrupted(run: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(auditing, "audit_database", interrupt)
    ending = run("check")
    assert (ending.exit_code, ending.error["code"]) == (130, "INTERRUPTED")


@pytest.mark.parametrize("arguments", [["--help"], ["submit", "--help"], ["--version"]])
def test_help_and_version_are_text(run: InProcess, arguments: list[str]) -> None:
    ending = run(*arguments)
    assert (ending.exit_code, ending.stderr) == (0, "")
    assert ending.stdout.startswith(("Usage: crashqueuelab ", "crashqueuelab, version 0.1.0"))
