"""Which sockets have something to read. Unlike select(), with any number of files open."""

from __future__ import annotations

import selectors
from collections.abc import Collection

# Where there is a choice, the one that needs no file of its own.
_Selector = getattr(selectors, "PollSelector", selectors.DefaultSelector)


def readable(files: Collection[int], timeout_s: float | None = None) -> set[int]:
    """Return those that can be read without waiting, after at most `timeout_s`, or as soon."""
    with _Selector() as selector:
        for file in files:
            selector.register(file, selectors.EVENT_READ)
        return {key.fd for key, _ in selector.select(timeout_s)}
