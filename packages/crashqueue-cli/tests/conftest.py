"""Running the command line: inside this process, and as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from crashqueue_cli.main import main
from crashqueue_core import DurableQueue

TIME_LIMIT_S = 60
SCHEMA_NUMBERS = count(1)
# These need signals, terminals and named pipes, which Windows does not have.
collect_ignore = (
    ["test_migrate.py", "test_signals.py", "test_terminal.py"] if os.name == "nt" else []
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What a run left behind."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """The one JSON object on standard output; standard error must be silent."""
        assert self.stderr == ""
        return json.loads(self.stdout)

    @property
    def error(self) -> dict[str, Any]:
        """The one JSON error on standard error; standard output must be silent."""
        assert self.stdout == ""
        (error,) = json.loads(self.stderr).values()
        assert sorted(error) == ["code", "data", "hint", "message"]
        checked: dict[str, Any] = error
        return checked


class InProcess:
    """Runs commands in this process through click's runner, on one queue."""

    def __init__(self, path: str, schema: str | None = None) -> None:
        self.place: dict[str, Any] = {"path": path}
        if schema is not None:
            self.place["schema"] = schema
        self.environment: dict[str, str | None] = {
            "CRASHQUEUELAB_DATABASE": path,
            "CRASHQUEUELAB_SCHEMA": schema,
        }

    def queue(self) -> DurableQueue:
        """Open the queue that the commands work on."""
        return DurableQueue(**self.place, create=False)

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ending:
        runner = CliRunner(env=self.environment)
        with runner.isolation(input=stdin) as streams:
            exit_code = main(arguments)
            sys.stderr.flush()
            stdout, stderr = streams[0].getvalue().decode(), streams[1].getvalue().decode()
        return Ending(exit_code=exit_code, stdout=stdout, stderr=stderr)

    def ok(self, *arguments: str, stdin: str | bytes = "") -> Any:
        """Run a command that must succeed; return its JSON object."""
        ending = self(*arguments, stdin=stdin)
        assert (ending.exit_code, ending.stderr) == (0, "")
        return ending.document

    def submit(self, key: str = "k", payload: str = "null", *arguments: str) -> Any:
        """Submit a job of type t; return it."""
        named = ["--idempotency-key", key, "--job-type", "t", "--payload", payload]
        return self.ok("submit", *named, *arguments)["job"]

    def claim(self, *arguments: str) -> list[str]:
        """Claim the next job; return the options that prove the lease, without the fence."""
        job = self.ok("claim", "--worker-id", "w", *arguments)["job"]
        return ["--job-id", job["job_id"], "--worker-id", "w", "--lease-token", job["lease_token"]]


class OwnProcess:
    """Runs commands as processes, warnings being errors, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = ["-m", "crashqueuelab"]

    def start(
        self, *arguments: str, env: Mapping[str, str] | None = None, **streams: Any
    ) -> subprocess.Popen[str]:
        """Start a command with pipes in place of the standard streams."""
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-X", "dev", *self.program, *arguments],
            cwd=self.folder,
            env=outer_environment() | dict(env or {}),
            encoding="utf-8",
            **(pipes | streams),
        )

    def __call__(
        self, *arguments: str, stdin: str = "", env: Mapping[str, str] | None = None, **streams: Any
    ) -> Ending:
        with self.start(*arguments, env=env, **streams) as process:
            return finish(process, stdin)


def outer_environment() -> dict[str, str]:
    """Return this process's environment without what would steer the command line.

    Without PYTHONUNBUFFERED too: it hides what a failed write leaves in standard output's buffer.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONUNBUFFERED" and not name.startswith("CRASHQUEUELAB")
    }


def finish(process: subprocess.Popen[str], stdin: str | None = None) -> Ending:
    """Wait for the end of a process; one that hangs is killed and fails the test."""
    try:
        stdout, stderr = process.communicate(stdin, timeout=TIME_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return Ending(exit_code=process.returncode, stdout=stdout or "", stderr=stderr or "")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the test's database is, once something is submitted."""
    return tmp_path / "queue.sqlite"


@pytest.fixture
def engine() -> str:
    """What the queue is kept in. A file about what commands do has this twice."""
    return "sqlite"


@pytest.fixture(scope="session")
def postgres_address(postgres: Any) -> str:
    """Leads to the database in which each test has its schema."""
    return str(postgres.address(postgres.create("crashqueue_cli_tests")))


@pytest.fixture
def run(engine: str, database: Path, request: pytest.FixtureRequest) -> InProcess:
    """Run commands in this process."""
    if engine == "sqlite":
        return InProcess(str(database))
    # Asked for here, so that tests on SQLite alone start no server.
    return InProcess(request.getfixturevalue("postgres_address"), f"cli_{next(SCHEMA_NUMBERS)}")


@pytest.fixture
def spawn(tmp_path: Path) -> OwnProcess:
    """Run commands as processes of their own."""
    return OwnProcess(tmp_path)


@pytest.fixture
def finish_process() -> Any:
    """The way to wait for the end of a started process."""
    return finish
