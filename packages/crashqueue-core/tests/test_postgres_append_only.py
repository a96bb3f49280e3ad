"""PostgreSQL's schema refuses to rewrite history, and rows that contradict the format."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from crashqueue_core import DurableQueue

KEPT = "history is append-only"


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def written(queue: DurableQueue, do: Any) -> None:
    """A job's history and a tenant's."""
    do.submit(queue)
    do.claim(queue)
    queue.limit_active_jobs(tenant="north", active_limit=3)


def refuse(bench: Any, statement: str, reason: str) -> None:
    before = bench.dump()
    with pytest.raises(psycopg.Error, match=reason):
        bench.rows(statement)
    assert bench.dump() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET kind = 'X'",
        "UPDATE events SET data = '{}' WHERE job_id IS NULL",
        "UPDATE events SET event_sequence = DEFAULT",
        "DELETE FROM events",
        "DELETE FROM events WHERE event_sequence = 2",
        "TRUNCATE events",
        "TRUNCATE jobs CASCADE",
        "INSERT INTO events OVERRIDING SYSTEM VALUE SELECT * FROM events WHERE event_sequence = 1 "
        "ON CONFLICT (event_sequence) DO UPDATE SET data = '{}'",
        "MERGE INTO events AS old USING (SELECT 1 AS number) AS new "
        "ON old.event_sequence = new.number WHEN MATCHED THEN DELETE",
        "WITH gone AS (DELETE FROM events RETURNING 1) SELECT count(*) FROM gone",
    ],
)
def test_event_cannot_be_rewritten(bench: Any, written: None, statement: str) -> None:
    refuse(bench, statement, KEPT)


@pytest.mark.parametrize("role", ["origin", "replica", "local"])
@pytest.mark.parametrize(
    "statement", ["UPDATE events SET kind = 'X'", "DELETE FROM events", "TRUNCATE events"]
)
def test_event_cannot_be_rewritten_in_whatever_role_the_session_says_it_has(
    bench: Any, written: None, statement: str, role: str
) -> None:
    before = bench.dump()
    with bench.connect() as connection:
        connection.execute(f"SET session_replication_role = {role}")
        with pytest.raises(psycopg.Error, match=KEPT):
            connection.execute(statement)
    assert bench.dump() == before


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (
            "UPDATE jobs SET state = 'LOST', lease_worker_id = NULL, lease_token = NULL, "
            "lease_expires_at_us = NULL",
            "jobs_state_check",
        ),
        ("UPDATE jobs SET state = 'QUEUED'", "jobs_check"),
        ("UPDATE jobs SET lease_token = NULL", "jobs_check"),
        ("UPDATE attempts SET outcome = 'SUCCEEDED'", "attempts_check"),
        ("UPDATE attempts SET outcome = 'LOST', ended_at_us = 1", "attempts_outcome_check"),
        ("DELETE FROM jobs", "violates foreign key constraint"),
        ("UPDATE jobs SET job_number = 7", "can only be updated to DEFAULT"),
        ("UPDATE format SET application = 'theirs'", "format_application_check"),
        (
            "INSERT INTO events (tenant, job_id, event_number, kind, state, occurred_at_us, data, "
            "previous_digest) SELECT tenant, job_id, event_number, kind, state, occurred_at_us, "
            "data, previous_digest FROM events WHERE job_id IS NULL",
            "events_of_tenants",
        ),
    ],
)
def test_row_that_contradicts_the_format_is_refused(
    bench: Any, written: None, statement: str, reason: str
) -> None:
    refuse(bench, statement, reason)
