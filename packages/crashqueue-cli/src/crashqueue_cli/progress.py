"""Progress of long work on standard error, when a person watches it there."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final

Draw = Callable[[str, int, int], None]
"""Takes what is worked on, the pieces finished, and the pieces there are."""

_STANDARD_ERROR: Final = 2


def is_watched(*, quiet: bool) -> bool:
    """Return whether standard error is a terminal, and the user did not ask for quiet."""
    return not quiet and os.isatty(_STANDARD_ERROR)


def drawn_progress(*, quiet: bool) -> AbstractContextManager[Draw]:
    """Enter to what draws a bar, or what does nothing: unwatched, or TERM=dumb."""
    if not is_watched(quiet=quiet) or os.environ.get("TERM") == "dumb":
        return nullcontext(_draw_nothing)
    bar: AbstractContextManager[Draw] = importlib.import_module("crashqueue_cli.bar").drawn_bar()
    return bar


def _draw_nothing(_label: str, _done: int, _total: int) -> None:
    """Take the place of a bar."""
