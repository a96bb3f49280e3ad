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
        ["claim", "--worker-id", ""],
        ["claim", "--worker-id", "w" * 201],
        ["claim", "--worker-id", "\udc80"],
        ["claim", "--worker-id", "w", "--lease-duration-us", "0"],
        ["claim", "--worker-id", "w", "--lease-duration-us", "-1"],
        ["claim", "--worker-id", "w", "--lease-duration-us", "9" * 30],
        ["claim", "--worker-id", "w", "--limit", "10001"],
        ["heartbeat", *LEASE, "--lease-duration-us", "0"],
        ["fail", *LEASE, "--error", ""],
        ["promote", "--limit", "0"],
        ["recover", "--limit", "0"],
        ["list", "--limit", "0"],
        ["list", "--cursor", "x"],
        ["show", "--job-id", ""],
        ["redrive", "--job-id", "j", "--attempt-budget", "0"],
        ["list", "--busy-timeout-us", "-1"],
        ["check", "--now", "9" * 30],
    ],
)
def test_2_when_an_argument_is_out_of_bounds(run: InProcess, arguments: list[str]) -> None:
    run.submit()
    ending = run(*arguments)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_ARGUMENT")


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
    ],
)
def test_refused_submission_creates_no_database(
    run: InProcess, database: Path, numbers: list[str]
) -> None:
    named = ["--idempotency-key", "k", "--job-type", "t", "--payload", "1"]
    ending = run("submit", *named, *numbers)
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_ARGUMENT")
    assert not database.exists()
