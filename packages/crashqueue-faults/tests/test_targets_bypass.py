"""No command of a library bypasses the hook: what SQLite itself reports is what was heard."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from huey.consumer import Consumer
from persistqueue import SQLiteAckQueue

from crashqueue_core import Worker
from crashqueue_faults.effects import create_ledger
from crashqueue_faults.targets import job, sqlite_hook
from crashqueue_faults.targets.registry import target_named
from crashqueue_faults.targets.sqlite_hook import ToldConnection, hook_sqlite
from crashqueue_faults.targets.target import JobState, Role, Store
from crashqueue_faults.targets.trace import Moment, Trace

# How Python begins a transaction that nobody asked for: libraries write it otherwise.
IMPLICIT = "BEGIN "


class Finished(Exception):
    """The worker asked for more work."""


def words_of(commands: Iterable[str]) -> Counter[str]:
    """Return how often each word begins a command."""
    return Counter(command.split()[0].strip(";").upper() for command in commands)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let SQLite tell of every statement on every connection that the hook opens."""
    statements: list[str] = []
    opened: list[sqlite3.Connection] = []

    def tell(statement: str) -> None:
        # A trigger's program is told of once more under the name of what set it off.
        is_echo = statement.startswith("INSERT") and statements[-1:] == [statement]
        if statement != IMPLICIT and not is_echo:
            statements.append(statement)

    class Telling(ToldConnection):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.set_trace_callback(tell)
            opened.append(self)

    monkeypatch.setattr(sqlite_hook, "ToldConnection", Telling)
    monkeypatch.setattr(sqlite3, "connect", sqlite3.connect)
    yield statements
    for connection in opened:
        connection.close()


@pytest.fixture(autouse=True)
def one_job_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the workers that never end do one job, in this thread."""
    run, get = Worker.run, SQLiteAckQueue.get

    def get_one(queue: Any) -> object:
        if queue.size == 0:
            raise Finished
        return get(queue)

    monkeypatch.setattr(Consumer, "run", lambda self: self._create_worker().loop())
    monkeypatch.setattr(Worker, "run", lambda self: run(self, until_idle=True))
    monkeypatch.setattr(SQLiteAckQueue, "get", get_one)


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("crashqueue", JobState.DONE),
        ("huey", JobState.ABSENT),
        ("litequeue", JobState.DONE),
        ("persist-queue", JobState.DONE),
    ],
)
def test_every_statement_of_a_library_is_heard(
    name: str,
    state: JobState,
    tmp_path: Path,
    told: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target, trace = target_named(name), Trace(tmp_path / "trace")
    store, configuration = Store(folder=tmp_path / "store"), target.configurations[0]
    store.folder.mkdir()
    create_ledger(tmp_path / "ledger")
    monkeypatch.setenv(job.LEDGER, str(tmp_path / "ledger"))
    hook_sqlite(store.folder, trace)
    target.create(store, configuration)
    target.enqueue(store, configuration)
    before = len(trace.steps())
    told.clear()
    with suppress(Finished):
        target.work(store, configuration, Role.CRASHED)
    steps = trace.steps()[before:]
    heard = [step.point.label for step in steps if step.point.moment is Moment.BEFORE]
    assert words_of(heard) == words_of(told)
    assert len(heard) > 10
    assert target.see(store, configuration).state is state


def test_a_statement_that_bypasses_the_hook_is_noticed(tmp_path: Path, told: list[str]) -> None:
    trace = Trace(tmp_path / "trace")
    (tmp_path / "store").mkdir()
    hook_sqlite(tmp_path / "store", trace)
    connection = sqlite3.connect(tmp_path / "store" / "jobs.sqlite")
    sqlite3.Connection.execute(connection, "SELECT 1")
    connection.execute("SELECT 2")
    assert words_of(told) == {"SELECT": 2}
    assert [step.point.label for step in trace.steps()] == ["SELECT #"] * 2
