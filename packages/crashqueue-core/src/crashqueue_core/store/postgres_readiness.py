"""Which sockets have something to read. Unlike select(), with any number of files open."""

from __future__ import annotations

import select
import selectors
from collections.abc import Collection

# Where there is a choice, the one that needs no file of its own.
_poll = getattr(select, "poll", None)
_Selector = getattr(selectors, "PollSelector", selectors.DefaultSelector)


def readable(files: Collection[int], timeout_s: float | None = None) -> set[int]:
    """Return those that can be read without waiting, after at most `timeout_s`, or as soon."""
    with _Selector() as selector:
        for file in files:
            selector.register(file, selectors.EVENT_READ)
        return {key.fd for key, _ in selector.select(timeout_s)}


def is_readable(file: int) -> bool:
    """Return whether the file can be read without waiting, as every commit has to know."""
    if _poll is None:
        return bool(readable([file], timeout_s=0))
    poll = _poll()
    poll.register(file, select.POLLIN)
    return bool(poll.poll(0))
