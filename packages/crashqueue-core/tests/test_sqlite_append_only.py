"""The schema itself refuses to rewrite history, in every way that SQLite's SQL knows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import DurableQueue


@pytest.fixture
def engine() -> str:
    return "sqlite"


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE events SET kind = 'X'", "cannot be updated"),
        ("UPDATE OR REPLACE events SET event_number = 1", "cannot be updated"),
        ("DELETE FROM events", "cannot be deleted"),
        ("DELETE FROM events WHERE event_sequence = 2", "cannot be deleted"),
        (
            "INSERT OR REPLACE INTO events SELECT 1, tenant, job_id, 9, kind, state, "
            "occurred_at_us, data, previous_digest FROM events LIMIT 1",
            "cannot be replaced",
        ),
        (
            "REPLACE INTO events SELECT 99, tenant, job_id, event_number, kind, state, "
            "occurred_at_us, '{}', previous_digest FROM events WHERE job_id IS NOT NULL",
            "cannot be replaced",
        ),
        (
            "REPLACE INTO events SELECT 99, tenant, NULL, event_number, kind, state, "
            "occurred_at_us, '{}', previous_digest FROM events WHERE job_id IS NULL",
            "cannot be replaced",
        ),
        ("UPDATE events SET data = '{}' WHERE job_id IS NULL", "cannot be updated"),
        ("DELETE FROM events WHERE job_id IS NULL", "cannot be deleted"),
        (
            "INSERT OR REPLACE INTO events SELECT event_sequence, 'south', NULL, 9, kind, state, "
            "occurred_at_us, data, previous_digest FROM events WHERE job_id IS NULL",
            "cannot be replaced",
        ),
        (
            "INSERT INTO events SELECT * FROM events WHERE true "
            "ON CONFLICT DO UPDATE SET data = '{}'",
            "cannot be replaced",
        ),
    ],
)
def test_event_cannot_be_rewritten(
    queue: DurableQueue, bench: Any, do: Any, statement: str, refusal: str
) -> None:
    do.submit(queue)
    do.claim(queue)
    queue.limit_active_jobs(tenant="north", active_limit=3)
    before = bench.dump()
    with (
        closing(bench.connect()) as connection,
        pytest.raises(sqlite3.IntegrityError, match=refusal),
    ):
        connection.execute(statement)
    assert bench.dump() == before
