"""Each statement of the hot path walks one index, whatever the planner knew when it was made.

Its plan is made once for a connection, perhaps while there is hardly a row, and kept while a
million come. So it is read on tables that are empty, on tables that are known to be small, and on
tables that are full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import fields
from typing import Any

import pytest

from crashqueue_core import DurableQueue
from crashqueue_core.store import postgres_changes, postgres_many, postgres_queries, rows
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_wire import Wire, numbered

BY_ID = ["jobs_job_id_key (job_id)"]
IN_ANY_SCOPE = {
    "jobs_by_keys": ["jobs_tenant_idempotency_key_key (tenant, idempotency_key)"],
    "locked_submissions": ["submissions_pkey (tenant)"],
    "active_jobs": ["jobs_active_of_tenant (tenant)"],
    "attempts": ["attempts_pkey (job_id)"],
    "attempt": ["attempts_pkey (job_id, attempt_number)"],
    "events": ["events_job_id_event_number_key (job_id)"],
    "tenant": ["tenants_pkey (tenant)"],
    "tenants": ["tenants_pkey (tenant)"],
    "tenant_events": ["events_of_tenants (tenant)"],
    "job": BY_ID,
    "locked_job": BY_ID,
    "locked_jobs": BY_ID,
}
WHOLE_SCHEMA = IN_ANY_SCOPE | {
    "jobs_after": ["jobs_pkey (job_number)"],
    "claimable": [
        "jobs_claimable (checkpoint_version)",
        "jobs_claimable (checkpoint_version, priority)",
        "jobs_claimable (checkpoint_version, priority, due_at_us)",
    ],
    "expired": ["jobs_leased (lease_expires_at_us)"],
    "due_retries": ["jobs_awaiting_retry (due_at_us)"],
}
QUEUED_OF_TENANT = "jobs_active_of_tenant (tenant, state, checkpoint_version"
WITHIN_TENANT = IN_ANY_SCOPE | {
    "jobs_after": ["jobs_tenant_submission_sequence_key (tenant, submission_sequence)"],
    "claimable": [
        f"{QUEUED_OF_TENANT})",
        f"{QUEUED_OF_TENANT}, priority)",
        f"{QUEUED_OF_TENANT}, priority, due_at_us)",
    ],
    "expired": ["Sort", "jobs_active_of_tenant (tenant, state)"],
    "due_retries": ["Sort", "jobs_active_of_tenant (tenant, state, due_at_us)"],
}
"""A tenant's sweeps sort: the index holds its active jobs in the order of claims, not of time."""

PLANS = {"whole schema": WHOLE_SCHEMA, "within tenant": WITHIN_TENANT}
STEP = (rows.UPDATE_JOB, rows.END_ATTEMPT, rows.INSERT_ATTEMPT)
READS_EVERYTHING = {"count_by_state"}

FILL = """
    INSERT INTO jobs (job_id, tenant, submission_sequence, idempotency_key, job_type, payload,
        payload_digest, priority, max_attempts, base_delay_us, delay_factor, max_delay_us,
        initial_checkpoint_version, submitted_at_us, state, due_at_us, attempt_count,
        attempts_forgiven, attempt_budget, fence, checkpoint_version, updated_at_us,
        history_length, history_digest, lease_worker_id, lease_token, lease_expires_at_us)
    SELECT 'job ' || n, 'tenant ' || mod(n, ?), n, 'key ' || n, 'task', '{}', '', mod(n, 3), 1,
        1, 1, 1, 1, 1, s, n, 1, 0, 1, 1, 1, 1, 1, '', h, h, length(h) + n
    FROM generate_series(1, ?) AS n,
        LATERAL (SELECT (ARRAY['QUEUED', 'LEASED', 'RETRY_WAIT', 'DEAD_LETTER'])[mod(n / 2, 4) + 1])
            AS states (s),
        LATERAL (SELECT CASE s WHEN 'LEASED' THEN n::text END) AS holders (h)
"""
HISTORY = (
    "INSERT INTO attempts (job_id, attempt_number, tenant, worker_id, lease_token, fence, "
    "started_at_us) SELECT job_id, 1, tenant, '', job_id, 1, 1 FROM jobs",
    "INSERT INTO events (tenant, job_id, event_number, kind, state, occurred_at_us, data, "
    "previous_digest) SELECT tenant, job_id, 1, '', '', 1, '', '' FROM jobs",
    "INSERT INTO events (tenant, event_number, kind, state, occurred_at_us, data, "
    "previous_digest) SELECT job_id, 1, '', '', 1, '', '' FROM jobs",
    "INSERT INTO submissions SELECT job_id, 1 FROM jobs",
    "INSERT INTO tenants SELECT job_id, 1, 1, 1, '' FROM jobs",
)
ANALYZE = "ANALYZE jobs, attempts, events, submissions, tenants"


