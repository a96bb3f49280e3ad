"""What stands behind a store: nothing for SQLite, a server of the laboratory's own for the others.

The commands to a server are heard on the wire, by a proxy between a worker and its server; those to
SQLite in the worker itself.
"""

from __future__ import annotations

import threading
import time
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

_OTHER: Final = "postgres"
_CONNECTED: Final = "SELECT pid FROM pg_stat_activity WHERE datname = '{}'"
_PART: Final = f"SELECT pg_terminate_backend(pid, 5000) FROM ({_CONNECTED}) AS connected"
_TRUNCATE: Final = """
DO $$
DECLARE every_table text;
BEGIN
    SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') INTO every_table
        FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema');
    EXECUTE 'TRUNCATE ' || every_table || ' RESTART IDENTITY CASCADE';
END $$
"""
PATIENCE_S: Final = 5.0
POLL_S: Final = 0.005


class Backend(Protocol):
    """One store's server, which no other store is on."""

    address: str
    """Leads straight to the server; empty for SQLite."""

    def empty(self) -> bool:
        """Forget everything; return whether the library's store is still made, and is empty."""
        ...

    def wait_for_the_dead(self) -> None:
        """Wait until the server has finished with clients that have died."""
        ...

    def watching(self, trace: Trace, victim: Victim) -> AbstractContextManager[str]:
        """Yield an address whose commands are told to `trace`, which may strike `victim`."""
        ...


class FileBackend:
    """No server: the store is a file, and its commands are heard in the process that sends them."""

    address = ""

    def empty(self) -> bool:
        """Do nothing: the file is removed by whoever made it."""
        return False

    def wait_for_the_dead(self) -> None:
        """Do nothing: what has died does nothing any more."""

    def watching(self, _trace: Trace, _victim: Victim) -> AbstractContextManager[str]:
        """Yield no address."""
        return nullcontext("")


class RedisBackend:
    """A Redis, spoken to through a proxy where it is watched."""

    def __init__(self, server: RedisServer, folder: Path) -> None:
        self._server = server
        self._socket = folder / "wire.sock"
        self.address = server.address

    def empty(self) -> bool:
        """Forget everything."""
        self._server.empty()
        return False

    def wait_for_the_dead(self) -> None:
        """Do nothing: a command that has come is carried out at once."""

    @contextmanager
    def watching(self, trace: Trace, victim: Victim) -> Iterator[str]:
        """Yield the address of a proxy."""
        strike = partial(strike_at, victim=victim)
        with proxied(self._socket, Proxy(self._server.socket_path, RespFraming, trace, strike)):
            yield f"unix://{self._socket}"


class PostgresBackend:
    """A database of a PostgreSQL, spoken to through a proxy where it is watched."""

    def __init__(self, cluster: PostgresCluster, folder: Path, database: str = "jobs") -> None:
        self._cluster = cluster
        self._folder = folder / "wire"
        self._database = database
        self._is_made = False
        self.address = _words(cluster.folder, database)

    def empty(self) -> bool:
        """Empty the tables there are; who is still connected is parted with.

        The first time the database is made. To make it each time would cost most of a case.
        """
        if not self._is_made:
            self._run(_OTHER, f"CREATE DATABASE {self._database}")
            self._is_made = True
            return False
        self._run(_OTHER, _PART.format(self._database))
        self._run(self._database, _TRUNCATE)
        return True

    def wait_for_the_dead(self) -> None:
        """Wait until nobody is connected: a statement is carried out though its client is dead."""
        until_s = time.monotonic() + PATIENCE_S
        while self._run(_OTHER, _CONNECTED.format(self._database)) and time.monotonic() < until_s:
            threading.Event().wait(POLL_S)

    def _run(self, database: str, command: str) -> bool:
        """Run a command; return whether it has a row."""
        address = _words(self._cluster.folder, database)
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            cursor = connection.execute(command)
            return bool(cursor.description and cursor.fetchone())

    @contextmanager
    def watching(self, trace: Trace, victim: Victim) -> Iterator[str]:
        """Yield the address of a proxy."""
        name = f".s.PGSQL.{PORT}"
        strike = partial(strike_at, victim=victim)
        proxy = Proxy(self._cluster.folder / name, PostgresFraming, trace, strike)
        with proxied(self._folder / name, proxy):
            yield _words(self._folder, self._database)


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


def _words(folder: Path, database: str) -> str:
    """Return a connection string of keywords and values: to a database, by a socket in `folder`."""
    return f"host={folder} user=postgres dbname={database}"
