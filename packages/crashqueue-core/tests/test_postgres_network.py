"""What a connection is opened with, so that a network that swallows everything is noticed."""

from __future__ import annotations

import os
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import psycopg
import pytest

from crashqueue_core import DurableQueue, ServerUnavailable
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_line import connect

PATIENCE_S = 30
IDLE_LIMITS = {"SO_KEEPALIVE": 1, "TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
MANY_FILES = 1_100
"""More than select() can look at."""


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def over_tcp(bench: Any, sibling: Any) -> Iterator[str]:
    """An address that leads to the server over TCP."""
    proxy = sibling("postgres_proxy").Proxy(None, bench.dsn)
    yield f"{bench.place['path']}&host=127.0.0.1&port={proxy.port}&sslmode=disable"
    bench.close()
    proxy.close()


def limits_of(connection: psycopg.Connection[Any]) -> dict[str, int]:
    """Return the options of the connection's socket, by those names that this system knows."""
    with socket.socket(fileno=os.dup(connection.fileno())) as same:
        levels = {"SO": socket.SOL_SOCKET, "TCP": socket.IPPROTO_TCP}
        return {
            name: min(1, value) if name == "SO_KEEPALIVE" else value
            for name in (*IDLE_LIMITS, "TCP_USER_TIMEOUT")
            if hasattr(socket, name)
            for value in [same.getsockopt(levels[name.partition("_")[0]], getattr(socket, name))]
        }


def test_partition_is_noticed_within_half_a_minute(over_tcp: str) -> None:
    with closing(connect(over_tcp)) as connection:
        limits = limits_of(connection)
    expected = IDLE_LIMITS | {"TCP_USER_TIMEOUT": 30_000}
    assert limits == {name: expected[name] for name in limits}
    assert limits["SO_KEEPALIVE"] == 1


def test_limits_of_the_address_win(over_tcp: str) -> None:
    given = "&keepalives_interval=7&keepalives_count=2&tcp_user_timeout=9000"
    with closing(connect(over_tcp + given)) as connection:
        limits = limits_of(connection)
    assert limits["TCP_KEEPINTVL"] == 7
    assert limits["TCP_KEEPCNT"] == 2
    assert limits.get("TCP_USER_TIMEOUT", 9_000) == 9_000


@pytest.mark.parametrize(("given", "limit"), [("", "10"), ("&connect_timeout=3", "3")])
def test_wait_for_a_connection_has_an_end(
    monkeypatch: pytest.MonkeyPatch, given: str, limit: str
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(psycopg, "connect", lambda **options: asked.update(options))
    connect(f"postgresql://h/db?application_name=mine{given}")
    assert str(asked["connect_timeout"]) == limit
    assert asked["application_name"] == "mine"


def test_encoding_of_the_address_does_not_count(bench: Any, do: Any) -> None:
    queue = bench.open(path=f"{bench.place['path']}&client_encoding=latin1")
    assert do.submit(queue, payload="Zürich").payload == "Zürich"
    assert bench.open().list_jobs().jobs[0].payload == "Zürich"


def test_server_without_a_connection_left_is_told_as_a_passing_trouble(bench: Any, do: Any) -> None:
    role = "crashqueue_crowded"
    bench.rows(f"DROP ROLE IF EXISTS {role}")
    bench.rows(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 0")
    try:
        with pytest.raises(ServerUnavailable, match="too many connections") as refusal:
            DurableQueue(f"{bench.place['path']}&user={role}", schema=bench.schema)
    finally:
        bench.rows(f"DROP ROLE {role}")
    assert refusal.value.as_dict()["code"] == "SERVER_UNAVAILABLE"


@contextmanager
def many_files_open() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, MANY_FILES * 2), hard))
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        files = [os.open(os.devnull, os.O_RDONLY)]
        while files[-1] < MANY_FILES:
            files.append(os.dup(files[0]))
        for file in files:
            stack.callback(os.close, file)
        yield


def test_process_with_many_files_open_is_woken_and_commits(bench: Any, do: Any) -> None:
    woken = threading.Semaphore(0)
    with many_files_open():
        queue = bench.open(open_store=PostgresStore)
        assert bench.connection_of(queue).fileno() > MANY_FILES
        with queue.listening(woken.release):
            assert woken.acquire(timeout=PATIENCE_S)  # it listens
            do.submit(queue)
            assert woken.acquire(timeout=PATIENCE_S)
        queue.close()
