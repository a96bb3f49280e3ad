"""Each query of the hot path walks one index, and sorts nothing."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import DurableQueue
from crashqueue_core.store import rows, sqlite_statements

PLANS = {
    "GREATEST_PRIORITY": "SEARCH jobs USING INDEX jobs_claimable",
    "NEXT_PRIORITY": "SEARCH jobs USING INDEX jobs_claimable (priority<?)",
    "CLAIMABLE": "SEARCH jobs USING INDEX jobs_claimable (priority=? AND due_at_us<?)",
    "EXPIRED": "SEARCH jobs USING INDEX jobs_leased (lease_expires_at_us<?)",
    "DUE_RETRIES": "SEARCH jobs USING INDEX jobs_awaiting_retry (due_at_us<?)",
    "JOB_BY_ID": "SEARCH jobs USING INDEX sqlite_autoindex_jobs_1 (job_id=?)",
    "JOB_BY_KEY": "SEARCH jobs USING INDEX sqlite_autoindex_jobs_2 (idempotency_key=?)",
    "JOBS_AFTER": "SEARCH jobs USING INTEGER PRIMARY KEY (rowid>?)",
    "ATTEMPTS_OF_JOB": "SEARCH attempts USING PRIMARY KEY (job_id=?)",
    "EVENTS_OF_JOB": "SEARCH events USING INDEX sqlite_autoindex_events_1 (job_id=?)",
    "LATEST_EVENT": "SCAN events",
    "LAST_SEQUENCE": "SCAN jobs",
    "UPDATE_JOB": "SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)",
    "END_ATTEMPT": "SEARCH attempts USING PRIMARY KEY (job_id=? AND attempt_number=?)",
}
"""The two scans run backwards along the primary key and stop at their first row."""


def plan(connection: Any, sql: str) -> list[str]:
    unknown = [None] * sql.count("?")
    # Whether an index covers the query is the planner's business, and differs between versions.
    return [
        row[3].replace("COVERING ", "")
        for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", unknown)
    ]


@pytest.mark.parametrize("name", PLANS)
def test_query_walks_its_index(queue: DurableQueue, bench: Any, name: str) -> None:
    sql = getattr(sqlite_statements, name, None) or getattr(rows, name)
    with closing(bench.connect()) as connection:
        assert plan(connection, sql) == [PLANS[name]]


@pytest.mark.parametrize(
    ("name", "last"), [("LATEST_EVENT", "event_sequence"), ("LAST_SEQUENCE", "submission_sequence")]
)
def test_backward_scan_stops_at_its_first_row(name: str, last: str) -> None:
    assert getattr(sqlite_statements, name).endswith(f" ORDER BY {last} DESC LIMIT 1")


def test_a_lost_index_would_be_noticed(queue: DurableQueue, bench: Any) -> None:
    with closing(bench.connect()) as connection:
        connection.execute("DROP INDEX jobs_claimable")
        assert plan(connection, sqlite_statements.CLAIMABLE) != [PLANS["CLAIMABLE"]]
