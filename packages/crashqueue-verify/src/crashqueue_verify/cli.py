"""The command `crashqueue-verify`: one database in, one report out, and an exit code."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import signal
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, NoReturn

from crashqueue_verify import __version__
from crashqueue_verify.auditing import audit
from crashqueue_verify.errors import AuditError
from crashqueue_verify.report.json import render_json
from crashqueue_verify.report.text import render_text
from crashqueue_verify.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

EXIT_CODES: Final = {Verdict.HOLDS: 0, Verdict.VIOLATED: 1, Verdict.UNKNOWN: 3}
EXIT_BAD_REQUEST: Final = 2

LONG_AUDIT_JOBS: Final = 20_000
"""Fewer jobs take less than a second, and need no progress report."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_RENDER: Final = {"text": render_text, "json": render_json}


class BadArguments(AuditError):
    """The command line cannot be understood."""

    code = "BAD_ARGUMENTS"
    hint = "See crashqueue-verify --help."


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadArguments(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 holds, 1 violated, 2 bad request, 3 unknown."""
    try:
        with _ended_by_signals():
            return _run(arguments)
    except AuditError as error:
        sys.stderr.write(json.dumps(error.as_dict()) + "\n")
        return EXIT_BAD_REQUEST
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # Whoever reads has enough. Without this the interpreter would complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13


def _run(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    with _progress_line() as progress:
        report = audit(options.database, now_us=options.now, progress=progress)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a character must not cost the user the report.
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout.write(_RENDER[options.format](report))
    sys.stdout.flush()
    return EXIT_CODES[report.verdict]


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="crashqueue-verify",
        description="Say whether a CrashQueueLab database is whole. The database is only read.",
        epilog="Exit code: 0 holds, 1 violated, 2 bad request, 3 unknown. Warnings do not count.",
        allow_abbrev=False,
    )
    parser.add_argument("database", metavar="DATABASE", help="path of the queue's SQLite file")
    parser.add_argument(
        "--format", choices=sorted(_RENDER), default="text", help="default: %(default)s"
    )
    parser.add_argument(
        "--now",
        type=_time_us,
        metavar="TIME",
        help="judge warnings as of this time: microseconds since 1970, or ISO 8601 with a zone "
        "(default: the newest event in the database)",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser


def _time_us(text: str) -> int:
    """Return microseconds since the epoch from a number or an ISO 8601 time."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither microseconds nor an ISO 8601 time"
        ) from None
    if moment.tzinfo is None:
        raise argparse.ArgumentTypeError(f"{text!r} has no time zone; append Z for UTC")
    return (moment - _EPOCH) // timedelta(microseconds=1)


@contextlib.contextmanager
def _progress_line() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows how far a long audit is, on a terminal only."""
    shown = False

    def show(what: str, done: int, total: int) -> None:
        nonlocal shown
        if max(done, total) >= LONG_AUDIT_JOBS and sys.stderr.isatty():
            shown = True
            part = f"{done * 100 // total:3d} % of {total:,}" if total else f"{done:,}"
            sys.stderr.write(f"\r{part} {what[:40]:40}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r" + " " * 70 + "\r")


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let SIGTERM end the command like an exception, so that the private copy is removed."""

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
