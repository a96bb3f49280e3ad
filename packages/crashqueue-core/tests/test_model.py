"""Random operations against a model that keeps everything in lists, and an audit after each run.

Several tenants and workers, a clock that stands still, advances, jumps ahead and steps back: after
every operation the queue and the model must have given the same answer or refusal and hold the same
jobs, and at the end the same attempts, histories and counts. queue_machine.py says how it is done.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis.stateful import run_state_machine_as_test

from crashqueue_core import Job, lifecycle
from crashqueue_core.lifecycle import LeaseClaim, working
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_core.store.sqlite_statements import SqliteStatements

Explore = Callable[..., "Counter[str]"]


@pytest.fixture
def explore(sibling: Any) -> Explore:
    """Run the machine on a store; return how often each event and refusal was met."""
    machine, model = sibling("queue_machine"), sibling("queue_model")

    def run(open_store: type[SqliteStore] = SqliteStore) -> Counter[str]:
        met: Counter[str] = Counter()
        make: Any = partial(machine.QueueMachine, model.Model, met, open_store)
        run_state_machine_as_test(make, settings=machine.SEARCH)
        return met

    return run


def test_queue_does_what_the_model_says_and_the_audit_holds(sibling: Any, explore: Explore) -> None:
    met = explore()
    assert sibling("queue_machine").SOMETIMES - set(+met) == set()


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
    explore: Explore, statements: type[SqliteStatements]
) -> None:
    class Broken(SqliteStore):
        transaction_kind = statements

    with pytest.raises(AssertionError):
        explore(Broken)


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
    explore: Explore, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(working, "require_live_lease", blind_to(name))
    with pytest.raises(AssertionError):
        explore()


def test_success_that_may_be_repeated_by_anyone_is_found_out(
    explore: Explore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "repeat_success", lambda *_, **__: None)
    with pytest.raises(AssertionError):
        explore()