UNINDEXED = r"(Sort|Seq Scan|Bitmap \w+ Scan)(?= on|\n)"
INDEXED = r"using (\w+) on .*(?:\n +Index Cond: (.*))?"
NODE = re.compile(f"{UNINDEXED}|{INDEXED}")
COLUMN = re.compile(r"\(?(?:\w+\.)?(\w+) (?:=|<|>|<=|>=) ")


@pytest.fixture
def engine() -> str:
    return "postgres"


def fill(bench: Any, jobs: int, tenants: int, *afterwards: str) -> None:
    bench.rows(FILL, tenants, jobs)
    for statement in (*HISTORY, *afterwards):
        bench.rows(statement)


CONDITIONS: dict[str, Callable[[Any], object]] = {
    "empty": lambda _: None,
    "empty and known": lambda bench: bench.rows(ANALYZE),
    "small and known": lambda bench: fill(bench, 2, 1, ANALYZE),
    "full and unknown": lambda bench: fill(bench, 4000, 1),
    "full and known": lambda bench: fill(bench, 4000, 20, ANALYZE),
}


@pytest.fixture(params=CONDITIONS)
def filled(queue: DurableQueue, bench: Any, request: pytest.FixtureRequest) -> Any:
    CONDITIONS[request.param](bench)
    return bench


def plan(bench: Any, sql: str) -> str:
    """Return the plan that the server keeps for a statement of the queue."""
    unknown = f"({', '.join(['NULL'] * sql.count('%s'))})"
    with closing(bench.connect()) as connection, connection.transaction(force_rollback=True):
        connection.execute(postgres_queries.SETTINGS, ("1s",))
        connection.execute(b"PREPARE kept AS " + numbered(sql))
        explained = connection.execute(f"EXPLAIN (COSTS OFF) EXECUTE kept{unknown}".encode())
        return "\n".join(line for (line,) in explained)


def walks(bench: Any, sql: str) -> list[str]:
    """Return each index that is walked, with the columns that say how far; and whatever sorts."""
    found = []
    for node, index, condition in NODE.findall(plan(bench, sql)):
        columns = dict.fromkeys(COLUMN.findall(condition))
        found.append(f"{index} ({', '.join(columns)})" if index else node)
    return found


def walks_of_all(bench: Any, scope: str) -> dict[str, list[str]]:
    within_tenant = scope == "within tenant"
    queries = postgres_queries.postgres_queries(bench.schema, within_tenant=within_tenant)
    return {name: walks(bench, getattr(queries, name)) for name in PLANS[scope]}


@pytest.mark.parametrize("scope", PLANS)
def test_each_query_walks_its_index(filled: Any, scope: str) -> None:
    assert walks_of_all(filled, scope) == PLANS[scope]


def test_each_change_walks_its_indexes(filled: Any) -> None:
    sql = postgres_changes._sql(filled.schema, STEP)
    assert walks(filled, sql) == [*BY_ID, *IN_ANY_SCOPE["attempt"]]


READS: dict[str, Callable[[DurableQueue, str], object]] = {
    "job": lambda queue, job_id: queue.get(job_id),
    "attempts": lambda queue, job_id: queue.attempts(job_id),
    "history": lambda queue, job_id: queue.history(job_id),
    "list": lambda queue, _: queue.list_jobs(),
    "tenant": lambda queue, _: queue.tenant("north"),
    "history of a tenant": lambda queue, _: queue.tenant_history("north"),
}


@pytest.mark.parametrize("name", READS)
def test_reads_are_planned_so_too(
    queue: DurableQueue, bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    job_id, sent, exchange = do.submit(queue).job_id, list[str](), Wire.exchange

    def look(wire: Wire, statements: Sequence[Change], answers: list[Any]) -> None:
        sent.extend(each.sql for each in statements)
        exchange(wire, statements, answers)

    monkeypatch.setattr(Wire, "exchange", look)
    READS[name](queue, job_id)
    assert set(sent[::2]) == {postgres_queries.PLANNING}
    assert postgres_queries.PLANNING not in sent[1::2]
    for setting in ("enable_seqscan", "enable_sort", "enable_bitmapscan"):
        ((left,),) = bench.connection_of(queue).execute(f"SHOW {setting}").fetchall()
        assert left == "on"


def test_each_change_of_many_walks_its_indexes(filled: Any) -> None:
    sql = postgres_many.sql_of_many(filled.schema, STEP)
    assert walks(filled, sql) == [*BY_ID, *IN_ANY_SCOPE["attempts"]]


def test_a_lost_index_would_be_noticed(queue: DurableQueue, bench: Any) -> None:
    bench.rows("DROP INDEX jobs_claimable, jobs_active_of_tenant")
    assert {
        name
        for scope in PLANS
        for name, found in walks_of_all(bench, scope).items()
        if found != PLANS[scope][name]
    } == {"claimable", "active_jobs", "expired", "due_retries"}


def test_every_query_is_planned_here() -> None:
    names = {field.name for field in fields(postgres_queries.PostgresQueries)}
    assert set(WHOLE_SCHEMA) == set(WITHIN_TENANT) == names - READS_EVERYTHING
