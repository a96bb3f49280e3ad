"""The command as a whole: which of its verbs is meant, and how each way out ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from typing import TYPE_CHECKING, Final, NoReturn

from crashqueue_verify.cli.audit_command import run_audit
from crashqueue_verify.cli.exit_codes import EXIT_BAD_REQUEST
from crashqueue_verify.cli.explain_command import run_explain, run_schema
from crashqueue_verify.cli.profile_command import run_profile
from crashqueue_verify.errors import AuditError
from crashqueue_verify.source.ending import request_end, withdraw_end
from crashqueue_verify.source.temporary import private_temporary_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

_VERBS: Final = {"profile": run_profile, "explain": run_explain, "schema": run_schema}
_ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 holds, 1 violated, 2 bad request, 3 unknown."""
    try:
        with _ended_by_signals(), private_temporary_files():
            return _run(sys.argv[1:] if arguments is None else arguments)
    except AuditError as error:
        sys.stderr.write(json.dumps(error.as_dict()) + "\n")
        return EXIT_BAD_REQUEST
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # Whoever reads has enough. Without this the interpreter would complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13


def _run(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] in _VERBS:
        return _VERBS[arguments[0]](arguments[1:])
    return run_audit(arguments)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let signals end the command like an exception, so that the private folder is removed."""

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        for other in before:
            signal.signal(other, signal.SIG_IGN)  # a second one must not interrupt the removal
        request_end(128 + number)
        raise SystemExit(128 + number)

    before = {
        number: signal.getsignal(number)
        for number in _ENDING
        # Whoever ignores one, as nohup does, wants the command to go on.
        if signal.getsignal(number) not in (signal.SIG_IGN, None)
    }
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        withdraw_end()
        for number, handler in before.items():
            signal.signal(number, handler)
