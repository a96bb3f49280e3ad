"""Opening a queue database, and closing it again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from crashqueue_core.boundaries import Observer, observe_nothing
from crashqueue_core.clock import Clock, SystemClock
from crashqueue_core.errors import InvalidArgument
from crashqueue_core.identity import Identity, RandomIdentity
from crashqueue_core.limits import check_delay_us
from crashqueue_core.queue.session import Session
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore


class Opening(Session):
    """A session that owns the database it opened."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        clock: Clock | None = None,
        identity: Identity | None = None,
        observer: Observer = observe_nothing,
        busy_timeout_us: int = 5_000_000,
        create: bool = True,
        open_store: StoreOpener = SqliteStore,
    ) -> None:
        """Open the queue at `path`; with `create`, make it and its folders when absent.

        `busy_timeout_us` bounds the wait for another process's write lock; after it StoreBusy is
        raised. Other databases and newer formats are refused with the file untouched. `open_store`
        opens the engine that keeps the queue; a laboratory passes one that it can watch or break.
        """
        self._clock = clock or SystemClock()
        self._identity = identity or RandomIdentity()
        self._store = open_store(
            _checked_path(path),
            busy_timeout_us=check_delay_us("busy_timeout_us", busy_timeout_us),
            create=create,
            observer=observer,
        )
        self._observer = observer

    def close(self) -> None:
        """Close the database; closing twice is allowed."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _checked_path(path: str | os.PathLike[str]) -> Path:
    try:
        return Path(path).absolute()
    except TypeError:
        raise InvalidArgument("path must be text or a path", argument="path") from None
