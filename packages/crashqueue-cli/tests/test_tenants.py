"""Whoever names a tenant works for that tenant, and can reach nothing of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import InProcess


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


NORTH = ["--tenant", "north"]
SOUTH = ["--tenant", "south"]
LEASE = ["--worker-id", "w", "--lease-token", "l"]

NAMING_A_JOB = [
    ["show"],
    ["history"],
    ["replay"],
    ["cancel"],
    ["redrive", "--attempt-budget", "1"],
    ["claim", "--worker-id", "w"],
    ["heartbeat", *LEASE],
    ["checkpoint", *LEASE, "--checkpoint", "1"],
    ["succeed", *LEASE],
    ["fail", *LEASE, "--error", "e"],
    ["release", *LEASE],
]


def keys(jobs: list[Any]) -> list[str]:
    return [job["idempotency_key"] for job in jobs]


def test_job_without_a_tenant_is_for_the_default_tenant(run: InProcess) -> None:
    assert run.submit()["tenant"] == "default"
    assert keys(run.ok("list", "--tenant", "default")["jobs"]) == ["k"]


def test_same_key_of_two_tenants_names_two_jobs(run: InProcess) -> None:
    north, south = (run.submit("k", "1", *tenant) for tenant in (NORTH, SOUTH))
    assert (north["tenant"], south["tenant"]) == ("north", "south")
    assert north["job_id"] != south["job_id"]
    assert north["submission_sequence"] == south["submission_sequence"] == 1


def test_environment_names_the_tenant_and_the_option_wins(run: InProcess) -> None:
    run.environment["CRASHQUEUELAB_TENANT"] = "north"
    assert run.submit("a")["tenant"] == "north"
    assert run.submit("a", "null", *SOUTH)["tenant"] == "south"
    assert [job["tenant"] for job in run.ok("list")["jobs"]] == ["north"]


@pytest.mark.parametrize(
    "command", [["list"], ["claim", "--worker-id", "w"], ["replay", "--job-id", "j"], ["status"]]
)
def test_variable_that_came_out_empty_does_not_make_an_operator(
    run: InProcess, command: list[str]
) -> None:
    run.submit()
    run.environment["CRASHQUEUELAB_TENANT"] = ""
    ending = run(*command)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_ARGUMENT")
    assert ending.error["data"] == {"argument": "tenant"}


@pytest.mark.parametrize("malformed", ["", "\n", "x" * 201])
@pytest.mark.parametrize("command", NAMING_A_JOB, ids=lambda command: command[0])
def test_foreign_job_and_absent_job_are_refused_in_the_same_bytes(
    run: InProcess, command: list[str], malformed: str
) -> None:
    foreign = run.submit("k", "1", *NORTH)["job_id"]
    absent = foreign[:-1] + ("0" if foreign[-1] != "0" else "1")
    refusals = [run(*command, *SOUTH, "--job-id", name) for name in (foreign, absent, malformed)]
    assert refusals[0].error["code"] == "JOB_NOT_FOUND"
    assert refusals[0].exit_code == 4
    assert refusals == [refusals[0]] * 3


@pytest.mark.parametrize(
    "command",
    [
        ["redrive", "--attempt-budget", "0"],
        ["claim", "--worker-id", ""],
        ["claim", "--worker-id", "w", "--checkpoint-version", "0"],
        ["heartbeat", *LEASE, "--lease-duration-us", "0"],
        ["checkpoint", *LEASE, "--checkpoint", "1", "--checkpoint-version", "0"],
        ["succeed", *LEASE, "--fence", "-1"],
        ["fail", *LEASE, "--error", ""],
    ],
    ids=" ".join,
)
def test_bad_argument_tells_nothing_of_a_foreign_job(run: InProcess, command: list[str]) -> None:
    foreign = run.submit("k", "1", *NORTH)["job_id"]
    refusals = [run(*command, *SOUTH, "--job-id", name) for name in (foreign, "absent")]
    assert refusals[0].exit_code == 2
    assert refusals[0] == refusals[1]


def test_foreign_lease_is_of_no_use(run: InProcess) -> None:
    run.submit("k", "1", *NORTH)
    lease = run.claim(*NORTH)
    assert run("succeed", *lease, *SOUTH).error["code"] == "JOB_NOT_FOUND"
    assert run.ok("succeed", *lease, *NORTH)["job"]["state"] == "SUCCEEDED"


def test_tenant_claims_and_lists_its_own_jobs_only(run: InProcess) -> None:
    run.submit("n", "1", *NORTH, "--priority", "9")
    run.submit("s", "1", *SOUTH)
    assert keys(run.ok("list", *SOUTH)["jobs"]) == ["s"]
    assert keys(run.ok("claim", "--worker-id", "w", "--limit", "9", *SOUTH)["jobs"]) == ["s"]
    assert run.ok("claim", "--worker-id", "w", *SOUTH) == {"job": None}


def test_tenant_sweeps_its_own_jobs_only(run: InProcess) -> None:
    at_once = ["--base-delay-us", "0", "--max-delay-us", "0"]
    for tenant in (NORTH, SOUTH):
        run.submit("k", "1", *tenant, *at_once)
        run.claim(*tenant, "--lease-duration-us", "1")
    for sweep in ("recover", "promote"):
        assert [job["tenant"] for job in run.ok(sweep, *SOUTH)["jobs"]] == ["south"]
    assert [job["state"] for job in run.ok("list", *NORTH)["jobs"]] == ["LEASED"]


def test_operator_works_for_all_tenants(run: InProcess) -> None:
    north = run.submit("n", "1", *NORTH)
    run.submit("s", "1", *SOUTH)
    assert keys(run.ok("list")["jobs"]) == ["n", "s"]
    assert run.ok("show", "--job-id", north["job_id"])["job"] == north
    assert keys(run.ok("claim", "--worker-id", "w", "--limit", "9")["jobs"]) == ["n", "s"]


def test_worker_of_a_tenant_leaves_the_others_alone(run: InProcess) -> None:
    run.submit("n", "1", *NORTH)
    run.submit("s", "1", *SOUTH)
    worker = ["worker", "--handler", "builtins:id", "--until-idle"]
    assert run.ok(*worker, *SOUTH)["executions"]["SUCCEEDED"] == 1
    states = {job["tenant"]: job["state"] for job in run.ok("list")["jobs"]}
    assert states == {"north": "QUEUED", "south": "SUCCEEDED"}


def test_tenant_replays_its_own_job(run: InProcess) -> None:
    job_id = run.submit("k", "1", *NORTH)["job_id"]
    replay = run.ok("replay", "--job-id", job_id, *NORTH)
    assert (replay["verdict"], replay["job"]["tenant"]) == ("HOLDS", "north")


def test_attempts_and_events_say_whose_they_are(run: InProcess) -> None:
    job_id = run.submit("k", "1", *NORTH)["job_id"]
    run.claim(*NORTH)
    (attempt,) = run.ok("show", "--job-id", job_id, *NORTH)["attempts"]
    events = run.ok("history", "--job-id", job_id, *NORTH)["events"]
    assert attempt["tenant"] == "north"
    assert [event["tenant"] for event in events] == ["north", "north"]
