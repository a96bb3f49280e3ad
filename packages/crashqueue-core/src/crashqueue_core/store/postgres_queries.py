"""The queue's SQL on PostgreSQL, for one schema: over all of it or within one tenant.

Every table is named with its schema, so that the statements mean the same on a borrowed connection
and behind a pooler, whatever the search path is. The first parameter of a query that a tenant's
view narrows is the tenant.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from crashqueue_core.store.rows import (
    ATTEMPT_COLUMNS,
    EVENT_COLUMNS,
    JOB_COLUMNS,
    TENANT_COLUMNS,
)

BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
_PLANNING: Final = ", ".join(
    f"set_config('{name}', '{value}', true)"
    for name, value in {
        # The statements have one plan each, the walk along an index; without its parameters it is
        # made but once. It outlives what the planner knew, so that it must not depend on that: of
        # a table that was small, the whole would be read for as long as the connection.
        "plan_cache_mode": "force_generic_plan",
        "enable_seqscan": "off",
        "enable_bitmapscan": "off",
        "enable_sort": "off",
        # Servers before 18 count what is off as so dear that compiling it seems worth while.
        "jit": "off",
    }.items()
)
# None of these outlives its transaction: behind a pooler the session is somebody else's.
PLANNING: Final = f"SELECT {_PLANNING}"
SETTINGS: Final = f"SELECT set_config('lock_timeout', %s, true), {_PLANNING}"
COMMIT: Final = "COMMIT"
_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
CLOCK: Final = f"SELECT {_NOW}"
NOTIFY: Final = "SELECT pg_notify(%s, '')"
_ACTIVE: Final = "state IN ('QUEUED', 'LEASED', 'RETRY_WAIT')"
_TENANT_FILTER: Final = "tenant || '' = %s AND "


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresQueries:
    """The SELECTs of one schema; those that lock end in FOR UPDATE."""

    job: str
    locked_job: str
    locked_jobs: str
    jobs_after: str
    count_by_state: str
    claimable: str
    expired: str
    due_retries: str
    jobs_by_keys: str
    locked_submissions: str
    active_jobs: str
    attempts: str
    attempt: str
    events: str
    tenant: str
    tenants: str
    tenant_events: str


@cache
def postgres_queries(schema: str, *, within_tenant: bool) -> PostgresQueries:
    """Return the queries of the schema, narrowed to a tenant or not."""
    jobs, attempts = f'"{schema}".jobs', f'"{schema}".attempts'
    events, tenants = f'"{schema}".events', f'"{schema}".tenants'
    scope = "tenant = %s AND " if within_tenant else ""
    sequence = "submission_sequence" if within_tenant else "job_number"
    job = f"SELECT {JOB_COLUMNS} FROM {jobs}"
    # An expression keeps the planner off the indexes that begin with the tenant.
    by_id = f"{job} WHERE {_TENANT_FILTER * within_tenant}job_id = %s"
    return PostgresQueries(
        job=by_id,
        locked_job=f"{by_id} FOR UPDATE",
        locked_jobs=(
            f"{job} WHERE {_TENANT_FILTER * within_tenant}job_id = ANY(%s::text[]) "
            "ORDER BY job_id FOR UPDATE"
        ),
        jobs_after=(
            f"SELECT {JOB_COLUMNS}, {sequence} FROM {jobs} WHERE {scope}{sequence} > %s "
            "AND (%s::text IS NULL OR state = %s) AND (%s::text IS NULL OR job_type = %s) "
            f"ORDER BY {sequence} LIMIT %s"
        ),
        count_by_state=(
            f"SELECT state, count(*) FROM {jobs} WHERE {scope}TRUE GROUP BY state ORDER BY state"
        ),
        claimable=_claimable(jobs, within_tenant=within_tenant),
        expired=(
            f"{job} WHERE {_in_state('LEASED', scope)} AND lease_expires_at_us <= %s "
            "ORDER BY lease_expires_at_us, job_number LIMIT %s FOR UPDATE SKIP LOCKED"
        ),
        due_retries=(
            f"{job} WHERE {_in_state('RETRY_WAIT', scope)} AND due_at_us <= %s "
            "ORDER BY due_at_us, job_number LIMIT %s FOR UPDATE SKIP LOCKED"
        ),
        jobs_by_keys=(
            "SELECT named.* FROM unnest(%s::text[], %s::text[]) AS asked (tenant, key) "
            f"CROSS JOIN LATERAL ({job} WHERE jobs.tenant = asked.tenant "
            # Equality, in words that leave one index only: that which gives the order.
            "AND idempotency_key >= asked.key AND idempotency_key <= asked.key "
            "ORDER BY idempotency_key LIMIT 1) AS named"
        ),
        locked_submissions=(
            f'SELECT tenant, last_sequence FROM "{schema}".submissions '
            "WHERE tenant = ANY(%s::text[]) ORDER BY tenant FOR UPDATE"
        ),
        active_jobs=(
            f"SELECT count(*) FROM (SELECT 1 FROM {jobs} WHERE tenant = %s AND {_ACTIVE} "
            "ORDER BY state LIMIT %s) AS active"
        ),
        attempts=f"SELECT {ATTEMPT_COLUMNS} FROM {attempts} WHERE job_id = %s "
        "ORDER BY attempt_number",
        attempt=f"SELECT {ATTEMPT_COLUMNS} FROM {attempts} "
        "WHERE job_id = %s AND attempt_number = %s",
        events=f"SELECT {EVENT_COLUMNS} FROM {events} WHERE job_id = %s ORDER BY event_number",
        tenant=f"SELECT {TENANT_COLUMNS} FROM {tenants} WHERE tenant = %s",
        tenants=f"SELECT {TENANT_COLUMNS} FROM {tenants} WHERE tenant = ANY(%s::text[])",
        tenant_events=f"SELECT {EVENT_COLUMNS} FROM {events} "
        "WHERE job_id IS NULL AND tenant = %s ORDER BY event_number",
    )


def _claimable(jobs: str, *, within_tenant: bool) -> str:
    """Return the query of claims; its parameters: tenant if any, version, due by, limit, limit.

    Without a time to be due by, it is the server's.

    One priority at a time, as on SQLite. The priorities are found one by one, and the outer LIMIT
    ends the search, so that no row is locked beyond those that are claimed. A row that another
    claim holds is passed over; one that it has just changed is looked at again, and not found
    QUEUED any more. With each priority its earliest due time is found, so that the walk over what
    was claimed before and is not cleaned away yet is made but once.
    """
    given, values, scope = "version, due_by", f"%s::bigint, coalesce(%s::bigint, {_NOW})", ""
    if within_tenant:
        given, values = f"tenant, {given}", f"%s::text, {values}"
        scope = "tenant = (SELECT tenant FROM asked) AND "
    queued = f"{_in_state('QUEUED', scope)} AND checkpoint_version = (SELECT version FROM asked)"
    level = f"SELECT priority, due_at_us FROM {jobs} WHERE {queued}"
    first = "ORDER BY priority DESC, due_at_us LIMIT 1"
    return (
        f"WITH RECURSIVE asked ({given}) AS (VALUES ({values})), levels AS ("
        f"({level} {first}) UNION ALL SELECT below.* FROM levels CROSS JOIN LATERAL ("
        f"{level} AND priority < levels.priority {first}) AS below) "
        "SELECT claimable.* FROM levels CROSS JOIN LATERAL ("
        f"SELECT {JOB_COLUMNS}, job_number FROM {jobs} "
        f"WHERE {queued} AND priority = levels.priority AND due_at_us >= levels.due_at_us "
        "AND due_at_us <= (SELECT due_by FROM asked) "
        "ORDER BY due_at_us, job_number LIMIT %s FOR UPDATE SKIP LOCKED) AS claimable LIMIT %s"
    )


def _in_state(state: str, scope: str) -> str:
    """Return the condition of jobs in this state, within a tenant if `scope` names one.

    A state that the planner does not know keeps it off the indexes of all tenants' jobs.
    """
    return f"{scope}{_ACTIVE} AND state = (SELECT '{state}')" if scope else f"state = '{state}'"
