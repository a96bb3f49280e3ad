"""The way to a live PostgreSQL; its driver is imported when it is needed.

The extra `postgres` installs the driver, psycopg 3.
"""

from __future__ import annotations

import contextlib
from importlib import import_module
from typing import TYPE_CHECKING

from crashqueue_verify.staging.errors import PostgresMissing

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from crashqueue_verify.staging.catalogue import Source


def is_address(path: str | os.PathLike[str]) -> bool:
    """Return whether `path` is the address of a PostgreSQL database and not of a file."""
    return isinstance(path, str) and path.startswith(("postgresql://", "postgres://"))


def _no_deadline() -> None:
    """Let reading take as long as it takes."""


@contextlib.contextmanager
def open_postgresql(
    dsn: str, *, statement_timeout_s: float, deadline: Callable[[], None] = _no_deadline
) -> Iterator[Source]:
    """Yield the database that `dsn`, a connection string or URI, leads to, as of now.

    No statement runs longer than `statement_timeout_s`; `deadline` is called for every few
    thousand rows, and may raise. Raises PostgresMissing, PostgresUnreachable, PostgresRefused,
    PostgresTimeout or TooManyTables.
    """
    try:
        late = import_module("crashqueue_verify.staging.postgresql_source")
    except ImportError:
        raise PostgresMissing("a live PostgreSQL is read through psycopg 3") from None
    opened: AbstractContextManager[Source] = late.open_source(
        dsn, statement_timeout_s=statement_timeout_s, deadline=deadline
    )
    with opened as source:
        yield source
