"""Claims by name, checkpoints, fences and receipts, as the command line shows them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Ending, InProcess


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


AT_ONCE = ["--base-delay-us", "0", "--max-delay-us", "0"]


def claim_job(run: InProcess, job_id: str, *options: str) -> Ending:
    return run("claim", "--worker-id", "w", "--job-id", job_id, *options)


def refused(ending: Ending) -> tuple[int, str]:
    return ending.exit_code, ending.error["code"]


def attempts(run: InProcess, job_id: str) -> Any:
    return run.ok("show", "--job-id", job_id)["attempts"]


def test_named_job_is_claimed_before_those_of_greater_priority(run: InProcess) -> None:
    named = run.submit("named")["job_id"]
    run.submit("urgent", "null", "--priority", "9")
    job = claim_job(run, named).document["job"]
    assert (job["job_id"], job["state"], job["fence"]) == (named, "LEASED", 1)


def test_live_lease_is_busy_and_costs_no_attempt(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    run.claim()
    assert refused(claim_job(run, job_id)) == (4, "LEASE_BUSY")
    assert len(attempts(run, job_id)) == 1


def test_lease_that_ran_out_is_taken_over_at_once(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    run.claim("--lease-duration-us", "1")
    assert claim_job(run, job_id).document["job"]["fence"] == 2
    assert [attempt["outcome"] for attempt in attempts(run, job_id)] == ["EXPIRED", None]
    assert [attempt["fence"] for attempt in attempts(run, job_id)] == [1, 2]


@pytest.mark.parametrize("end", ["succeed", "cancel", "wait"])
def test_job_that_is_not_to_be_had_is_not_claimable(run: InProcess, end: str) -> None:
    later = ["--delay-us", "1000000000"] if end == "wait" else []
    job_id = run.submit("k", "null", *later)["job_id"]
    if end == "succeed":
        run.ok("succeed", *run.claim())
    elif end == "cancel":
        run.ok("cancel", "--job-id", job_id)
    assert refused(claim_job(run, job_id)) == (4, "NOT_CLAIMABLE")


def test_job_without_attempts_left_is_exhausted(run: InProcess) -> None:
    job_id = run.submit("k", "null", *AT_ONCE, "--max-attempts", "1")["job_id"]
    run.claim("--lease-duration-us", "1")
    assert refused(claim_job(run, job_id)) == (4, "ATTEMPT_BUDGET_EXHAUSTED")
    run.ok("recover")
    ending = claim_job(run, job_id)
    assert refused(ending) == (4, "ATTEMPT_BUDGET_EXHAUSTED")
    assert ending.error["data"] == {"attempt_budget": 1, "job_id": job_id}


def test_incompatible_job_is_passed_over_or_refused_by_name(run: InProcess) -> None:
    job_id = run.submit("k", "null", "--checkpoint-version", "2")["job_id"]
    assert run.ok("claim", "--worker-id", "w") == {"job": None}
    ending = claim_job(run, job_id, "--checkpoint-version", "1", "--checkpoint-version", "3")
    assert refused(ending) == (4, "CHECKPOINT_INCOMPATIBLE")
    assert ending.error["data"] == {
        "checkpoint_version": 2,
        "checkpoint_versions": [1, 3],
        "job_id": job_id,
    }
    assert attempts(run, job_id) == []


def test_claim_may_name_several_versions(run: InProcess) -> None:
    versions = ["--checkpoint-version", "1", "--checkpoint-version", "2"]
    for version in ("1", "2", "3"):
        run.submit(version, "null", "--checkpoint-version", version)
    jobs = run.ok("claim", "--worker-id", "w", "--limit", "9", *versions)["jobs"]
    assert [job["checkpoint_version"] for job in jobs] == [1, 2]


def test_checkpoint_version_belongs_to_the_request(run: InProcess) -> None:
    run.submit("k", "null")
    submit = ["submit", "--idempotency-key", "k", "--job-type", "t", "--payload", "null"]
    assert refused(run(*submit, "--checkpoint-version", "2")) == (4, "IDEMPOTENCY_CONFLICT")
    assert run.ok(*submit, "--checkpoint-version", "1")["created"] is False


def test_next_attempt_finds_the_checkpoint(run: InProcess) -> None:
    run.submit()
    lease = run.claim()
    version = ["--checkpoint-version", "2"]
    stored = run.ok("checkpoint", *lease, "--checkpoint", '{"row": 7}', *version)["job"]
    assert (stored["state"], stored["checkpoint"]) == ("LEASED", {"row": 7})
    run.ok("release", *lease)
    assert run.ok("claim", "--worker-id", "old") == {"job": None}
    job = run.ok("claim", "--worker-id", "new", *version)["job"]
    assert (job["checkpoint"], job["checkpoint_version"]) == ({"row": 7}, 2)
    assert job["initial_checkpoint_version"] == 1


def test_checkpoint_is_read_from_file_and_standard_input(run: InProcess, tmp_path: Path) -> None:
    run.submit()
    lease = run.claim()
    (tmp_path / "c.json").write_text("[1]", "utf-8")
    from_file = run.ok("checkpoint", *lease, "--checkpoint", f"@{tmp_path / 'c.json'}")
    from_input = run.ok("checkpoint", *lease, "--checkpoint", "-", stdin="[2]")
    assert [step["job"]["checkpoint"] for step in (from_file, from_input)] == [[1], [2]]


def test_checkpoint_is_in_the_history(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    run.ok("checkpoint", *run.claim(), "--checkpoint", "[1]")
    event = run.ok("history", "--job-id", job_id)["events"][-1]
    assert event["kind"] == "CHECKPOINTED"
    assert (event["data"]["checkpoint"], event["data"]["checkpoint_version"]) == ([1], 1)


def test_worker_claims_only_what_it_can_continue(run: InProcess) -> None:
    for version in ("1", "2", "3"):
        run.submit(version, "null", "--checkpoint-version", version)
    worker = ["worker", "--handler", "builtins:id", "--until-idle"]
    versions = ["--checkpoint-version", "2", "--checkpoint-version", "3"]
    assert run.ok(*worker, *versions)["executions"]["SUCCEEDED"] == 2
    assert [job["state"] for job in run.ok("list")["jobs"]] == ["QUEUED", "SUCCEEDED", "SUCCEEDED"]


WITH_A_LEASE = [
    ["heartbeat"],
    ["checkpoint", "--checkpoint", "1"],
    ["succeed"],
    ["fail", "--error", "e"],
    ["release"],
]


@pytest.mark.parametrize("command", WITH_A_LEASE, ids=lambda command: command[0])
def test_wrong_fence_is_refused_and_the_right_one_is_not(
    run: InProcess, command: list[str]
) -> None:
    run.submit()
    lease = run.claim()
    for fence in ("0", "2"):
        assert refused(run(*command, *lease, "--fence", fence)) == (4, "LEASE_LOST")
    assert run(*command, *lease, "--fence", "1").exit_code == 0


@pytest.mark.parametrize("command", WITH_A_LEASE, ids=lambda command: command[0])
def test_owner_whose_lease_ran_out_is_refused(run: InProcess, command: list[str]) -> None:
    run.submit()
    lease = run.claim("--lease-duration-us", "1")
    assert refused(run(*command, *lease, "--fence", "1")) == (4, "LEASE_LOST")


def test_cancellation_raises_the_fence(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    lease = run.claim()
    assert run.ok("cancel", "--job-id", job_id)["job"]["fence"] == 2
    assert refused(run("heartbeat", *lease)) == (4, "LEASE_LOST")


def test_finishing_again_prints_the_same_receipt(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    finish = ["succeed", *run.claim(), "--result", '{"sent": 1}']
    first, second = run(*finish), run(*finish)
    assert first.document["receipt_digest"] == first.document["job"]["history_digest"]
    assert first == second
    assert len(run.ok("history", "--job-id", job_id)["events"]) == 3


def test_finishing_again_with_another_result_is_a_conflict(run: InProcess) -> None:
    run.submit()
    lease = run.claim()
    run.ok("succeed", *lease, "--result", "1")
    assert refused(run("succeed", *lease, "--result", "2")) == (4, "RESULT_CONFLICT")
    assert refused(run("succeed", *lease)) == (4, "RESULT_CONFLICT")
