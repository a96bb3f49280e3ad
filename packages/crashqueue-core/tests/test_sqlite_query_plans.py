"""Each query of the hot path walks one index, and sorts nothing that an index could give sorted."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import DurableQueue
from crashqueue_core.store import queries, rows

CLAIMABLE = "SEARCH jobs USING INDEX jobs_claimable"
OF_TENANT = "SEARCH jobs USING INDEX jobs_active_of_tenant"
SORTED = "USE TEMP B-TREE FOR ORDER BY"

WHOLE_DATABASE = {
    "greatest_priority": [f"{CLAIMABLE} (checkpoint_version=?)"],
    "next_priority": [f"{CLAIMABLE} (checkpoint_version=? AND priority<?)"],
    "claimable": [f"{CLAIMABLE} (checkpoint_version=? AND priority=? AND due_at_us<?)"],
    "expired": ["SEARCH jobs USING INDEX jobs_leased (lease_expires_at_us<?)"],
    "due_retries": ["SEARCH jobs USING INDEX jobs_awaiting_retry (due_at_us<?)"],
    "job_by_id": ["SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (job_id=?)"],
    "jobs_after": ["SEARCH jobs USING INTEGER PRIMARY KEY (rowid>?)"],
    "count_by_state": ["SCAN jobs", "USE TEMP B-TREE FOR GROUP BY"],
}
QUEUED_OF_TENANT = "tenant=? AND state=? AND checkpoint_version=?"
WITHIN_TENANT = {
    "greatest_priority": [f"{OF_TENANT} ({QUEUED_OF_TENANT})"],
    "next_priority": [f"{OF_TENANT} ({QUEUED_OF_TENANT} AND priority<?)"],
    "claimable": [f"{OF_TENANT} ({QUEUED_OF_TENANT} AND priority=? AND due_at_us<?)"],
    "expired": [f"{OF_TENANT} (tenant=? AND state=?)", SORTED],
    "due_retries": [f"{OF_TENANT} (tenant=? AND state=?)", SORTED],
    "job_by_id": ["SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (job_id=?)"],
    "jobs_after": [
        "SEARCH jobs USING INDEX sqlite_autoindex_jobs_3 (tenant=? AND submission_sequence>?)"
    ],
    "count_by_state": [
        "SEARCH jobs USING INDEX sqlite_autoindex_jobs_3 (tenant=?)",
        "USE TEMP B-TREE FOR GROUP BY",
    ],
}
"""A tenant's sweeps sort: the index holds its active jobs in the order of claims, not of time."""

IN_ANY_SCOPE = {
    "JOB_BY_KEY": (
        "SEARCH jobs USING INDEX sqlite_autoindex_jobs_2 (tenant=? AND idempotency_key=?)"
    ),
    "LAST_SUBMISSION": "SEARCH jobs USING INDEX sqlite_autoindex_jobs_3 (tenant=?)",
    "ATTEMPTS_OF_JOB": "SEARCH attempts USING PRIMARY KEY (job_id=?)",
    "ATTEMPT": "SEARCH attempts USING PRIMARY KEY (job_id=? AND attempt_number=?)",
    "EVENTS_OF_JOB": "SEARCH events USING INDEX sqlite_autoindex_events_1 (job_id=?)",
    "EVENTS_OF_TENANT": "SEARCH events USING INDEX events_of_tenants (tenant=?)",
    "TENANT": "SEARCH tenants USING PRIMARY KEY (tenant=?)",
    "LATEST_EVENT": "SCAN events",
    "UPDATE_JOB": "SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (job_id=?)",
    "END_ATTEMPT": "SEARCH attempts USING PRIMARY KEY (job_id=? AND attempt_number=?)",
}
"""The one scan runs backwards along the primary key and stops at its first row."""


@pytest.fixture
def engine() -> str:
    return "sqlite"


def plan(connection: Any, sql: str) -> list[str]:
    unknown = [None] * sql.count("?")
    # Whether an index covers the query is the planner's business, and differs between versions.
    return [
        row[3].replace("COVERING ", "")
        for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", unknown)
    ]


def plan_of(bench: Any, sql: str) -> list[str]:
    with closing(bench.connect()) as connection:
        return plan(connection, sql)


@pytest.mark.parametrize("name", WHOLE_DATABASE)
def test_query_of_the_operator_walks_its_index(queue: DurableQueue, bench: Any, name: str) -> None:
    assert plan_of(bench, getattr(queries.WHOLE_DATABASE, name)) == WHOLE_DATABASE[name]


@pytest.mark.parametrize("name", WITHIN_TENANT)
def test_query_of_a_tenant_walks_its_own_rows(queue: DurableQueue, bench: Any, name: str) -> None:
    assert plan_of(bench, getattr(queries.WITHIN_TENANT, name)) == WITHIN_TENANT[name]


@pytest.mark.parametrize("name", IN_ANY_SCOPE)
def test_other_statement_walks_its_index(queue: DurableQueue, bench: Any, name: str) -> None:
    sql = getattr(queries, name, None) or getattr(rows, name)
    assert plan_of(bench, sql) == [IN_ANY_SCOPE[name]]


def test_active_jobs_are_counted_in_the_index_alone(queue: DurableQueue, bench: Any) -> None:
    assert f"{OF_TENANT} (tenant=? AND state=?)" in plan_of(bench, queries.ACTIVE_JOBS)


def test_every_query_is_planned_here() -> None:
    assert set(WHOLE_DATABASE) == set(WITHIN_TENANT) == set(queries.Queries.__slots__)
    public = {name for name in vars(queries) if name.isupper() and name[0] != "_"}
    scopes = {"WHOLE_DATABASE", "WITHIN_TENANT"}
    columns = {name for name in public if name.endswith("_COLUMNS")}
    assert public - scopes - columns <= {*IN_ANY_SCOPE, "ACTIVE_JOBS"}


def test_backward_scan_stops_at_its_first_row() -> None:
    assert queries.LATEST_EVENT.endswith(" ORDER BY event_sequence DESC LIMIT 1")
    assert queries.LAST_SUBMISSION.endswith(" ORDER BY submission_sequence DESC LIMIT 1")


def test_a_lost_index_would_be_noticed(queue: DurableQueue, bench: Any) -> None:
    for index, query, expected in [
        ("jobs_claimable", queries.WHOLE_DATABASE.claimable, WHOLE_DATABASE["claimable"]),
        ("jobs_active_of_tenant", queries.WITHIN_TENANT.claimable, WITHIN_TENANT["claimable"]),
    ]:
        bench.rows(f"DROP INDEX {index}")
        assert plan_of(bench, query) != expected
