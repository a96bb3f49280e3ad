"""migrate: a queue moves from a file to a server, both sides audited, or nothing happens."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from crashqueue_cli import moving
from crashqueue_core.migration import moving as core_moving
from crashqueue_verify import NotEvaluated, Verdict, audit, replay

if TYPE_CHECKING:
    from conftest import Ending, InProcess, OwnProcess

NORTH = ["--tenant", "north"]


class Mover:
    """Moves the queue in the file that `run` works on into a schema of its own."""

    def __init__(self, run: InProcess, database: Path, address: str, schema: str) -> None:
        self._run = run
        self.database = database
        self.address = address
        self.schema = schema
        self.arguments = ["migrate", str(database), address, "--schema", schema]
        self.there = ["--database", address, "--schema", schema]

    def __call__(self, *options: str) -> Ending:
        return self._run(*self.arguments, *options)

    def has_arrived(self) -> bool:
        """Return whether anything is left on the server."""
        with contextlib.closing(psycopg.connect(self.address)) as connection:
            asked = connection.execute(
                "SELECT 1 FROM pg_namespace WHERE nspname = %s", (self.schema,)
            )
            return asked.fetchone() is not None

    def alter(self, statement: str) -> None:
        """Change the file behind the queue's back."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute(statement)


@pytest.fixture
def migrate(
    run: InProcess, database: Path, postgres_address: str, request: pytest.FixtureRequest
) -> Mover:
    """A queue with three jobs of two tenants, one limited, and the way to move it."""
    hour = ["--base-delay-us", "3_600_000_000", "--max-delay-us", "3_600_000_000"]
    run.submit("a", '{"text": "tab\\t and \\\\ é"}', *hour)
    run.submit("b", "1", *NORTH)
    run.ok("limit", *NORTH, "--active-limit", "7")
    run.ok("fail", *run.claim(), "--error", "a\nb", "--retryable")
    run.ok("succeed", *run.claim())
    run.submit("c", "1", *NORTH)
    schema = f"moved_{abs(hash(request.node.nodeid)) % 10**9}"
    return Mover(run, database, postgres_address, schema)


def test_report_has_counts_digests_and_verdicts_of_both_sides(migrate: Mover) -> None:
    report = migrate().document
    assert report["rows"] == {"attempts": 2, "events": 8, "jobs": 3, "tenants": 1}
    assert report["source"]["verdict"] == report["target"]["verdict"] == "HOLDS"
    assert report["source"]["digests"] == report["target"]["digests"]
    assert sorted(report["source"]["digests"]) == ["attempts", "events", "jobs", "tenants"]
    assert report["target"]["schema"] == migrate.schema


def test_every_command_says_the_same_of_both_sides(run: InProcess, migrate: Mover) -> None:
    assert migrate().exit_code == 0
    listed = run.ok("list")
    assert run.ok("list", *migrate.there) == listed
    for job in listed["jobs"]:
        for command in ("show", "history", "replay"):
            named = [command, "--job-id", job["job_id"]]
            assert run.ok(*named, *migrate.there) == run.ok(*named)
    assert run.ok("status", *NORTH, *migrate.there) == run.ok("status", *NORTH)
    assert run.ok("check", *migrate.there)["verdict"] == "HOLDS"


def test_replays_of_both_sides_agree(run: InProcess, migrate: Mover) -> None:
    migrate()
    for job in run.ok("list")["jobs"]:
        there = replay(migrate.address, job["job_id"], schema=migrate.schema)
        assert there == replay(migrate.database, job["job_id"])
        assert (there.agrees, there.job["history_digest"]) == (True, job["history_digest"])


def test_moved_queue_goes_on(run: InProcess, migrate: Mover) -> None:
    migrate()
    submitted = run.submit("d", "1", *NORTH, *migrate.there)
    assert submitted["submission_sequence"] == 3
    worker = ["worker", "--handler", "builtins:id", "--until-idle", *migrate.there]
    assert run.ok(*worker)["executions"]["SUCCEEDED"] == 2
    assert run.ok("check", *migrate.there)["verdict"] == "HOLDS"


def test_moving_twice_is_refused(run: InProcess, migrate: Mover) -> None:
    migrate()
    before = run.ok("list", *migrate.there)
    ending = migrate()
    assert (ending.exit_code, ending.error["code"]) == (5, "SCHEMA_NOT_EMPTY")
    assert run.ok("list", *migrate.there) == before


def test_live_lease_is_refused(run: InProcess, migrate: Mover) -> None:
    run.claim()
    ending = migrate()
    assert (ending.exit_code, ending.error["code"]) == (4, "LEASES_REMAIN")
    assert ending.error["data"]["leased_jobs"] == 1
    assert not migrate.has_arrived()


def test_queue_that_is_open_elsewhere_is_refused(run: InProcess, migrate: Mover) -> None:
    with run.queue():
        ending = migrate("--busy-timeout-us", "1000")
    assert (ending.exit_code, ending.error["code"]) == (75, "STORE_BUSY")
    assert "stop its workers" in ending.error["message"]
    assert not migrate.has_arrived()


