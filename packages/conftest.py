"""Test policy shared by the four packages.

Every test closes the SQLite connections it opens, and no test fails for being slow. Tests on
PostgreSQL get a server of this run, or the one that CRASHQUEUE_POSTGRES_DSN names; where there is
none, they fail.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import psycopg
import pytest
from hypothesis import settings
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from crashqueue_faults.servers.postgres import started_cluster
from crashqueue_faults.servers.programs import installed_programs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crashqueue_faults.servers.postgres import PostgresCluster

# The parent is kept: under CI it makes Hypothesis choose the same examples each time.
settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")


@pytest.hookimpl(tryfirst=True)  # before -k chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let `-k postgres` find every test that asks for a server, whatever the test is called."""
    for item in items:
        if isinstance(item, pytest.Function):
            asks = any(name.startswith("postgres") for name in item.fixturenames)
            item.extra_keyword_matches.update({"postgres"} if asks else ())


_opened: list[sqlite3.Connection] = []


def _note_opened(event: str, arguments: tuple[object, ...]) -> None:
    """Keep each new connection alive, so that none is closed silently by being forgotten.

    Python 3.13 is the first to warn of that. Auditing sees a connection however it is opened:
    through `sqlite3.connect`, a name imported from there, or a subclass of `Connection`.
    """
    if event == "sqlite3.connect/handle":
        (connection,) = arguments
        assert isinstance(connection, sqlite3.Connection)
        _opened.append(connection)


sys.addaudithook(_note_opened)


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018  the only question that any thread may ask
    except sqlite3.ProgrammingError:
        return False
    return True


def _take_unclosed() -> list[sqlite3.Connection]:
    """Return the connections still open, and forget all."""
    if any(map(_is_open, _opened)):
        gc.collect()  # an abandoned queue closes its connection when it is collected
    unclosed = [connection for connection in _opened if _is_open(connection)]
    _opened.clear()
    return unclosed


@pytest.fixture(autouse=True)
def every_connection_is_closed() -> Iterator[None]:
    """Fail a test after which a connection that it opened is still open."""
    _opened.clear()
    yield
    unclosed = _take_unclosed()
    for connection in unclosed:
        with contextlib.suppress(sqlite3.ProgrammingError):  # another thread's connection
            connection.close()
    if unclosed:
        pytest.fail(f"unclosed SQLite connections: {len(unclosed)}", pytrace=False)


@dataclass(slots=True)
class PostgresServer:
    """A PostgreSQL server that `dsn` leads to, as keywords and values, and whose databases we make.

    Later words of a connection string win: f"{server.dsn} dbname=other".
    """

    dsn: str
    programs: Path
    made: list[str] = field(default_factory=list)

    def create(self, database: str, sql: str = "", options: str = "") -> str:
        """Create a database, run `sql` there, and return a connection string."""
        anew = (f"DROP DATABASE IF EXISTS {database}", f"CREATE DATABASE {database} {options}")
        self._run_sql(self.dsn, *anew)
        self.made.append(database)
        dsn = make_conninfo(self.dsn, dbname=database)
        self._run_sql(dsn, sql)
        return dsn

    def drop_all(self) -> None:
        """Drop the databases that were made here."""
        self._run_sql(self.dsn, *(f"DROP DATABASE {name} WITH (FORCE)" for name in self.made))

    def address(self, dsn: str) -> str:
        """Return a connection string as the address that a queue is opened with."""
        return f"postgresql:///?{urlencode(conninfo_to_dict(dsn), quote_via=quote)}"

    def dump(self, dsn: str, *options: str) -> bytes:
        """Return what pg_dump writes."""
        command = [str(self.programs / "pg_dump"), "--dbname", dsn, *options]
        environment = os.environ | {"PGTZ": "UTC"}
        return subprocess.run(command, check=True, capture_output=True, env=environment).stdout

    def _run_sql(self, dsn: str, *statements: str) -> None:
        with contextlib.closing(psycopg.connect(dsn, autocommit=True)) as connection:
            for statement in statements:
                connection.execute(statement.encode())


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[PostgresCluster]:
    """PostgreSQL itself, of this run alone, started; a test may stop and start it again."""
    with started_cluster(autovacuum="off") as cluster:
        yield cluster


@pytest.fixture(scope="session")
def cluster_server(postgres_cluster: PostgresCluster) -> PostgresServer:
    """Lead to the server that a test may stop."""
    return _server_of(postgres_cluster)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The server that the environment names, or else one for the whole run."""
    named = os.environ.get("CRASHQUEUE_POSTGRES_DSN")
    if named is None:
        with started_cluster(autovacuum="off") as cluster:
            yield _server_of(cluster)
        return
    server = PostgresServer(make_conninfo(named), installed_programs())
    yield server
    server.drop_all()


def _server_of(cluster: PostgresCluster) -> PostgresServer:
    words = make_conninfo("", **conninfo_to_dict(cluster.address()))
    return PostgresServer(words, cluster.programs)
