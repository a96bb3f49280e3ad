"""Steps of many jobs that the server takes as one statement."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    InvalidArgument,
    Job,
    JobRequest,
    StoreCorrupt,
    Success,
)
from crashqueue_core.store import rows
from crashqueue_core.store.postgres_changes import Change, joined
from crashqueue_core.store.postgres_many import columns_of, type_of

STATEMENTS = (
    rows.INSERT_JOB,
    rows.UPDATE_JOB,
    rows.INSERT_ATTEMPT,
    rows.END_ATTEMPT,
    rows.INSERT_EVENT,
)
AWKWARD = ['"', "\\", '\\"', "{a,b}", "NULL", "", " ", "ü\n"]


@pytest.fixture
def engine() -> str:
    return "postgres"


def submit(queue: DurableQueue, number: int) -> tuple[str, ...]:
    """Submit so many jobs in one commit; return their ids."""
    requests = (
        JobRequest(idempotency_key=f"key {n}", job_type="task", payload=[n, *AWKWARD])
        for n in range(number)
    )
    return tuple(each.job.job_id for each in queue.submit_many(requests))


def test_changes_of_a_kind_that_follow_one_another_are_joined() -> None:
    one, other, alone = Change("a", (1, "x"), "A"), Change("b", (3,), "B"), Change("c", ())
    another = Change("a", (2, None), "A")
    assert list(joined([one, another, other, alone, alone, one])) == [
        Change("A", ([1, 2], ["x", None])),
        other,
        alone,
        alone,
        one,
    ]


def test_a_statement_takes_a_hundred_rows_and_no_more() -> None:
    sizes = [len(each.parameters[0]) for each in joined([Change("a", (1,), "A")] * 250)]
    assert sizes == [100, 100, 50]


def test_types_are_those_of_the_tables(bench: Any, queue: DurableQueue) -> None:
    types = set(
        bench.rows(
            "SELECT table_name, column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = ?",
            bench.schema,
        )
    )
    for sql in STATEMENTS:
        table = next(word for word in sql.split() if word in ("jobs", "attempts", "events"))
        assert {(table, name, type_of(name)) for name in columns_of(sql)} <= types


def test_batch_is_written_as_its_jobs_are_and_keeps_every_text(queue: DurableQueue) -> None:
    ids = submit(queue, 3)
    jobs = [queue.get(job_id) for job_id in ids]
    assert [job.payload for job in jobs] == [[n, *AWKWARD] for n in range(3)]
    assert [job.submission_sequence for job in jobs] == [1, 2, 3]
    assert [[event.event_number for event in queue.history(job_id)] for job_id in ids] == [[1]] * 3


def test_text_with_nul_splits_no_list(queue: DurableQueue) -> None:
    requests = [
        JobRequest(idempotency_key=f"key {n}", job_type="task", payload=n) for n in range(2)
    ]
    nul = replace(requests[0], idempotency_key="key\0", job_type="task")
    with pytest.raises(InvalidArgument):
        queue.submit_many([*requests, nul])
    assert queue.list_jobs().jobs == ()


def test_batch_is_claimed_in_the_order_of_its_submission(queue: DurableQueue) -> None:
    ids = submit(queue, 120)
    claimed = queue.claim_many(worker_id="ada", lease_duration_us=1_000, limit=120)
    assert tuple(job.job_id for job in claimed) == ids
    assert [queue.get(job.job_id) for job in claimed] == list(claimed)
    assert [queue.attempts(job.job_id)[0].lease_token for job in claimed] == [
        job.lease_token for job in claimed
    ]


def test_missing_row_fails_the_whole_batch(queue: DurableQueue, bench: Any) -> None:
    submit(queue, 3)
    claimed = queue.claim_many(worker_id="ada", lease_duration_us=1_000, limit=3)
    bench.rows("DELETE FROM attempts WHERE job_id = ?", claimed[1].job_id)
    before = bench.dump()
    with pytest.raises(StoreCorrupt, match="not where its history says"):
        queue.succeed_many(map(success_of, claimed))
    assert bench.dump() == before


def test_row_that_moved_on_fails_the_whole_batch(
    queue: DurableQueue, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(queue, 3)
    updated, before = rows.updated_job, bench.dump()
    monkeypatch.setattr(bench.row_maker, "updated_job", lambda job: (*updated(job)[:-1], 9))
    with pytest.raises(StoreCorrupt, match="not where its history says"):
        queue.claim_many(worker_id="ada", lease_duration_us=1_000, limit=3)
    assert bench.dump() == before


def success_of(job: Job) -> Success:
    return Success(job_id=job.job_id, worker_id="ada", lease_token=job.lease_token or "")
