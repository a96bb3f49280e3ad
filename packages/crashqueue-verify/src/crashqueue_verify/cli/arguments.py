"""Reading the command line: mistakes become one structured error, and values what they mean."""

from __future__ import annotations

import argparse
import math
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NoReturn

from crashqueue_verify.errors import AuditError

MTIME: Final = "mtime"
PROGRAM: Final = "crashqueue-verify"

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class BadArguments(AuditError):
    """The command line cannot be understood."""

    code = "BAD_ARGUMENTS"
    hint = "See crashqueue-verify --help."


class Parser(argparse.ArgumentParser):
    """Raises instead of printing and ending the process."""

    def error(self, message: str) -> NoReturn:
        """Raise BadArguments."""
        raise BadArguments(message)


def time_or_mtime(text: str) -> int | Literal["mtime"]:
    """Return microseconds since the epoch from a number or an ISO 8601 time, or MTIME."""
    if text == MTIME:
        return MTIME
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


def setting(text: str) -> tuple[str, float]:
    """Return name and number of NAME=NUMBER."""
    name, equals, number = text.partition("=")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not (name and equals) or not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=NUMBER")
    # A whole number stays one, so that SQL does not divide it as a fraction.
    return name, int(value) if value.is_integer() else value


def reasoned(text: str) -> tuple[str, str]:
    """Return id and reason of ID=REASON."""
    rule_id, _, reason = text.partition("=")
    if not rule_id or not reason.strip():
        raise argparse.ArgumentTypeError(
            f"{text!r} gives no reason, which the report repeats: --ignore 'G07=known since May'"
        )
    return rule_id.upper(), reason.strip()


def seconds(text: str) -> float:
    """Return a number of seconds greater than 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value
