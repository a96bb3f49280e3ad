"""A queue with very many waiting jobs, made in seconds by one INSERT … SELECT per table."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from crashqueue_core import DurableQueue, RetryPolicy

BASE_US = 1_700_000_000_000_000

JOBS = f"""
INSERT INTO jobs
WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)
SELECT n, 'job-' || printf('%032d', n), 'default', n, 'key-' || n, 'bench', '{{}}',
       :payload_digest, 0, :max_attempts, :base_delay_us, :factor, :max_delay_us, 1, {BASE_US} + n,
       'QUEUED', {BASE_US} + n, 0, 0, :max_attempts, 0, NULL, NULL, NULL, 1, NULL, NULL,
       {BASE_US} + n, 1, ''
FROM number
"""

EVENTS = """
INSERT INTO events
SELECT job_number, tenant, job_id, 1, 'SUBMITTED', 'QUEUED', submitted_at_us,
       json_object('checkpoint_version', checkpoint_version,
                   'due_at_us', due_at_us, 'idempotency_key', idempotency_key,
                   'job_type', job_type, 'payload_digest', payload_digest,
                   'priority', priority,
                   'retry_policy', json_object('base_delay_us', base_delay_us,
                                               'factor', delay_factor,
                                               'max_attempts', max_attempts,
                                               'max_delay_us', max_delay_us),
                   'submission_sequence', submission_sequence),
       :genesis
FROM jobs ORDER BY job_number
"""

DIGESTS = """
UPDATE jobs SET history_digest = sha256(
    events.previous_digest || char(10) || events.tenant || char(10) || events.job_id || char(10) ||
    events.event_number || char(10) || events.kind || char(10) || events.state || char(10) ||
    events.occurred_at_us || char(10) || events.data)
FROM events WHERE events.event_sequence = jobs.job_number
"""


def fill_with_waiting_jobs(path: Path, count: int) -> Path:
    """Make a queue at `path` with `count` due jobs as the format wants them, and return `path`."""
    DurableQueue(path).close()
    policy = RetryPolicy()
    values = {
        "count": count,
        "payload_digest": _sha256("{}"),
        "max_attempts": policy.max_attempts,
        "base_delay_us": policy.base_delay_us,
        "factor": policy.factor,
        "max_delay_us": policy.max_delay_us,
        "genesis": "0" * 64,
    }
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.create_function("sha256", 1, _sha256, deterministic=True)
        for statement in (JOBS, EVENTS, DIGESTS):
            connection.execute(statement, values)
    return path


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
