"""The bar that drawn progress is. It imports rich, so `progress` imports it only when watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def drawn_bar() -> Iterator[Callable[[str, int, int], None]]:
    """Yield what moves a bar on standard error, which is erased at the end.

    Rich leaves its colours out when NO_COLOR is set.
    """
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def draw(label: str, done: int, total: int) -> None:
            bar.update(task, description=label, completed=done, total=total)

        yield draw
