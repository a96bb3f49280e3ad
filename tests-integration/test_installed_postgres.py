"""A queue on a PostgreSQL server, from the wheels: with the driver, and without it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Environment

ONE_JOB = """
import json
from crashqueue_core import DurableQueue
with DurableQueue("{address}", schema="{schema}") as queue:
    job = queue.submit(idempotency_key="request-1", job_type="task", payload={{"n": 1}}).job
    claimed = queue.claim(worker_id="worker-a", lease_duration_us=60_000_000)
    queue.succeed(job_id=job.job_id, worker_id="worker-a", lease_token=claimed.lease_token)
    print(json.dumps([[event.kind, event.state] for event in queue.history(job.job_id)]))
"""
REFUSED = """
import json
from crashqueue_core import DurableQueue, QueueError
try:
    DurableQueue("postgresql://somebody:secret@nowhere.invalid/queue")
except QueueError as refusal:
    print(json.dumps([refusal.code, refusal.message, refusal.hint]))
"""


@pytest.fixture(scope="module")
def address(
    server_address: str,
    core_with_postgres: Environment,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """Where core alone, with its extra, has finished a job."""
    program = ONE_JOB.format(address=server_address, schema="crashqueue")
    core_with_postgres.output("python", "-c", program, folder=tmp_path_factory.mktemp("core"))
    return server_address


def test_extra_of_core_opens_a_queue_on_a_server(
    server_address: str, core_with_postgres: Environment, tmp_path: Path
) -> None:
    program = ONE_JOB.format(address=server_address, schema="another")
    assert core_with_postgres.python(program, folder=tmp_path) == [
        ["SUBMITTED", "QUEUED"],
        ["CLAIMED", "LEASED"],
        ["SUCCEEDED", "SUCCEEDED"],
    ]
    assert list(tmp_path.iterdir()) == []


def test_core_alone_says_what_a_server_needs(core_alone: Environment, tmp_path: Path) -> None:
    code, message, hint = core_alone.python(REFUSED, folder=tmp_path)
    assert code == "STORE_UNAVAILABLE"
    assert message == 'psycopg 3 is missing: install "crashqueue-core[postgres]"'
    assert "secret" not in message + hint
    assert list(tmp_path.iterdir()) == []


def test_extra_of_the_command_line_works_on_a_server(
    address: str, with_postgres: Environment, tmp_path: Path
) -> None:
    place = ["--database", address]
    request = ["--idempotency-key", "request-1", "--job-type", "task", "--payload", '{"n": 1}']
    again = with_postgres.output("crashqueuelab", "submit", *place, *request, folder=tmp_path)
    assert json.loads(again)["created"] is False
    audited = with_postgres.output("crashqueuelab", "check", *place, folder=tmp_path)
    assert json.loads(audited)["verdict"] == "HOLDS"


def test_auditor_with_its_extra_judges_what_core_wrote(
    address: str, with_postgres: Environment, tmp_path: Path
) -> None:
    arguments = [address, "--schema", "crashqueue", "--format", "json"]
    report = json.loads(with_postgres.output("crashqueue-verify", *arguments, folder=tmp_path))
    assert (report["verdict"], report["counts"]["jobs"]) == ("HOLDS", 1)


def test_command_line_without_the_driver_says_so(everything: Environment, tmp_path: Path) -> None:
    address = "postgresql://somebody:secret@nowhere.invalid/queue"
    done = everything.run("crashqueuelab", "status", "--database", address, folder=tmp_path)
    assert (done.returncode, done.stdout) == (6, "")
    error = json.loads(done.stderr)["error"]
    assert error["code"] == "POSTGRES_MISSING"
    assert 'pip install "crashqueue-cli[postgres]"' in error["hint"]
    assert "secret" not in done.stderr
