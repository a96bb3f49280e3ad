"""What the command's exit code says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.rules import Severity
from crashqueue_verify.verdict import Verdict

if TYPE_CHECKING:
    from crashqueue_verify.results import Report

EXIT_BAD_REQUEST: Final = 2
EXIT_MISTAKES: Final = 1
"""A profile has mistakes."""

_OF_VERDICT: Final = {Verdict.HOLDS: 0, Verdict.VIOLATED: 1, Verdict.UNKNOWN: 3}


def exit_code(report: Report, fail_on: Severity) -> int:
    """Return 0 if it holds, 1 if it is violated, 3 if unknown; a warning fails if asked to."""
    if fail_on is Severity.WARNING and report.warnings:
        return _OF_VERDICT[Verdict.VIOLATED]
    return _OF_VERDICT[report.verdict]
