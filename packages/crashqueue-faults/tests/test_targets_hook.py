"""The hook in sqlite3: each way to a statement is heard, on both of its sides, and none twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import SimulatedCrash
from crashqueue_faults.targets import sqlite_hook
from crashqueue_faults.targets.sqlite_hook import hook_sqlite
from crashqueue_faults.targets.trace import Moment, Point, Trace

INSERT = "INSERT INTO jobs VALUES (?)"
WAYS: dict[str, Callable[[sqlite3.Connection], object]] = {
    "execute": lambda to: to.execute(INSERT, (1,)),
    "executemany": lambda to: to.executemany(INSERT, [(1,), (2,)]),
    "executescript": lambda to: to.executescript("INSERT INTO jobs VALUES (1)"),
    "cursor": lambda to: to.cursor().execute(INSERT, (1,)),
    "cursor, many": lambda to: to.cursor().executemany(INSERT, [(1,)]),
    "cursor, script": lambda to: to.cursor().executescript("INSERT INTO jobs VALUES (1)"),
}


@pytest.fixture
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trace:
    monkeypatch.setattr(sqlite3, "connect", sqlite3.connect)
    trace = Trace(tmp_path / "trace")
    hook_sqlite(tmp_path / "store", trace)
    return trace


@pytest.fixture
def connection(trace: Trace, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    (tmp_path / "store").mkdir()
    with closing(sqlite3.connect(tmp_path / "store" / "jobs.sqlite")) as opened:
        opened.execute("CREATE TABLE jobs (number INTEGER)")
        yield opened


def heard(trace: Trace) -> list[str]:
    """Return what was heard after the table was made."""
    return [f"{step.point.moment} {step.point.label}" for step in trace.steps()[2:]]


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_a_statement_is_heard_once(
    way: str, trace: Trace, connection: sqlite3.Connection
) -> None:
    WAYS[way](connection)
    label = "INSERT INTO jobs VALUES (#)" if "script" in way else INSERT
    assert heard(trace) == [f"before {label}", f"after {label}"]


def test_every_end_of_a_transaction_is_heard(trace: Trace, connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute(INSERT, (1,))
    connection.execute(INSERT, (2,))
    connection.rollback()
    with suppress(ZeroDivisionError), connection:
        connection.execute(INSERT, (3,))
        raise ZeroDivisionError
    ends = [line for line in heard(trace) if "INSERT" not in line]
    assert ends == [
        *("before COMMIT", "after COMMIT"),
        *("before ROLLBACK", "after ROLLBACK", "before ROLLBACK", "after ROLLBACK"),
    ]
    assert connection.execute("SELECT number FROM jobs").fetchall() == [(1,)]


def test_the_end_of_no_transaction_is_no_command(
    trace: Trace, connection: sqlite3.Connection
) -> None:
    connection.commit()
    connection.rollback()
    with connection:
        pass
    assert heard(trace) == []


def test_a_command_that_fails_has_no_other_side(
    trace: Trace, connection: sqlite3.Connection
) -> None:
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT nothing FROM nowhere")
    assert heard(trace) == ["before SELECT nothing FROM nowhere"]


def test_a_cursor_of_another_kind_is_left_alone(connection: sqlite3.Connection) -> None:
    class Other(sqlite3.Cursor):
        pass

    assert type(connection.cursor(Other)) is Other


def test_other_databases_are_not_heard(trace: Trace, tmp_path: Path) -> None:
    for path in (tmp_path / "ledger.sqlite", ":memory:"):
        with closing(sqlite3.connect(path)) as other:
            other.execute("SELECT 1")
    assert trace.steps() == ()


def test_what_is_heard_is_what_sqlite_is_told(trace: Trace, connection: sqlite3.Connection) -> None:
    told: list[str] = []
    connection.set_trace_callback(told.append)
    for way in ("execute", "cursor", "executescript"):
        WAYS[way](connection)
    connection.commit()
    # Python begins transactions by itself, and a script commits the one that is open.
    assert len([one for one in told if one not in ("BEGIN ", "COMMIT")]) == 3
    assert len(heard(trace)) == 2 * 3


@pytest.mark.parametrize(("moment", "rows"), [(Moment.BEFORE, []), (Moment.AFTER, [(1,)])])
def test_a_crash_comes_before_a_command_or_after_the_store_applied_it(
    moment: Moment,
    rows: list[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def die() -> None:
        raise SimulatedCrash("here")

    monkeypatch.setattr(sqlite_hook, "strike_here", die)
    monkeypatch.setattr(sqlite3, "connect", sqlite3.connect)
    label = "INSERT INTO jobs VALUES (#)"
    armed = Point(moment=moment, label=label, occurrence=1)
    hook_sqlite(tmp_path, Trace(tmp_path / "trace", armed))
    with closing(sqlite3.connect(tmp_path / "jobs.sqlite", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE jobs (number INTEGER)")
        with pytest.raises(SimulatedCrash):
            connection.execute("INSERT INTO jobs VALUES (1)")
        assert connection.execute("SELECT number FROM jobs").fetchall() == rows


def test_a_statement_whose_rows_are_not_read_is_not_committed(
    trace: Trace, connection: sqlite3.Connection, tmp_path: Path
) -> None:
    # Whoever dies after it, and before it reads, has changed nothing: as the boundary says.
    connection.isolation_level = None
    rows = connection.execute("INSERT INTO jobs VALUES (1) RETURNING number")
    with closing(sqlite3.connect(tmp_path / "store" / "jobs.sqlite")) as other:
        assert other.execute("SELECT count(*) FROM jobs").fetchone() == (0,)
        assert rows.fetchall() == [(1,)]
        assert other.execute("SELECT count(*) FROM jobs").fetchone() == (1,)
    assert "after INSERT INTO jobs VALUES (#) RETURNING number" in heard(trace)
