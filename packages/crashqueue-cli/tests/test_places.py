"""Where a queue is: a file, or a schema on a server, named by options or the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crashqueue_core import DurableQueue, OutcomeUnknown

if TYPE_CHECKING:
    from conftest import InProcess, OwnProcess

SUBMIT = ["submit", "--idempotency-key", "k", "--job-type", "t", "--payload", "1"]


def test_option_wins_over_the_environment(run: InProcess, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    run.submit("k", "null", "--database", str(other))
    assert other.exists()
    assert run("list").error["code"] == "STORE_NOT_FOUND"
    assert len(run.ok("list", "--database", str(other))["jobs"]) == 1


def test_schema_is_crashqueue_unless_one_is_named(run: InProcess, postgres_address: str) -> None:
    run.environment["CRASHQUEUELAB_DATABASE"] = postgres_address
    job = run.submit()
    with DurableQueue(postgres_address, create=False) as queue:
        assert queue.get(job["job_id"]).idempotency_key == "k"
    assert run("list", "--schema", "other_one").error["data"] == {"schema": "other_one"}


@pytest.mark.parametrize("named", ["option", "variable"])
def test_file_has_no_schema(run: InProcess, database: Path, named: str) -> None:
    run.environment["CRASHQUEUELAB_SCHEMA"] = "s" if named == "variable" else None
    options = ["--schema", "s"] if named == "option" else []
    for command in (SUBMIT, ["list"], ["check"], ["replay", "--job-id", "j"]):
        ending = run(*command, *options)
        assert (ending.exit_code, ending.error["code"]) == (2, "USAGE_ERROR")
        assert "A SQLite file has no schemas" in ending.error["message"]
    assert list(database.parent.iterdir()) == []


@pytest.mark.parametrize(
    "address",
    [
        "mysql://bob:secret@host/db",
        "postgresql+psycopg://bob:secret@host/db",
        "POSTGRESQL://bob:secret@host/db",
        "postgresql:/bob:secret@host/db",
        "file:/secret.sqlite",
    ],
)
def test_other_address_is_no_file(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ending = run(*SUBMIT, "--database", address)
    assert (ending.exit_code, ending.error["code"]) == (2, "USAGE_ERROR")
    assert "begins with postgresql://" in ending.error["message"]
    assert "secret" not in ending.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("postgresql://bob:xyz/zzy@localhost:1/db", "INVALID_ARGUMENT"),
        ("postgresql://bob:xyz@zzy@nowhere.invalid/db", "INVALID_ARGUMENT"),
        ("postgresql://bob:xyz%zzy@localhost/db", "INVALID_ARGUMENT"),
        ("postgresql://bob@localhost/db?passwrod=xyzzzy", "INVALID_ARGUMENT"),
        ("postgresql://bob:xyzzzy@localhost:1/db", "SERVER_UNAVAILABLE"),
        ("postgresql://bob:xyzzzy@nowhere.invalid/db", "SERVER_UNAVAILABLE"),
    ],
)
@pytest.mark.parametrize("command", [SUBMIT, ["check"], ["replay", "--job-id", "j"]])
def test_password_is_not_repeated(
    run: InProcess, command: list[str], address: str, code: str
) -> None:
    ending = run("--debug", *command, "--database", address)
    assert (ending.error["code"], ending.exit_code) == (code, 2 if code[0] == "I" else 75)
    assert "xyz" not in ending.stderr
    assert "zzy" not in ending.stderr


@pytest.mark.parametrize("command", [["list"], ["check"], ["replay", "--job-id", "j"]])
def test_refusal_of_the_server_is_lasting(
    run: InProcess, postgres_address: str, command: list[str]
) -> None:
    ending = run(*command, "--database", f"{postgres_address}&dbname=nowhere_to_be_found")
    assert (ending.exit_code, ending.error["code"]) == (5, "STORE_UNAVAILABLE")
    assert 'database "nowhere_to_be_found" does not exist' in ending.error["message"]


@pytest.mark.parametrize("command", [["list"], ["check"], ["replay", "--job-id", "j"]])
@pytest.mark.parametrize("schema", ["", "Mine", "pg_mine", "a-b"])
def test_schema_that_cannot_be_is_refused(
    run: InProcess, postgres_address: str, command: list[str], schema: str
) -> None:
    ending = run(*command, "--database", postgres_address, "--schema", schema)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_ARGUMENT")
    assert ending.error["data"] == {"argument": "schema"}


WITHOUT_DRIVER = """
import sys
sys.modules["psycopg"] = None
from crashqueue_cli.main import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "command",
    [[*SUBMIT, "--database"], ["check", "--database"], ["migrate", "queue.sqlite"]],
    ids=lambda command: command[0],
)
def test_missing_driver_says_how_to_get_it(spawn: OwnProcess, command: list[str]) -> None:
    spawn.program = ["-c", WITHOUT_DRIVER]
    ending = spawn(*command, "postgresql://host/db")
    assert (ending.exit_code, ending.error["code"]) == (6, "POSTGRES_MISSING")
    assert ending.error["hint"] == 'Install it: pip install "crashqueue-cli[postgres]"'
    assert spawn("migrate", "--help").exit_code == 0


def test_lost_answer_can_be_tried_again(run: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(*_: object, **__: object) -> None:
        raise OutcomeUnknown("the answer was lost", changes=[{"job_id": "j"}])

    run.submit()
    monkeypatch.setattr(DurableQueue, "claim", lose)
    ending = run("claim", "--worker-id", "w")
    assert (ending.exit_code, ending.error["code"]) == (75, "OUTCOME_UNKNOWN")
    assert ending.error["data"] == {"changes": [{"job_id": "j"}]}


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("crashqueuelab list --database /etc/ho", "file,/etc/ho"),
        ("crashqueuelab list --sch", "plain,--schema"),
        ("crashqueuelab migrate q.sq", "file,q.sq"),
    ],
)
def test_files_and_options_are_completed(words: str, completed: str) -> None:
    asked = {
        "_CRASHQUEUELAB_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    command = [sys.executable, "-m", "crashqueuelab"]
    answer = subprocess.run(
        command, check=True, env=os.environ | asked, capture_output=True, text=True
    )
    assert (answer.stdout.strip(), answer.stderr) == (completed, "")
