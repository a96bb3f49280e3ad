"""What is done to the tables behind the queue's back is refused in its own words, and undone."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import DurableQueue, StoreCorrupt, StoreError, StoreFull

LAST = 2**63 - 1
NO_ROWS = "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
SWALLOW = "CREATE TRIGGER swallow BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION swallow()"
DONE: dict[str, tuple[type[StoreError], str, list[str]]] = {
    "the last job was numbered": (
        StoreFull,
        "used up",
        [f"SELECT setval('jobs_job_number_seq', {LAST})"],
    ),
    "the last event was numbered": (
        StoreFull,
        "used up",
        [f"SELECT setval('events_event_sequence_seq', {LAST})"],
    ),
    "a tenant has submitted all it can": (
        StoreCorrupt,
        "out of range",
        [f"UPDATE submissions SET last_sequence = {LAST}"],
    ),
    "a tenant has submitted less than it did": (
        StoreCorrupt,
        "submission_sequence",
        ["UPDATE submissions SET last_sequence = 0"],
    ),
    "a column is missing": (
        StoreCorrupt,
        "max_delay_us",
        ["ALTER TABLE jobs DROP COLUMN max_delay_us"],
    ),
    "a column is required of which the queue knows nothing": (
        StoreCorrupt,
        "mood",
        [
            "ALTER TABLE jobs ADD mood text DEFAULT 'x' NOT NULL",
            "ALTER TABLE jobs ALTER mood DROP DEFAULT",
        ],
    ),
    "events are swallowed": (
        StoreCorrupt,
        "division by zero",
        [NO_ROWS, SWALLOW.format("events")],
    ),
    "jobs are swallowed": (StoreCorrupt, "division by zero", [NO_ROWS, SWALLOW.format("jobs")]),
}


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.mark.parametrize("what", DONE)
def test_what_cannot_be_written_is_refused_whole(
    queue: DurableQueue, bench: Any, do: Any, what: str
) -> None:
    do.submit(queue, "first")
    refusal, words, statements = DONE[what]
    for statement in statements:
        bench.rows(statement)
    before = bench.dump()
    for its in (queue, bench.open()):
        with pytest.raises(refusal, match=words):
            do.submit(its, "second")
    assert bench.dump() == before


def test_numbers_may_go_up_to_the_last(queue: DurableQueue, bench: Any, do: Any) -> None:
    bench.rows(f"SELECT setval('jobs_job_number_seq', {LAST - 1})")
    bench.rows(f"SELECT setval('events_event_sequence_seq', {LAST - 2})")
    job = do.submit(queue)
    assert do.claim(queue).job_id == job.job_id
    assert bench.rows("SELECT job_number FROM jobs") == [(LAST,)]
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED"


def test_a_further_column_that_may_be_empty_disturbs_nobody(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    do.submit(queue)
    for table in ("jobs", "attempts", "events", "tenants", "submissions"):
        bench.rows(f"ALTER TABLE {table} ADD mood text")
    for its in (queue, bench.open()):
        do.submit(its, f"key of {id(its)}")
        assert its.succeed(**do.lease_of(do.claim(its))).attempt_number == 1
