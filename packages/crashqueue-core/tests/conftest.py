"""A bench for the queue: a database of its own, a clock that is told the time, known names."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from crashqueue_core import DurableQueue, Job, JobQueue, ManualClock, SeededIdentity
from crashqueue_core.store import postgres_changes, postgres_statements, sqlite_statements

START_US = 1_000_000
LEASE_US = 1_000
TABLES = ("tenants", "jobs", "attempts", "events")
NOTHING: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}


class Bench:
    """One engine's database and everything a test does around it: that of SQLite."""

    statements: Any = sqlite_statements.SqliteStatements
    row_maker: Any = sqlite_statements
    """The module that asks crashqueue_core.store.rows what to write."""
    driver: Any = sqlite3
    """The module whose connections the queue works on, borrows and lends."""
    schema = "main"

    def __init__(self, folder: Path) -> None:
        self.path = folder / "queue.sqlite"
        self.place: dict[str, str] = {"path": str(self.path)}
        self.clock = ManualClock(START_US)
        self._seeds = count()
        self._opened: list[DurableQueue] = []

    def open(self, **options: Any) -> DurableQueue:
        """Open one more queue object, with names of its own; the fixture closes it."""
        seed = f"queue {next(self._seeds)}"
        standard: dict[str, Any] = {
            "clock": self.clock,
            "identity": SeededIdentity(seed),
            "busy_timeout_us": 0,
        }
        queue = DurableQueue(**(self.place | standard | options))
        self._opened.append(queue)
        return queue

    @property
    def place_json(self) -> str:
        """What a child process opens: DurableQueue(**json.loads(place_json))."""
        return json.dumps(self.place)

    def connection_of(self, queue: DurableQueue) -> Any:
        """Return the connection that a queue works on."""
        store: Any = queue._store
        return store._connection

    def close(self) -> None:
        for queue in self._opened:
            queue.close()

    def connect(self) -> Any:
        """Open a connection that begins no transaction by itself and waits for no lock."""
        return sqlite3.connect(self.path, isolation_level=None, timeout=0)

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        with closing(self.connect()) as connection:
            rows: list[tuple[Any, ...]] = connection.execute(sql, parameters).fetchall()
        return rows

    def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of every table."""
        return {table: self.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in TABLES}

    @contextmanager
    def locked(self) -> Iterator[Any]:
        """Let no change pass, from another connection; reads do."""
        with closing(self.connect()) as connection:
            # A worker's heartbeat may be writing just now.
            connection.execute("PRAGMA busy_timeout = 5000")
            connection.execute("BEGIN IMMEDIATE")
            yield connection


class PostgresBench(Bench):
    """The same in a schema of its own; what SQLite keeps in files has no counterpart."""

    statements = postgres_statements.PostgresStatements
    row_maker = postgres_changes
    driver = psycopg
    _numbers = count(1)

    def __init__(self, server: Any, dsn: str) -> None:
        self.schema: str = f"bench_{next(self._numbers)}"
        self.dsn = make_conninfo(dsn, options=f"-c search_path={self.schema} -c lock_timeout=5s")
        self.place = {"path": server.address(dsn), "schema": self.schema}
        self.clock = ManualClock(START_US)
        self._seeds = count()
        self._opened = []

    def connection_of(self, queue: DurableQueue) -> psycopg.Connection[Any]:
        store: Any = queue._store
        connection: psycopg.Connection[Any] = store._line.wire().connection
        return connection

    def connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.dsn, autocommit=True)

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        with closing(self.connect()) as connection:
            cursor = connection.execute(sql.replace("?", "%s").encode(), parameters)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def locked(self) -> Iterator[psycopg.Connection[Any]]:
        with closing(self.connect()) as connection, connection.transaction():
            connection.execute("LOCK TABLE submissions, jobs IN EXCLUSIVE MODE")
            yield connection


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    """What the queue of the test is kept in. A file about one engine alone overrides this."""
    return str(request.param)


@pytest.fixture(scope="session")
def postgres_dsn(postgres: Any) -> str:
    """Leads to the database in which each bench has its schema."""
    return str(postgres.create("crashqueue_core_tests"))


@pytest.fixture
def bench(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    if engine == "postgres":
        # Asked for here, so that tests on SQLite alone start no server.
        ask = request.getfixturevalue
        made = PostgresBench(ask("postgres"), ask("postgres_dsn"))
    yield made
    made.close()


@pytest.fixture
def queue(bench: Bench) -> DurableQueue:
    return bench.open()


@pytest.fixture
def clock(bench: Bench) -> ManualClock:
    return bench.clock


def submit_job(queue: JobQueue, key: str = "key-1", **options: Any) -> Job:
    request: dict[str, Any] = {"job_type": "task", "payload": {"n": 1}} | options
    return queue.submit(idempotency_key=key, **request).job


def claim_job(
    queue: JobQueue, worker_id: str = "ada", duration_us: int = LEASE_US, **options: Any
) -> Job:
    job = queue.claim(worker_id=worker_id, lease_duration_us=duration_us, **options)
    assert job is not None
    return job


def lease_of(job: Job) -> dict[str, Any]:
    """Return what proves the lease, as keyword arguments."""
    return {
        "job_id": job.job_id,
        "worker_id": job.lease_worker_id,
        "lease_token": job.lease_token,
    }


def kinds(queue: JobQueue, job_id: str) -> str:
    """Return a job's history as words: `SUBMITTED CLAIMED SUCCEEDED`."""
    return " ".join(event.kind for event in queue.history(job_id))


class Verbs:
    """The functions above, for tests: a test module cannot import from conftest."""

    submit = staticmethod(submit_job)
    claim = staticmethod(claim_job)
    lease_of = staticmethod(lease_of)
    kinds = staticmethod(kinds)
    nothing = NOTHING


@pytest.fixture
def do() -> type[Verbs]:
    return Verbs


@pytest.fixture(scope="session")
def sibling() -> Callable[[str], Any]:
    """Return what imports a module of this folder, which a test module cannot do by itself."""

    @cache
    def load(name: str) -> Any:
        path = Path(__file__).with_name(f"{name}.py")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


Child = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start_child() -> Iterator[Child]:
    """Start `python -c` with a program and its arguments; kill what still runs at the end."""
    started: list[subprocess.Popen[str]] = []

    def start(program: str, *arguments: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-W", "error", "-c", program, *map(str, arguments)]
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()
