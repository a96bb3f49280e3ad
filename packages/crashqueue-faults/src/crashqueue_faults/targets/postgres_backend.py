"""A database of a PostgreSQL that stands behind a store. It imports psycopg, so it comes late."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import psycopg

from crashqueue_faults.servers.postgres import PORT, PostgresCluster
from crashqueue_faults.targets.striking import strike_at
from crashqueue_faults.targets.target import Victim
from crashqueue_faults.targets.trace import Trace
from crashqueue_faults.targets.wire.postgres import PostgresFraming
from crashqueue_faults.targets.wire.proxy import Proxy, proxied

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


class PostgresBackend:
    """A database of a PostgreSQL, spoken to through a proxy where it is watched."""

    def __init__(self, cluster: PostgresCluster, folder: Path, database: str = "jobs") -> None:
        self._cluster = cluster
        self._folder = folder / "wire"
        self._database = database
        self._is_made = False
        self.address = _words(cluster.folder, database)

    @property
    def server(self) -> str:
        """The server's name and version."""
        with closing(psycopg.connect(_words(self._cluster.folder, _OTHER))) as connection:
            return f"PostgreSQL {connection.info.parameter_status('server_version')}"

    def empty(self) -> bool:
        """Empty the tables there are; who is still connected is parted with.

        The first time the database is made. To make it each time would cost most of a case.
        """
        if not self._is_made:
            self._run(_OTHER, f"CREATE DATABASE {self._database}")
            self._is_made = True
            return False
        self._run(_OTHER, _PART.format(self._database))
        try:
            self._run(self._database, _TRUNCATE)
        except psycopg.errors.RaiseException:
            # A history that is append-only refuses.
            self._run(_OTHER, f"DROP DATABASE {self._database} WITH (FORCE)")
            self._run(_OTHER, f"CREATE DATABASE {self._database}")
            return False
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


def _words(folder: Path, database: str) -> str:
    """Return a connection string of keywords and values: to a database, by a socket in `folder`."""
    return f"host={folder} user=postgres dbname={database}"
