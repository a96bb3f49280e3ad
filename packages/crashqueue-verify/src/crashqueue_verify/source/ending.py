"""Ending an audit that SQLite is busy with.

While a statement runs, a signal's handler is called inside one of SQLite's callbacks, and an
exception that it raises there is lost. So whoever handles signals says it here as well: every
statement that looks at a time limit then ends, and the exception is raised again where it is heard.
"""

from __future__ import annotations

from typing import Final

_exit_codes: Final[list[int]] = []


def request_end(exit_code: int) -> None:
    """Let every audit in this process end as if its time were used up."""
    _exit_codes.append(exit_code)


def withdraw_end() -> None:
    """Let audits run again."""
    _exit_codes.clear()


def is_end_requested() -> bool:
    """Return whether audits are to end."""
    return bool(_exit_codes)


def end_if_requested() -> None:
    """Raise SystemExit if the process is to end."""
    if _exit_codes:
        raise SystemExit(_exit_codes[0])
