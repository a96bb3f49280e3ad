"""Random operations on both engines against a model in lists, and an audit after each run.

Several tenants and workers, a clock that stands still, advances, jumps ahead and steps back: after
every operation the queue and the model must have given the same answer or refusal and hold the same
jobs, and at the end the same attempts, histories and counts. queue_machine.py says how it is done.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from crashqueue_core import Job, lifecycle
from crashqueue_core.lifecycle import LeaseClaim, working
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_core.store.sqlite_statements import SqliteStatements

Met = Counter[str]
Places = Callable[..., "list[dict[str, Any]]"]
Search = Callable[..., Met]

OFTEN = {"SUBMITTED", "CLAIMED", "SUCCEEDED", "LEASE_EXPIRED", "CANCELLED", "LEASE_LOST"}
"""What few examples meet for certain."""


@pytest.fixture
def search(sibling: Any) -> Search:
    """Run the machine so often; return how often each event and refusal was met."""
    machine, model = sibling("queue_machine"), sibling("queue_model")

    def run(places: Places, examples: int, model_kind: str = "Model", **options: Any) -> Met:
        met: Met = Counter()
        make: Any = partial(
            machine.QueueMachine, getattr(model, model_kind), met, places, **options
        )
        run_state_machine_as_test(make, settings=settings(machine.SEARCH, max_examples=examples))
        return met

    return run


def in_a_file(folder: Path, **options: Any) -> list[dict[str, Any]]:
    return [{"path": folder / "queue.sqlite"} | options]


@pytest.fixture
def explore(search: Search) -> Callable[..., Met]:
    """Run the machine on a SQLite store."""
    return lambda store=SqliteStore: search(partial(in_a_file, open_store=store), 250)


@pytest.fixture(scope="module")
def in_a_schema(postgres: Any) -> Places:
    """Make the same schema anew for each run of the machine, in a database without others."""
    dsn = postgres.create("crashqueue_model")
    address = postgres.address(dsn)

    def make(_: Path, **options: Any) -> list[dict[str, Any]]:
        with closing(psycopg.connect(dsn, autocommit=True)) as connection:
            connection.execute("DROP SCHEMA IF EXISTS model CASCADE")
        return [{"path": address, "schema": "model"} | options]

    return make


def test_queue_does_what_the_model_says_and_the_audit_holds(
    sibling: Any, explore: Callable[..., Met]
) -> None:
    met = explore()
    assert sibling("queue_machine").SOMETIMES - set(+met) == set()


def test_engines_agree_with_each_other_and_the_model(search: Search, in_a_schema: Places) -> None:
    """To the last digest of each history, while the clock does not step back."""
    met = search(lambda folder: in_a_file(folder) + in_a_schema(folder), 30, is_steady=True)
    assert set(+met) >= OFTEN


def test_time_goes_back_between_jobs_alone_on_postgresql(
    search: Search, in_a_schema: Places
) -> None:
    assert set(+search(in_a_schema, 25, "TimePerJob")) >= OFTEN


class LimitForgotten(SqliteStatements):
    def active_jobs(self, tenant: str, at_most: int) -> int:
        return 0


class TenantForgotten(SqliteStatements):
    def __init__(self, connection: sqlite3.Connection, tenant: str | None = None) -> None:
        super().__init__(connection)


class VersionsNotMerged(SqliteStatements):
    def claimable_jobs(self, now_us: int, limit: int, versions: tuple[int, ...]) -> tuple[Job, ...]:
        claimable = super().claimable_jobs
        found = [claimable(now_us, limit, (version,)) for version in versions]
        return tuple(itertools.chain(*found))[:limit]


class NumberedForAll(SqliteStatements):
    def next_submission_sequence(self, tenant: str) -> int:
        return len(self.jobs_after(0, 10_000, None, None)) + 1


@pytest.mark.parametrize(
    "statements", [LimitForgotten, TenantForgotten, VersionsNotMerged, NumberedForAll]
)
def test_store_that_forgets_something_is_found_out(
    explore: Callable[..., Met], statements: type[SqliteStatements]
) -> None:
    class Broken(SqliteStore):
        transaction_kind = statements

    with pytest.raises(AssertionError):
        explore(Broken)


class LimitForgottenThere(PostgresStatements):
    def active_jobs(self, tenant: str, at_most: int) -> int:
        return 0


class TenantForgottenThere(PostgresStatements):
    def __init__(self, rounds: Rounds, schema: str, tenant: str | None = None) -> None:
        super().__init__(rounds, schema)


@pytest.mark.parametrize("statements", [LimitForgottenThere, TenantForgottenThere])
def test_store_on_postgresql_that_forgets_something_is_found_out(
    search: Search, in_a_schema: Places, statements: type[PostgresStatements]
) -> None:
    class Broken(PostgresStore):
        transaction_kind = statements

    with pytest.raises(AssertionError):
        search(partial(in_a_schema, open_store=Broken), 250)


def blind_to(name: str) -> Callable[..., int]:
    """Return a check of leases that believes the fence, the token or the deadline."""

    def require_live_lease(job: Job, lease: LeaseClaim, now_us: int) -> int:
        present: dict[str, Any] = {"fence": None, "lease_token": job.lease_token}
        believed = {name: present[name]} if name in present else {}
        now_us = 0 if name == "deadline" else now_us
        return lifecycle.require_live_lease(job, replace(lease, **believed), now_us)

    return require_live_lease


@pytest.mark.parametrize("name", ["fence", "lease_token", "deadline"])
def test_lease_that_is_not_checked_in_full_is_found_out(
    explore: Callable[..., Met], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(working, "require_live_lease", blind_to(name))
    with pytest.raises(AssertionError):
        explore()


def test_success_that_may_be_repeated_by_anyone_is_found_out(
    explore: Callable[..., Met], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "repeat_success", lambda *_, **__: None)
    with pytest.raises(AssertionError):
        explore()
