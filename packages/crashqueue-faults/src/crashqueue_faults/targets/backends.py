"""What stands behind a store: nothing for SQLite, a server of the laboratory's own for the others.

The commands to a server are heard on the wire, by a proxy between a worker and its server; those to
SQLite in the worker itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final, Protocol

import psycopg

from crashqueue_faults.servers.postgres import PORT, PostgresCluster, started_cluster
from crashqueue_faults.servers.redis import RedisServer, started_redis
from crashqueue_faults.targets.striking import strike_at
from crashqueue_faults.targets.target import Engine, Victim
from crashqueue_faults.targets.trace import Trace
from crashqueue_faults.targets.wire.postgres import PostgresFraming
from crashqueue_faults.targets.wire.proxy import Proxy, proxied
from crashqueue_faults.targets.wire.resp import RespFraming

_DATABASE: Final = "jobs"
_OTHER: Final = "postgres"


class Backend(Protocol):
    """One store's server, which no other store is on."""

    address: str
    """Leads straight to the server; empty for SQLite."""

    def empty(self) -> None:
        """Forget everything."""
        ...

    def watching(self, trace: Trace, victim: Victim) -> AbstractContextManager[str]:
        """Yield an address whose commands are told to `trace`, which may strike `victim`."""
        ...


class FileBackend:
    """No server: the store is a file, and its commands are heard in the process that sends them."""

    address = ""

    def empty(self) -> None:
        """Do nothing: the file is removed by whoever made it."""

    def watching(self, _trace: Trace, _victim: Victim) -> AbstractContextManager[str]:
        """Yield no address."""
        return nullcontext("")


class RedisBackend:
    """A Redis, spoken to through a proxy where it is watched."""

    def __init__(self, server: RedisServer, folder: Path) -> None:
        self._server = server
        self._socket = folder / "wire.sock"
        self.address = server.address

    def empty(self) -> None:
        """Forget everything."""
        self._server.empty()

    @contextmanager
    def watching(self, trace: Trace, victim: Victim) -> Iterator[str]:
        """Yield the address of a proxy."""
        strike = partial(strike_at, victim=victim)
        with proxied(self._socket, Proxy(self._server.socket_path, RespFraming, trace, strike)):
            yield f"unix://{self._socket}"


class PostgresBackend:
    """A PostgreSQL, spoken to through a proxy where it is watched."""

    def __init__(self, cluster: PostgresCluster, folder: Path) -> None:
        self._cluster = cluster
        self._folder = folder / "wire"
        self.address = _words(cluster.folder)

    def empty(self) -> None:
        """Make the database anew; who is still connected to it is parted with."""
        with closing(psycopg.connect(_words(self._cluster.folder, _OTHER), autocommit=True)) as to:
            to.execute(f"DROP DATABASE IF EXISTS {_DATABASE} WITH (FORCE)")
            to.execute(f"CREATE DATABASE {_DATABASE}")

    @contextmanager
    def watching(self, trace: Trace, victim: Victim) -> Iterator[str]:
        """Yield the address of a proxy."""
        name = f".s.PGSQL.{PORT}"
        strike = partial(strike_at, victim=victim)
        proxy = Proxy(self._cluster.folder / name, PostgresFraming, trace, strike)
        with proxied(self._folder / name, proxy):
            yield _words(self._folder)


@contextmanager
def backend_for(engine: Engine, folder: Path) -> Iterator[Backend]:
    """Yield what stands behind a store of this engine; a server is started in `folder`."""
    if engine is Engine.SQLITE:
        yield FileBackend()
        return
    if engine is Engine.REDIS:
        with started_redis(folder) as server:
            yield RedisBackend(server, folder)
        return
    with started_cluster() as cluster:
        yield PostgresBackend(cluster, folder)


def _words(folder: Path, database: str = _DATABASE) -> str:
    """Return a connection string of keywords and values: to a database, by a socket in `folder`."""
    return f"host={folder} user=postgres dbname={database}"
