"""Progress of long work on standard error, when a person watches it there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

Draw = Callable[[str, int, int], None]
"""Takes what is worked on, the pieces finished, and the pieces there are."""


def is_watched(*, quiet: bool) -> bool:
    """Return whether to draw: on a terminal that can move its cursor, and not when `quiet`."""
    return not quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def drawn_progress(*, quiet: bool) -> Iterator[Draw]:
    """Yield what draws a bar, or what does nothing when nobody watches.

    The bar is erased at the end. Rich leaves its colours out when NO_COLOR is set.
    """
    if not is_watched(quiet=quiet):
        yield _draw_nothing
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def draw(label: str, done: int, total: int) -> None:
            bar.update(task, description=label, completed=done, total=total)

        yield draw


def _draw_nothing(_label: str, _done: int, _total: int) -> None:
    """Take the place of a bar."""
