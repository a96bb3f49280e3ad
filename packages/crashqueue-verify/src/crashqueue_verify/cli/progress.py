"""How far a long audit is, on a terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Final

from crashqueue_verify.report.harmless import harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONG_AUDIT_ROWS: Final = 20_000
"""Fewer rows take less than a second, and need no progress report."""


@contextlib.contextmanager
def progress_line() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows how far a long audit is, on a terminal only."""
    shown = False

    def show(what: str, done: int, total: int) -> None:
        nonlocal shown
        if max(done, total) >= LONG_AUDIT_ROWS and sys.stderr.isatty():
            shown = True
            part = f"{done * 100 // total:3d} % of {total:,}" if total else f"{done:,}"
            sys.stderr.write(f"\r{part} {harmless(what)[:40]:40}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r" + " " * 70 + "\r")
