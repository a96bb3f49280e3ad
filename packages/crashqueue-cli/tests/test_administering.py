"""limit and status: how many active jobs a tenant may have, and has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crashqueue_core import Tenant

if TYPE_CHECKING:
    from conftest import InProcess


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


NORTH = ["--tenant", "north"]
SUBMIT = ["submit", "--idempotency-key", "b", "--job-type", "t", "--payload", "null"]
NO_JOBS = {
    "CANCELLED": 0,
    "DEAD_LETTER": 0,
    "LEASED": 0,
    "QUEUED": 0,
    "RETRY_WAIT": 0,
    "SUCCEEDED": 0,
}


def limit_north(run: InProcess, *limit: str) -> None:
    run.ok("limit", *NORTH, *limit)


def test_limit_prints_every_field_of_the_tenant(run: InProcess) -> None:
    run.submit("a", "null", *NORTH)
    printed = run.ok("limit", *NORTH, "--active-limit", "1")["tenant"]
    with run.queue() as queue:
        stored = queue.tenant("north")
    assert printed == {name: getattr(stored, name) for name in Tenant.__slots__}
    assert (printed["active_limit"], printed["history_length"]) == (1, 1)


def test_submission_beyond_the_limit_is_refused(run: InProcess) -> None:
    run.submit("a", "null", *NORTH)
    limit_north(run, "--active-limit", "1")
    ending = run(*SUBMIT, *NORTH)
    assert (ending.exit_code, ending.error["code"]) == (4, "ADMISSION_FULL")
    assert ending.error["data"]["active_limit"] == 1
    assert ending.error["data"]["tenant"] == "north"
    assert run.ok(*SUBMIT, "--tenant", "south")["created"] is True


def test_known_key_is_no_admission(run: InProcess) -> None:
    job = run.submit("b", "null", *NORTH)
    limit_north(run, "--active-limit", "1")
    assert run.ok(*SUBMIT, *NORTH) == {"created": False, "job": job}


def test_redrive_beyond_the_limit_is_refused(run: InProcess) -> None:
    run.submit("a", "null", *NORTH)
    dead = run.ok("fail", *run.claim(), "--error", "no", "--final")["job"]["job_id"]
    limit_north(run, "--active-limit", "0")
    ending = run("redrive", "--job-id", dead, "--attempt-budget", "1")
    assert (ending.exit_code, ending.error["code"]) == (4, "ADMISSION_FULL")


def test_limit_below_the_active_jobs_is_refused(run: InProcess) -> None:
    for key in "ab":
        run.submit(key, "null", *NORTH)
    ending = run("limit", *NORTH, "--active-limit", "1")
    assert (ending.exit_code, ending.error["code"]) == (4, "LIMIT_BELOW_ACTIVE")
    assert ending.error["data"] == {"active_jobs": 2, "tenant": "north"}


def test_limit_can_be_lifted(run: InProcess) -> None:
    run.submit("a", "null", *NORTH)
    limit_north(run, "--active-limit", "1")
    limit_north(run, "--unlimited")
    assert run.ok(*SUBMIT, *NORTH)["created"] is True
    assert run.ok("status", *NORTH)["tenant"]["active_limit"] is None


def test_limit_takes_no_tenant_from_the_environment(run: InProcess) -> None:
    run.submit()
    run.environment["CRASHQUEUELAB_TENANT"] = "north"
    ending = run("limit", "--unlimited")
    assert (ending.exit_code, ending.error["message"]) == (2, "Missing option '--tenant'.")


def test_status_of_the_operator_counts_the_jobs_of_all_tenants(run: InProcess) -> None:
    run.submit("a", "null", *NORTH)
    run.submit("b", "null", *NORTH)
    run.submit("c", "null", "--tenant", "south")
    run.claim(*NORTH)
    run.ok("succeed", *run.claim("--tenant", "south"))
    counts = NO_JOBS | {"LEASED": 1, "QUEUED": 1, "SUCCEEDED": 1}
    assert run.ok("status") == {"active_jobs": 2, "counts": counts}


def test_status_of_a_tenant_has_its_limit_and_its_history(run: InProcess) -> None:
    run.submit("a", "null", *NORTH)
    run.submit("c", "null", "--tenant", "south")
    limit_north(run, "--active-limit", "3")
    limit_north(run, "--unlimited")
    status = run.ok("status", *NORTH)
    assert status["counts"] == NO_JOBS | {"QUEUED": 1}
    assert status["active_jobs"] == 1
    assert status["tenant"]["history_length"] == 2
    assert [
        (event["kind"], event["state"], event["data"], event["job_id"], event["tenant"])
        for event in status["events"]
    ] == [
        ("LIMIT_CHANGED", "LIMITED", {"active_limit": 3}, None, "north"),
        ("LIMIT_CHANGED", "UNLIMITED", {"active_limit": None}, None, "north"),
    ]


def test_status_of_a_tenant_of_whom_nothing_is_known(run: InProcess) -> None:
    run.submit()
    status = run.ok("status", *NORTH)
    assert (status["active_jobs"], status["counts"], status["events"]) == (0, NO_JOBS, [])
    assert status["tenant"]["active_limit"] is None


def test_active_are_queued_leased_and_waiting_jobs(run: InProcess) -> None:
    for key in "abcdef":
        run.submit(key)
    leases = [run.claim() for _ in range(5)]
    run.ok("fail", *leases[0], "--error", "e")
    run.ok("fail", *leases[1], "--error", "e", "--final")
    run.ok("succeed", *leases[2])
    run.ok("cancel", *leases[3][:2])
    status = run.ok("status")
    assert status["counts"] == dict.fromkeys(NO_JOBS, 1)
    assert status["active_jobs"] == 3
