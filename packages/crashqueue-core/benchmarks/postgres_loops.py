"""What a job costs on PostgreSQL without a queue: bare psycopg loops at the same durability."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import psycopg
from bare_loops import BASE_US, ZEROS

from crashqueue_core import DurableQueue
from crashqueue_core.store.rows import EVENT_COLUMNS, JOB_COLUMNS

Connection = psycopg.Connection[Any]

EVENT = (
    f"INSERT INTO same_rows.events ({EVENT_COLUMNS}) VALUES ('default', %s, %s, %s, %s, %s, %s, %s)"
)
SUBMIT = f"""
WITH job AS (
    INSERT INTO same_rows.jobs ({JOB_COLUMNS}) VALUES (
        %s, 'default', %s, %s, 'bench', %s, %s, 0, 5, 1000000, 2, 300000000, 1, %s, 'QUEUED', %s,
        0, 0, 5, 0, NULL, NULL, NULL, 1, NULL, NULL, %s, 1, %s)
), counted AS (
    INSERT INTO same_rows.submissions VALUES ('default', %s)
    ON CONFLICT (tenant) DO UPDATE SET last_sequence = excluded.last_sequence
) {EVENT}
"""
CLAIM = """
WITH job AS (
    UPDATE same_rows.jobs SET state = 'LEASED', attempt_count = 1, fence = 1,
        lease_worker_id = 'bench', lease_token = %s, lease_expires_at_us = %s,
        updated_at_us = %s, history_length = 2, history_digest = %s
    WHERE job_id = (
        SELECT job_id FROM same_rows.jobs
        WHERE state = 'QUEUED' AND checkpoint_version = 1 AND priority = 0 AND due_at_us <= %s
        ORDER BY due_at_us, job_number LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING job_id
), attempt AS (
    INSERT INTO same_rows.attempts
    SELECT job_id, 1, 'default', 'bench', %s, 1, %s, NULL, NULL, NULL FROM job
)
INSERT INTO same_rows.events (tenant, job_id, event_number, kind, state, occurred_at_us, data,
                              previous_digest)
SELECT 'default', job_id, 2, 'CLAIMED', 'LEASED', %s, %s, %s FROM job
RETURNING job_id
"""
SUCCEED = f"""
WITH job AS (
    UPDATE same_rows.jobs SET state = 'SUCCEEDED', lease_worker_id = NULL, lease_token = NULL,
        lease_expires_at_us = NULL, updated_at_us = %s, history_length = 3, history_digest = %s
    WHERE job_id = %s
), attempt AS (
    UPDATE same_rows.attempts SET ended_at_us = %s, outcome = 'SUCCEEDED'
    WHERE job_id = %s AND attempt_number = 1
) {EVENT}
"""


class ThreeOneRowTransactions:
    """(a) The least that a durable job can do: insert a row, mark it taken, mark it done.

    psycopg begins a transaction with the first statement, and commit() ends it. On a connection in
    autocommit mode, each statement is a transaction of its own, in one round trip instead of three.
    """

    def __init__(self, connection: Connection, table: str) -> None:
        self._connection = connection
        self._table = table
        connection.execute(
            f"CREATE TABLE {table} (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
            "key TEXT UNIQUE, payload TEXT, state TEXT)"
        )
        connection.execute(f"CREATE INDEX ON {table} (id) WHERE state = 'QUEUED'")
        connection.commit()

    def run_one(self, number: int) -> None:
        """Insert, take and finish one job in three transactions."""
        connection, table = self._connection, self._table
        connection.execute(
            f"INSERT INTO {table} (key, payload, state) VALUES (%s, %s, 'QUEUED')",
            (f"job-{number}", json.dumps({"key": number})),
        )
        connection.commit()
        taken = connection.execute(
            f"UPDATE {table} SET state = 'LEASED' WHERE id = (SELECT id FROM {table} "
            "WHERE state = 'QUEUED' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id"
        ).fetchone()
        connection.commit()
        connection.execute(f"UPDATE {table} SET state = 'SUCCEEDED' WHERE id = %s", taken)
        connection.commit()


class RowsOfTheQueue:
    """(b) The rows that this queue writes, with its indexes, and nothing decided.

    Each step is one statement and one round trip, so that only the rows make a difference.
    """

    def __init__(self, connection: Connection, address: str) -> None:
        DurableQueue(address, schema="same_rows").close()
        self._execute = connection.execute

    def run_one(self, number: int) -> None:
        """Write the job, attempt and event rows of submit, claim and succeed."""
        # Tokens of a real queue are random: each lands on another page of its index.
        token = f"lease-{_digest(str(number))[:32]}"
        job_id = f"job-{BASE_US + number:014x}-{_digest(token)[:20]}"
        now_us, payload = BASE_US + number, json.dumps({"key": job_id})
        self._execute(
            SUBMIT,
            (
                *(job_id, number + 1, job_id, payload, _digest(payload)),
                *(now_us, now_us, now_us, ZEROS, number + 1),
                *(job_id, 1, "SUBMITTED", "QUEUED", now_us, _submitted(job_id, now_us), ZEROS),
            ),
        )
        leased = _data(attempt_number=1, fence=1, lease_expires_at_us=now_us, lease_token=token)
        (claimed,) = self._execute(
            CLAIM,
            (*(token, now_us, now_us, ZEROS, now_us, token, now_us), now_us, leased, ZEROS),
        ).fetchall()
        data = _data(attempt_number=1, lease_token=token, result_digest=None)
        self._execute(
            SUCCEED,
            (
                *(now_us, ZEROS, *claimed, now_us, *claimed),
                *(*claimed, 3, "SUCCEEDED", "SUCCEEDED", now_us, data, ZEROS),
            ),
        )


def _submitted(job_id: str, now_us: int) -> str:
    policy = {"base_delay_us": 1_000_000, "factor": 2, "max_attempts": 5, "max_delay_us": 300000000}
    return _data(
        checkpoint_version=1,
        due_at_us=now_us,
        idempotency_key=job_id,
        job_type="bench",
        payload_digest=ZEROS,
        priority=0,
        retry_policy=policy,
        submission_sequence=1,
    )


def _data(**values: object) -> str:
    return json.dumps(values)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