def test_file_that_is_violated_is_refused(migrate: Mover) -> None:
    migrate.alter("UPDATE jobs SET attempt_count = 7 WHERE idempotency_key = 'a'")
    ending = migrate()
    assert (ending.exit_code, ending.error["code"]) == (4, "SOURCE_NOT_SOUND")
    assert ending.error["data"]["verdict"] == "VIOLATED"
    assert "CQ144" in {finding["rule"] for finding in ending.error["data"]["findings"]}
    assert not migrate.has_arrived()


def unknown(path: Any, **_: object) -> Any:
    reason = NotEvaluated(rule_ids=("CQ101",), reason="there is no room for a private copy")
    return replace(audit(path), not_evaluated=(reason,))


def test_file_of_which_not_all_is_known_is_refused(
    migrate: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "audit_database", unknown)
    ending = migrate()
    assert (ending.exit_code, ending.error["code"]) == (4, "SOURCE_NOT_SOUND")
    assert ending.error["data"]["verdict"] == "UNKNOWN"
    assert "no room" in ending.error["data"]["not_evaluated"][0]["reason"]
    assert not migrate.has_arrived()


def without(table_name: str, number: int) -> Any:
    """Return what takes the place of telling progress, and loses one line on the way."""

    def lose(lines: Iterator[bytes], table: Any, *_: object) -> Iterator[bytes]:
        for count, line in enumerate(lines, start=1):
            if (table.name, count) != (table_name, number):
                yield line

    return lose


@pytest.mark.parametrize(
    ("table", "number", "rule_id"),
    [("events", 4, "CQ122"), ("attempts", 1, "CQ151"), ("tenants", 1, "CQ164")],
)
def test_row_that_is_lost_on_the_way_is_named_and_everything_undone(
    migrate: Mover, monkeypatch: pytest.MonkeyPatch, table: str, number: int, rule_id: str
) -> None:
    with monkeypatch.context() as planted:
        planted.setattr(core_moving, "_told", without(table, number))
        ending = migrate()
    assert (ending.exit_code, ending.error["code"]) == (5, "COPY_NOT_SOUND")
    assert ending.error["data"]["verdict"] == "VIOLATED"
    assert rule_id in {finding["rule"] for finding in ending.error["data"]["findings"]}
    assert not migrate.has_arrived()
    assert migrate().exit_code == 0


def test_copy_of_which_not_all_is_known_is_undone(
    migrate: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "audit_transaction", lambda *_, **__: unknown(migrate.database))
    ending = migrate()
    assert (ending.exit_code, ending.error["code"]) == (5, "COPY_NOT_SOUND")
    assert ending.error["data"]["verdict"] == Verdict.UNKNOWN
    assert not migrate.has_arrived()


@pytest.mark.parametrize(
    "arguments",
    [
        ["postgresql://h/d", "queue.sqlite"],
        ["queue.sqlite", "other.sqlite"],
        ["postgresql://h/d", "postgresql://h/e"],
        ["queue.sqlite", "mysql://h/d"],
        ["queue.sqlite"],
    ],
)
def test_other_ways_are_refused(run: InProcess, arguments: list[str]) -> None:
    ending = run("migrate", *arguments)
    assert (ending.exit_code, ending.error["code"]) == (2, "USAGE_ERROR")


def test_absent_file_is_refused_and_not_created(migrate: Mover, run: InProcess) -> None:
    absent = migrate.database.with_name("absent.sqlite")
    ending = run("migrate", str(absent), migrate.address, "--schema", migrate.schema)
    assert (ending.exit_code, ending.error["code"]) == (5, "STORE_NOT_FOUND")
    assert not absent.exists()
    assert not migrate.has_arrived()


def test_relative_file_belongs_to_the_folder_of_the_call(migrate: Mover, spawn: OwnProcess) -> None:
    ending = spawn("migrate", migrate.database.name, *migrate.arguments[2:])
    assert ending.document["rows"]["jobs"] == 3


def test_durations_and_progress_are_for_who_watches(migrate: Mover, spawn: OwnProcess) -> None:
    screen, terminal = pty.openpty()
    env = {"TERM": "xterm-256color", "COLUMNS": "120"}
    with spawn.start(*migrate.arguments, env=env, stderr=terminal) as process:
        os.close(terminal)
        drawn = b""
        with contextlib.suppress(OSError):  # Linux tells the end so
            while piece := os.read(screen, 65_536):
                drawn += piece
        stdout, _ = process.communicate(timeout=60)
    os.close(screen)
    assert json.loads(stdout)["target"]["verdict"] == "HOLDS"
    assert b"file audited in " in drawn.splitlines()[-1]
    assert b"compared and committed in " in drawn.splitlines()[-1]


WAITS = """
import sys
from crashqueue_cli.main import main
from crashqueue_core.migration import moving

def wait(lines, table, *_):
    for line in lines:
        if table.name == "events":
            print("half-way", file=sys.stderr, flush=True)
            sys.stdin.readline()
        yield line

moving._told = wait
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("number", "exit_code"),
    [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_migration_that_is_ended_half_way_leaves_nothing(
    migrate: Mover, spawn: OwnProcess, number: int, exit_code: int
) -> None:
    spawn.program = ["-c", WAITS]
    with spawn.start(*migrate.arguments) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "half-way\n"
        process.send_signal(number)
        stdout, _ = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (exit_code, "")
    assert not migrate.has_arrived()
    assert migrate("--busy-timeout-us", "30_000_000").exit_code == 0
