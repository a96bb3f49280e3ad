"""Opening a queue database, and closing it again."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Self

from crashqueue_core.boundaries import Observer, observe_nothing
from crashqueue_core.clock import Clock
from crashqueue_core.errors import InvalidArgument, StoreUnavailable
from crashqueue_core.identity import Identity, RandomIdentity
from crashqueue_core.limits import check_delay_us
from crashqueue_core.queue.session import Session
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore

_SERVER_ADDRESSES: Final = ("postgresql://", "postgres://")


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
        schema: str = "crashqueue",
        open_store: StoreOpener | None = None,
    ) -> None:
        """Open the queue at `path`; with `create`, make it and its folders when absent.

        A `path` that begins with postgresql:// or postgres:// is the address of a PostgreSQL
        database, in whose `schema` the queue is; anything else names a SQLite file. `clock` decides
        the time; without one it is the machine's or, on PostgreSQL, the server's.
        `busy_timeout_us` bounds the wait for another process's lock; after it StoreBusy is raised.
        Other databases and newer formats are refused untouched. `open_store` opens the engine that
        keeps the queue; a laboratory passes one that it can watch or break.
        """
        self._clock = clock
        self._identity = identity or RandomIdentity()
        self._observer = observer
        options: dict[str, Any] = {
            "busy_timeout_us": check_delay_us("busy_timeout_us", busy_timeout_us),
            "create": create,
            "observer": observer,
        }
        if isinstance(path, str) and path.startswith(_SERVER_ADDRESSES):
            self._store = (open_store or _postgres_store())(path, schema=schema, **options)
        else:
            self._store = (open_store or SqliteStore)(_checked_path(path), **options)

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


def _postgres_store() -> StoreOpener:
    # Late, since only this engine needs a package beyond Python's own.
    try:
        opener: StoreOpener = import_module("crashqueue_core.store.postgres").PostgresStore
    except ImportError as error:
        raise StoreUnavailable(
            'psycopg 3 is missing: install "crashqueue-core[postgres]"'
        ) from error
    return opener
