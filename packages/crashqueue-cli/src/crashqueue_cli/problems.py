"""From an exception to the JSON object on standard error and the exit code."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

import click

from crashqueue_cli.answers import ExitCode
from crashqueue_cli.errors import HungUp, Terminated

_EXIT_CODES: Final[dict[ExitCode, frozenset[str]]] = {
    ExitCode.VIOLATED: frozenset({"HANDLER_EXITED", "NETWORK_USED"}),
    ExitCode.BAD_REQUEST: frozenset(
        {
            "HANDLER_NOT_FOUND",
            "INPUT_NOT_READABLE",
            "INVALID_ARGUMENT",
            "INVALID_EXPERIMENT",
            "INVALID_LEASE",
            "INVALID_PAYLOAD",
            "OUTPUT_DIRECTORY_NOT_EMPTY",
            "OUTPUT_DIRECTORY_UNUSABLE",
            "PAYLOAD_TOO_LARGE",
            "UNKNOWN_FAULT_POINT",
            "UNKNOWN_TARGET",
        }
    ),
    ExitCode.REFUSED: frozenset(
        {
            "ADMISSION_FULL",
            "ALREADY_FINISHED",
            "ATTEMPT_BUDGET_EXHAUSTED",
            "CHECKPOINT_INCOMPATIBLE",
            "IDEMPOTENCY_CONFLICT",
            "ILLEGAL_TRANSITION",
            "JOB_NOT_FOUND",
            "LEASES_REMAIN",
            "LEASE_BUSY",
            "LEASE_LOST",
            "LIMIT_BELOW_ACTIVE",
            "NOT_CLAIMABLE",
            "NOT_DEAD_LETTER",
            "NOT_STORABLE",
            "RESULT_CONFLICT",
            "SOURCE_NOT_SOUND",
        }
    ),
    ExitCode.CANNOT_RUN: frozenset(
        {
            "ENGINE_MISSING",
            "PLATFORM_UNSUPPORTED",
            "POSTGRES_MISSING",
            "REHEARSAL_INTERRUPTED",
            "SERVER_NOT_STARTED",
            "SERVER_PROGRAMS_MISSING",
            "TARGET_BROKEN",
            "TARGET_MISSING",
        }
    ),
    ExitCode.TRY_AGAIN: frozenset({"OUTCOME_UNKNOWN", "SERVER_UNAVAILABLE", "STORE_BUSY"}),
}

# The auditor is a program of its own with its own words; here one thing has one code.
_CODE_HERE: Final = {
    "NOT_FOUND": "STORE_NOT_FOUND",
    "NOT_A_FILE": "STORE_UNAVAILABLE",
    "UNREADABLE": "STORE_UNAVAILABLE",
    "NOT_A_DATABASE": "NOT_A_QUEUE_DATABASE",
    "INVALID_TIME": "INVALID_ARGUMENT",
    "POSTGRES_REFUSED": "STORE_UNAVAILABLE",
    "POSTGRES_TIMEOUT": "STORE_BUSY",
    "POSTGRES_UNREACHABLE": "SERVER_UNAVAILABLE",
}


_ENDED_EARLY: Final = "What was committed is kept; the command can be given again."


@runtime_checkable
class CodedError(Protocol):
    """What the errors of all four packages share."""

    code: str

    def as_dict(self) -> dict[str, object]:
        """Return `code`, `message`, `hint` and perhaps `data`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why a command ended without an answer."""

    error: dict[str, object]
    exit_code: ExitCode


def problem_from(error: BaseException, *, debug: bool) -> Problem:
    """Return the problem that `error` is; with `debug` an unexpected one brings its traceback."""
    if isinstance(error, CodedError):
        return _coded(error)
    if isinstance(error, click.ClickException):
        return _usage(error)
    if isinstance(error, HungUp):
        return _problem(ExitCode.HUNG_UP, "HUNG_UP", "ended by SIGHUP", _ENDED_EARLY)
    if isinstance(error, Terminated):
        return _problem(ExitCode.TERMINATED, "TERMINATED", "ended by SIGTERM", _ENDED_EARLY)
    if isinstance(error, click.Abort | KeyboardInterrupt):
        return _problem(ExitCode.INTERRUPTED, "INTERRUPTED", "ended by Ctrl-C", _ENDED_EARLY)
    return _internal(error, debug=debug)


def exit_code_of(code: str) -> ExitCode:
    """Return the exit code that goes with an error code."""
    for exit_code, codes in _EXIT_CODES.items():
        if code in codes:
            return exit_code
    return ExitCode.STORE_TROUBLE


def _coded(error: CodedError) -> Problem:
    code = _CODE_HERE.get(error.code, error.code)
    described = {"data": {}, **error.as_dict(), "code": code}
    return Problem(error=described, exit_code=exit_code_of(code))


def _usage(error: click.ClickException) -> Problem:
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "crashqueuelab"
    hint = f"{command} --help shows what the command takes."
    return _problem(
        ExitCode.BAD_REQUEST, "USAGE_ERROR", error.format_message(), hint, command=command
    )


def _internal(error: BaseException, *, debug: bool) -> Problem:
    hint = "Give --debug before the command's name to see where; please report it."
    data: dict[str, object] = {"type": type(error).__name__}
    if debug:
        hint = "Please report it together with the traceback."
        data["traceback"] = "".join(traceback.format_exception(error)).splitlines()
    return _problem(ExitCode.INTERNAL_ERROR, "INTERNAL_ERROR", str(error), hint, **data)


def _problem(exit_code: ExitCode, code: str, message: str, hint: str, **data: object) -> Problem:
    error: dict[str, object] = {"code": code, "message": message, "hint": hint, "data": data}
    return Problem(error=error, exit_code=exit_code)
