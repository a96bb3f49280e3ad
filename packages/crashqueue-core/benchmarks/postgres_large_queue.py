"""A queue with very many waiting jobs on PostgreSQL, made in seconds by one statement."""

from __future__ import annotations

from contextlib import closing

import psycopg
from bare_loops import BASE_US, ZEROS

from crashqueue_core import DurableQueue
from crashqueue_core.store.rows import EVENT_COLUMNS, JOB_COLUMNS

# Jobs with the default retry policy. The event is canonical JSON, and the row has its digest.
FILL = f"""
WITH submitted AS (
    SELECT n, {BASE_US} + n AS at_us, 'job-' || lpad(n::text, 32, '0') AS job_id,
        encode(sha256('{{}}'), 'hex') AS payload_digest
    FROM generate_series(1, %s) AS n
), event AS (
    SELECT *, format(
        '{{"checkpoint_version":1,"due_at_us":%%s,"idempotency_key":"key-%%s","job_type":"bench",'
        '"payload_digest":"%%s","priority":0,"retry_policy":{{"base_delay_us":1000000,"factor":2,'
        '"max_attempts":5,"max_delay_us":300000000}},"submission_sequence":%%s}}',
        at_us, n, payload_digest, n) AS data
    FROM submitted
), job AS (
    INSERT INTO jobs ({JOB_COLUMNS})
    SELECT job_id, 'default', n, 'key-' || n, 'bench', '{{}}', payload_digest,
        0, 5, 1000000, 2, 300000000, 1, at_us, 'QUEUED', at_us,
        0, 0, 5, 0, NULL, NULL, NULL, 1, NULL, NULL, at_us, 1,
        encode(sha256(convert_to(concat_ws(chr(10), '{ZEROS}', 'default', job_id, 1, 'SUBMITTED',
            'QUEUED', at_us, data), 'UTF8')), 'hex')
    FROM event
), counted AS (
    INSERT INTO submissions SELECT 'default', max(n) FROM event
)
INSERT INTO events ({EVENT_COLUMNS})
SELECT 'default', job_id, 1, 'SUBMITTED', 'QUEUED', at_us, data, '{ZEROS}' FROM event
"""


def fill_with_waiting_jobs(address: str, schema: str, count: int) -> None:
    """Make a queue in `schema` with `count` due jobs as the format wants them."""
    DurableQueue(address, schema=schema).close()
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        connection.execute(f"SET search_path = {schema}")
        # Triggers that compare each foreign key one by one would take as long as all the rest.
        connection.execute("SET session_replication_role = replica")
        connection.execute(FILL, (count,))
        # What autovacuum would come to do while the clock runs.
        connection.execute("VACUUM ANALYZE jobs, events, attempts")
        connection.execute("CHECKPOINT")
