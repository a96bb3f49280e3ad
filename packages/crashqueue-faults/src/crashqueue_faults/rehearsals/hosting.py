"""Where a rehearsal's queue is: in a file of its own, or in a schema of its own on a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from crashqueue_core.errors import StoreUnavailable
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.place import Place
from crashqueue_faults.servers.postgres import started_cluster


@contextmanager
def hosted(folder: Path, *, database: str | None, start_server: bool) -> Iterator[Place]:
    """Yield the place of a queue that is not made yet, and that is gone afterwards.

    It is a file in `folder`; or, with `start_server`, in a server that lives as long; or in a
    private schema of the database at the address `database`. Raises InvalidExperiment when both
    are asked for or the address is not PostgreSQL's, and what a server that cannot be started or
    reached raises.
    """
    if database is not None:
        _require_server(database, start_server=start_server)
        # The folder's name is nobody else's, so the schema's is not either.
        name = folder.name.replace("-", "_")
        with _schemas().private_schema(database, name) as place:
            yield place
    elif start_server:
        _schemas()  # without psycopg the server would be started in vain
        with started_cluster() as cluster:
            yield Place(address=cluster.address(), schema="crashqueue")
    else:
        yield Place.file(folder / "queue.sqlite")


def make_exclusively(place: Place) -> None:
    """Make the server's schema, without a queue. Raises FileExistsError where there is one."""
    _schemas().make_schema(place)


def tables_are_whole(place: Place) -> bool:
    """Return whether every table on the server holds as many rows as its primary key does."""
    return bool(_schemas().keys_agree(place))


def asking(address: str) -> AbstractContextManager[Any]:
    """Open a psycopg connection to the server, for a look past the queue."""
    connection: AbstractContextManager[Any] = _schemas().connected(address)
    return connection


def _schemas() -> ModuleType:
    # Late, since rehearsals on a file need no package beyond Python's own.
    try:
        return import_module("crashqueue_faults.rehearsals.private_schema")
    except ImportError as error:
        raise StoreUnavailable(
            'psycopg 3 is missing: install "crashqueue-faults[postgres]"'
        ) from error


def _require_server(database: object, *, start_server: bool) -> None:
    if start_server:
        raise InvalidExperiment(
            "a rehearsal takes the address of a server or starts one, not both",
            argument="start_server",
        )
    if not isinstance(database, str) or not database.startswith(("postgresql://", "postgres://")):
        raise InvalidExperiment(
            "database must be an address that begins with postgresql://; "
            "without one the rehearsal makes a SQLite file of its own",
            argument="database",
        )
