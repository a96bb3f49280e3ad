"""The server of a run on PostgreSQL: the run's own, or another's that lends it some schemas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from crashqueue_core import DurableQueue
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.servers.postgres import started_cluster


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The address of a database, and what the names of the run's schemas there begin with.

    `version` is the server's own word for what it is.
    """

    address: str
    schema: str
    version: str

    def as_dict(self) -> dict[str, object]:
        """Return what environment.json says of it; the address can hold a password."""
        return {"postgresql": self.version}


def require_server(database: str | None, *, start_server: bool) -> bool:
    """Return whether a server is asked for; refuse two, and what is no server's address."""
    if database is not None and start_server:
        raise InvalidExperiment(
            "an experiment takes the address of a server or starts one, not both",
            argument="start_server",
        )
    if database is not None and not database.startswith(("postgresql://", "postgres://")):
        raise InvalidExperiment(
            "database must be an address that begins with postgresql://; "
            "without one the experiment makes SQLite files of its own",
            argument="database",
        )
    return start_server or database is not None


@contextmanager
def hosted(name: str, *, database: str | None, start_server: bool) -> Iterator[Server | None]:
    """Yield the server; the schemas, whose names begin with `name`, are removed afterwards.

    Yields None if none is asked for.
    """
    schema = name.replace("-", "_")
    if start_server:
        with started_cluster() as cluster:
            yield _usable(cluster.address(), schema)
    elif database is not None:
        server = _usable(database, schema)
        try:
            yield server
        finally:
            _engine().remove_schemas(database, schema)
    else:
        yield None


def _usable(address: str, schema: str) -> Server:
    # Says in the queue's words whether the server can be used, before anything is written.
    DurableQueue(address, schema=schema).close()
    return Server(address=address, schema=schema, version=_engine().version_of(address))


def _engine() -> ModuleType:
    # Late, since it needs psycopg.
    return import_module("crashqueue_faults.sites.postgres_engine")
