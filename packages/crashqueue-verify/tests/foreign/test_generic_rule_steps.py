"""Generic rules look at each row a bounded number of times, as a million jobs need it.

Time is not measured: SQLite counts the steps of its virtual machine.
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_verify.foreign.model import DERIVED_SQL, INDEXES_SQL, MODEL_COLUMNS, TABLES_SQL
from crashqueue_verify.foreign.profile import STATES, TRAITS, LeaseRule
from crashqueue_verify.foreign.shipped import generic_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Rows = dict[str, list[dict[str, Any]]]

T_REF: Final = 1_800_000_000_000_000
JOB_COUNT: Final = 3_000
MAX_STEPS_PER_JOB: Final = 1_000
"""A look at every other row, once for each row, would be several thousand."""

_STEPS_BETWEEN_CALLS: Final = 1_000
_STATES: Final = sorted(STATES)
_KINDS: Final = ("started", "failed", "succeeded", "rescued")
_TRAITS: Final = {name: True if value is False else value or 60 for name, value in TRAITS.items()}


def each_its_own(number: int) -> str:
    """Name a different queue, worker, key and lock for each job."""
    return f"x{number}"


def all_the_same(_: int) -> str:
    """Name the same queue, worker, key and lock for every job."""
    return "x*"


def rows(name_of: Callable[[int], str]) -> Rows:
    """Return broken rows for every table of the model."""
    numbers = range(JOB_COUNT)
    return {
        "job": [_job(number, name_of(number)) for number in numbers],
        "attempt": [
            {"job_key": f"{key}", "n": n, "outcome": _KINDS[n], "started_at": T_REF, "ended_at": 9}
            for key in numbers
            for n in range(2)
        ],
        "event": [
            {"job_key": f"{key}", "seq": key * 4 + n, "kind": kind, "at": T_REF * 2}
            for key in numbers
            for n, kind in enumerate(_KINDS)
        ],
        "worker": [_worker(name_of(number)) for number in numbers],
        "lock": [
            {"lock_key": name_of(n), "holder_job": f"{n}", "holder_worker": name_of(n + 1)}
            for n in numbers
        ],
        "queue": [{"queue": name_of(number), "concurrency_limit": 1} for number in numbers],
        "placement": [{"job_key": f"{number // 2 * 2}", "place": "ready"} for number in numbers],
        "slot": [
            {"cron_key": name_of(n), "slot_at": n // 2, "job_key": f"{n}", "period_us": 1}
            for n in numbers
        ],
    }


def _job(number: int, name: str) -> dict[str, Any]:
    return {
        "job_key": f"{number}",
        "state": "running" if number % 2 else _STATES[number // 2 % len(_STATES)],
        "queue": name,
        "priority": number,
        "created_at": number,
        "started_at": number,
        "lease_owner": name,
        "lease_expires_at": number,
        "attempts_raw": 1,
        "unique_key": name,
        "requeue_key": name,
        "mutex_key": name,
        "same_work_key": name,
        "wait_lock": None if number % 3 else name,
        "app_version": name,
        "delivery_count": 2,
    }


def _worker(name: str) -> dict[str, Any]:
    return {
        "worker_key": name,
        "heartbeat_at": T_REF,
        "queues": f'["{name}", "y"]',
        "app_version": name,
        "started_at": T_REF,
    }


@pytest.fixture(
    name="broken", scope="module", params=[each_its_own, all_the_same], ids=lambda f: f.__name__
)
def _broken(request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES_SQL)
        for table, those in rows(request.param).items():
            places = ", ".join(f":{column}" for column in those[0])
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(those[0])}) VALUES ({places})", those
            )
        names = [(f"{table}.{c}",) for table, columns in MODEL_COLUMNS.items() for c in columns]
        connection.executemany("INSERT INTO filled VALUES (?)", names)
        connection.executescript(INDEXES_SQL)
        for table, sql in DERIVED_SQL.items():
            connection.execute(f"INSERT INTO {table} {sql}", parameters("heartbeat"))
        yield connection


def parameters(lease: str) -> dict[str, Any]:
    """Return what rules may ask about a system that has everything."""
    return {
        **_TRAITS,
        "t_ref": T_REF,
        "lost_after_us": 30_000_000,
        "skew_us": 1_000_000,
        "lease_rule": lease,
    }


def step_count(connection: sqlite3.Connection, sql: str, lease: str = "heartbeat") -> int:
    """Return about how many steps a query takes, or the limit that it was stopped at."""
    call_count = 0

    def count() -> bool:
        nonlocal call_count
        call_count += 1
        return call_count * _STEPS_BETWEEN_CALLS > MAX_STEPS_PER_JOB * JOB_COUNT

    connection.set_progress_handler(count, _STEPS_BETWEEN_CALLS)
    try:
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute(sql, parameters(lease)).fetchall()
    finally:
        connection.set_progress_handler(None, 0)
    return call_count * _STEPS_BETWEEN_CALLS


@pytest.mark.parametrize("rule", generic_rules(), ids=lambda rule: rule.rule.rule_id)
def test_a_rule_takes_a_bounded_number_of_steps_for_each_job(
    rule: Any, broken: sqlite3.Connection
) -> None:
    assert step_count(broken, rule.sql) / JOB_COUNT < MAX_STEPS_PER_JOB


@pytest.mark.parametrize("table", DERIVED_SQL)
@pytest.mark.parametrize("lease", LeaseRule)
def test_so_do_the_queries_that_prepare_the_rules(
    table: str, lease: LeaseRule, broken: sqlite3.Connection
) -> None:
    assert step_count(broken, DERIVED_SQL[table], lease) / JOB_COUNT < MAX_STEPS_PER_JOB


def test_a_look_at_every_other_row_is_noticed(broken: sqlite3.Connection) -> None:
    sql = "SELECT count(*) FROM job AS a JOIN job AS b ON a.created_at + b.created_at = :t_ref"
    assert step_count(broken, sql) / JOB_COUNT >= MAX_STEPS_PER_JOB
