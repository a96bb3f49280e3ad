"""What each queue command does and prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_core import Job, RetryPolicy, StoreNotFound

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import InProcess


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def short_retry(attempts: int = 5) -> list[str]:
    return ["--base-delay-us", "0", "--max-delay-us", "0", "--max-attempts", str(attempts)]


def dead_letter(run: InProcess) -> Any:
    run.submit()
    return run.ok("fail", *run.claim(), "--error", "no", "--final")["job"]


def test_submit_prints_the_job_and_creates_the_queue(run: InProcess) -> None:
    arguments = ["--idempotency-key", "k", "--job-type", "mail.send", "--payload", '{"to":"a"}']
    with pytest.raises(StoreNotFound):
        run.queue()
    answer = run.ok("submit", *arguments)
    assert answer["created"] is True
    assert answer["job"]["state"] == "QUEUED"
    assert answer["job"]["payload"] == {"to": "a"}
    assert answer["job"]["job_type"] == "mail.send"


def test_submitting_twice_gives_the_same_job(run: InProcess) -> None:
    arguments = ["submit", "--idempotency-key", "k", "--job-type", "t", "--payload", "[1, 2]"]
    first, second = run.ok(*arguments), run.ok(*arguments)
    assert (first["created"], second["created"]) == (True, False)
    assert first["job"] == second["job"]


def test_submit_stores_every_option(run: InProcess) -> None:
    numbers = ["--priority", "7", "--delay-us", "9", "--max-attempts", "2", "--factor", "3"]
    job = run.submit("k", "1", *numbers, "--base-delay-us", "10", "--max-delay-us", "20")
    with run.queue() as queue:
        stored = queue.get(job["job_id"])
    policy = RetryPolicy(max_attempts=2, base_delay_us=10, factor=3, max_delay_us=20)
    assert (stored.priority, stored.retry_policy) == (7, policy)
    assert stored.due_at_us == stored.submitted_at_us + 9


def test_printed_job_has_every_field_of_the_row(run: InProcess) -> None:
    printed = run.submit("k", '{"a": [1.5, null]}')
    with run.queue() as queue:
        job = queue.get(printed["job_id"])
    assert set(printed) == set(Job.__slots__) - {"payload_json", "checkpoint_json"} | {
        "payload",
        "checkpoint",
    }
    assert printed["payload"] == job.payload
    assert printed["history_digest"] == job.history_digest
    assert printed["retry_policy"]["max_attempts"] == 5


def test_payload_is_read_from_a_file(run: InProcess, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('{"grüße": "\\u00e4"}', "utf-8")
    assert run.submit("k", f"@{tmp_path / 'p.json'}")["payload"] == {"grüße": "ä"}


def test_payload_is_read_from_standard_input(run: InProcess) -> None:
    arguments = ["submit", "--idempotency-key", "k", "--job-type", "t", "--payload", "-"]
    assert run.ok(*arguments, stdin='\n {"n": -1.5e2}\n')["job"]["payload"] == {"n": -150.0}


def test_null_is_a_payload(run: InProcess) -> None:
    assert run.submit("k", "null")["payload"] is None


def test_claim_leases_the_job_of_greatest_priority(run: InProcess) -> None:
    run.submit("low")
    high = run.submit("high", "null", "--priority", "1")
    job = run.ok("claim", "--worker-id", "w", "--lease-duration-us", "1_000_000_000")["job"]
    assert (job["job_id"], job["state"]) == (high["job_id"], "LEASED")
    assert job["lease_expires_at_us"] - job["updated_at_us"] == 1_000_000_000


def test_claim_of_an_idle_queue_prints_null(run: InProcess) -> None:
    run.submit("k", "null", "--delay-us", "1000000000")
    assert run.ok("claim", "--worker-id", "w") == {"job": None}


def test_claim_with_a_limit_prints_a_list(run: InProcess) -> None:
    keys = [run.submit(key)["idempotency_key"] for key in "abc"]
    jobs = run.ok("claim", "--worker-id", "w", "--limit", "2")["jobs"]
    assert [job["idempotency_key"] for job in jobs] == keys[:2]
    assert len({job["lease_token"] for job in jobs}) == 2


def test_heartbeat_moves_the_deadline(run: InProcess) -> None:
    run.submit()
    lease = run.claim("--lease-duration-us", "60000000")
    job = run.ok("heartbeat", *lease, "--lease-duration-us", "600000000")["job"]
    assert job["lease_expires_at_us"] - job["updated_at_us"] == 600_000_000


def test_succeed_prints_a_receipt(run: InProcess) -> None:
    run.submit()
    receipt = run.ok("succeed", *run.claim(), "--result", '{"sent": 1}')
    assert receipt["job"]["state"] == "SUCCEEDED"
    assert receipt["attempt_number"] == 1
    assert receipt["finished_at_us"] == receipt["job"]["updated_at_us"]
    assert receipt["result_digest"] == receipt["job"]["result_digest"]
    assert receipt["receipt_digest"] == receipt["job"]["history_digest"]


@pytest.mark.parametrize("result", [[], ["--result", "null"]])
def test_success_without_result_has_no_digest(run: InProcess, result: list[str]) -> None:
    run.submit()
    assert run.ok("succeed", *run.claim(), *result)["result_digest"] is None


def test_failure_waits_for_a_retry_unless_final(run: InProcess) -> None:
    for key, option, state in (
        ("a", [], "RETRY_WAIT"),
        ("b", ["--retryable"], "RETRY_WAIT"),
        ("c", ["--final"], "DEAD_LETTER"),
    ):
        run.submit(key)
        assert run.ok("fail", *run.claim(), "--error", "e", *option)["job"]["state"] == state


def test_release_costs_no_attempt(run: InProcess) -> None:
    run.submit()
    job = run.ok("release", *run.claim())["job"]
    assert (job["state"], job["attempt_count"], job["attempts_forgiven"]) == ("QUEUED", 1, 1)


def test_promote_queues_due_retries(run: InProcess) -> None:
    run.submit("k", "null", *short_retry())
    run.ok("fail", *run.claim(), "--error", "e")
    assert [job["state"] for job in run.ok("promote")["jobs"]] == ["QUEUED"]
    assert run.ok("promote", "--limit", "1") == {"jobs": []}


def test_recover_ends_leases_that_ran_out(run: InProcess) -> None:
    run.submit("k", "null", *short_retry(attempts=1))
    run.claim("--lease-duration-us", "1")
    jobs = run.ok("recover", "--limit", "5")["jobs"]
    assert [job["state"] for job in jobs] == ["DEAD_LETTER"]


def test_cancelling_twice_changes_nothing(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    first = run.ok("cancel", "--job-id", job_id)
    assert first["job"]["state"] == "CANCELLED"
    assert run.ok("cancel", "--job-id", job_id) == first


def test_redrive_grants_a_new_budget(run: InProcess) -> None:
    job_id = dead_letter(run)["job_id"]
    job = run.ok("redrive", "--job-id", job_id, "--attempt-budget", "3")["job"]
    assert (job["state"], job["attempt_budget"], job["attempts_forgiven"]) == ("QUEUED", 3, 1)


def test_show_prints_job_and_attempts(run: InProcess) -> None:
    job = dead_letter(run)
    shown = run.ok("show", "--job-id", job["job_id"])
    assert shown["job"] == job
    (attempt,) = shown["attempts"]
    assert (attempt["outcome"], attempt["error"]) == ("FAILED", "no")
    assert attempt["ended_at_us"] == job["updated_at_us"]


def test_list_filters(run: InProcess) -> None:
    run.submit("a")
    run.submit("b")
    run.claim()
    leased = run.ok("list", "--state", "LEASED", "--job-type", "t")["jobs"]
    assert [job["idempotency_key"] for job in leased] == ["a"]
    assert run.ok("list", "--job-type", "other") == {"jobs": [], "next_cursor": None}


def test_list_goes_on_where_the_cursor_says(run: InProcess) -> None:
    for key in "abc":
        run.submit(key)
    first = run.ok("list", "--limit", "2")
    second = run.ok("list", "--limit", "2", "--cursor", first["next_cursor"])
    keys = [job["idempotency_key"] for page in (first, second) for job in page["jobs"]]
    assert (keys, second["next_cursor"]) == (["a", "b", "c"], None)


def test_history_prints_every_event(run: InProcess) -> None:
    job_id = dead_letter(run)["job_id"]
    history = run.ok("history", "--job-id", job_id)
    assert history["job_id"] == job_id
    assert [event["kind"] for event in history["events"]] == ["SUBMITTED", "CLAIMED", "FAILED"]
    assert history["events"][2]["data"]["error"] == "no"
    assert history["events"][0]["previous_digest"] == "0" * 64


def test_replay_agrees_with_the_row(run: InProcess) -> None:
    job_id = dead_letter(run)["job_id"]
    replay = run.ok("replay", "--job-id", job_id)
    assert (replay["verdict"], replay["agrees"]) == ("HOLDS", True)
    assert [step["state"] for step in replay["steps"]] == ["QUEUED", "LEASED", "DEAD_LETTER"]


def test_check_holds_on_what_the_queue_wrote(run: InProcess) -> None:
    dead_letter(run)
    report = run.ok("check")
    assert report["verdict"] == "HOLDS"
    assert report["counts"] == {"attempts": 1, "events": 3, "jobs": 1}


def test_check_judges_warnings_as_of_now(run: InProcess) -> None:
    run.submit()
    run.claim()
    assert run.ok("check")["warnings"] == []
    report = run.ok("check", "--now", "9000000000000000", "--quiet")
    assert report["verdict"] == "HOLDS"
    assert [warning["rule"] for warning in report["warnings"]] == ["CQ201"]
