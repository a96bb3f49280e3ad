"""The server of a run on PostgreSQL: the run's own, or another's that lends it some schemas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from crashqueue_core import DurableQueue
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.servers.postgres import started_cluster


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The address of a database, and what the names of the run's schemas there begin with."""

    address: str
    schema: str


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
            yield Server(address=cluster.address(), schema=schema)
    elif database is not None:
        # Says in the queue's words whether it can be used, before anything is written.
        DurableQueue(database, schema=schema).close()
        # Late: it needs psycopg.
        from crashqueue_faults.sites.postgres_engine import remove_schemas  # noqa: PLC0415

        try:
            yield Server(address=database, schema=schema)
        finally:
            remove_schemas(database, schema)
    else:
        yield None
