"""Exit code 2: the command line, an argument or an input cannot be used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import InProcess

LEASE = ["--job-id", "j", "--worker-id", "w", "--lease-token", "l"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing command."),
        (["sumbit"], "No such command 'sumbit'."),
        (["--nonsense"], "--nonsense"),
        (["list", "extra"], "Got unexpected extra argument"),
        (["claim"], "Missing option '--worker-id'."),
        (["list", "--limit", "ten"], "'ten' is not a valid integer."),
        (["list", "--limit", "1" * 5_000], "is not a valid integer."),
        (["list", "--limit"], "Option '--limit' requires an argument."),
        (["list", "--state", "ASLEEP"], "'ASLEEP' is not one of 'QUEUED', 'LEASED'"),
        (["fail", *LEASE], "Missing option '--error'."),
        (["check", "--now", "noon"], "'noon' is not a valid integer."),
        (["worker", "--handler", "m:f", "--max-jobs", "0"], "0 is not in the range x>=1."),
        (["campaign"], "Missing option '--output-directory'."),
        (["rehearse"], "Missing command."),
        (["rehearse", "flood"], "No such command 'flood'."),
        (["rehearse", "race", "--workers", "two"], "'two' is not a valid integer."),
        (["claim", "--worker-id", "w", "--checkpoint-version", "x"], "is not a valid integer."),
        (["succeed", *LEASE, "--fence", "1.0"], "'1.0' is not a valid integer."),
        (["checkpoint", *LEASE], "Missing option '--checkpoint'."),
        (["limit", "--active-limit", "1"], "Missing option '--tenant'."),
        (["check", "--tenant", "t"], "No such option"),
    ],
)
def test_2_when_the_command_line_is_wrong(
    run: InProcess, arguments: list[str], message: str
) -> None:
    ending = run(*arguments)
    assert (ending.exit_code, ending.error["code"]) == (2, "USAGE_ERROR")
    assert message in ending.error["message"]
    assert ending.error["hint"].startswith("crashqueuelab ")


def test_usage_error_names_the_command(run: InProcess) -> None:
    error = run("claim").error
    assert error["data"] == {"command": "crashqueuelab claim"}
    assert error["hint"] == "crashqueuelab claim --help shows what the command takes."


def test_2_when_no_database_is_named(run: InProcess) -> None:
    run.environment["CRASHQUEUELAB_DATABASE"] = None
    ending = run("list")
    assert (ending.exit_code, ending.error["code"]) == (2, "USAGE_ERROR")
    assert "CRASHQUEUELAB_DATABASE" in ending.error["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["claim", "--worker-id", "w", "--limit", "10001"],
        ["claim", "--worker-id", "w", "--checkpoint-version", "0"],
        ["claim", "--worker-id", "w", "--checkpoint-version", "1000001"],
        ["claim", "--worker-id", "w", "--job-id", "j", "--checkpoint-version", "0"],
        ["claim", "--worker-id", "w", "--tenant", ""],
        ["heartbeat", *LEASE, "--fence", "-1"],
        ["succeed", *LEASE, "--fence", "9" * 30],
        ["checkpoint", *LEASE, "--checkpoint", "1", "--checkpoint-version", "0"],
        ["fail", *LEASE, "--error", ""],
        ["promote", "--limit", "0"],
        ["recover", "--limit", "0"],
        ["list", "--limit", "0"],
        ["list", "--cursor", "x"],
        ["list", "--tenant", "t" * 201],
        ["replay", "--job-id", "j", "--tenant", "\n"],
        ["status", "--tenant", ""],
        ["limit", "--tenant", "", "--unlimited"],
        ["limit", "--tenant", "t", "--active-limit", "-1"],
        ["limit", "--tenant", "t", "--active-limit", "9" * 30],
        ["redrive", "--job-id", "j", "--attempt-budget", "0"],
        ["list", "--busy-timeout-us", "-1"],
        ["check", "--now", "9" * 30],
    ],
)
def test_2_when_an_argument_is_out_of_bounds(run: InProcess, arguments: list[str]) -> None:
    run.submit()
    ending = run(*arguments)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_ARGUMENT")


@pytest.mark.parametrize("by_name", [[], ["--job-id", "j"]])
@pytest.mark.parametrize(
    "options",
    [
        ["--worker-id", ""],
        ["--worker-id", "w" * 201],
        ["--worker-id", "\udc80"],
        ["--worker-id", "w", "--lease-duration-us", "0"],
        ["--worker-id", "w", "--lease-duration-us", "-1"],
        ["--worker-id", "w", "--lease-duration-us", "9" * 30],
    ],
)
def test_2_when_no_lease_can_be_like_that(
    run: InProcess, options: list[str], by_name: list[str]
) -> None:
    run.submit()
    ending = run("claim", *options, *by_name)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_LEASE")


def test_2_when_a_lease_is_renewed_for_no_time(run: InProcess) -> None:
    run.submit()
    ending = run("heartbeat", *run.claim(), "--lease-duration-us", "0")
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_LEASE")


def test_2_when_a_claim_is_by_name_and_by_order(run: InProcess) -> None:
    job_id = run.submit()["job_id"]
    ending = run("claim", "--worker-id", "w", "--job-id", job_id, "--limit", "1")
    assert (ending.exit_code, ending.error["code"]) == (2, "USAGE_ERROR")
    assert ending.error["data"] == {"command": "crashqueuelab claim"}
    assert run.ok("show", "--job-id", job_id)["attempts"] == []


@pytest.mark.parametrize("options", [[], ["--active-limit", "1", "--unlimited"]])
def test_2_unless_there_is_one_limit(run: InProcess, options: list[str]) -> None:
    run.submit()
    ending = run("limit", "--tenant", "t", *options)
    assert (ending.exit_code, ending.error["code"]) == (2, "USAGE_ERROR")
    assert ending.error["message"] == "Give either --active-limit or --unlimited."


@pytest.mark.parametrize(
    ("checkpoint", "code"),
    [('{"a": 1, "a": 2}', "INVALID_PAYLOAD"), (f'"{"x" * 16_383}"', "PAYLOAD_TOO_LARGE")],
)
def test_2_when_the_value_cannot_be_a_checkpoint(
    run: InProcess, checkpoint: str, code: str
) -> None:
    run.submit()
    ending = run("checkpoint", *run.claim(), "--checkpoint", checkpoint)
    assert (ending.exit_code, ending.error["code"]) == (2, code)


@pytest.mark.parametrize(
    "numbers",
    [
        ["--priority", "1000001"],
        ["--delay-us", "-1"],
        ["--max-attempts", "0"],
        ["--base-delay-us", "2", "--max-delay-us", "1"],
        ["--factor", "0"],
        ["--job-type", ""],
        ["--idempotency-key", "k\n"],
        ["--idempotency-key", "k" * 81],
        ["--checkpoint-version", "0"],
        ["--tenant", ""],
    ],
)
def test_refused_submission_creates_no_database(
    run: InProcess, database: Path, numbers: list[str]
) -> None:
    named = ["--idempotency-key", "k", "--job-type", "t", "--payload", "1"]
    ending = run("submit", *named, *numbers)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_ARGUMENT")
    assert not database.exists()
