"""Get, list, count, attempts, history: looking changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import DurableQueue, InvalidArgument, JobNotFound, JobState


@pytest.fixture
def seven(queue: DurableQueue, do: Any) -> DurableQueue:
    """Seven jobs of two types; the first is cancelled."""
    for number in range(1, 8):
        do.submit(queue, f"key-{number}", job_type="odd" if number % 2 else "even")
    queue.cancel(job_id=queue.list_jobs(limit=1).jobs[0].job_id)
    return queue


def walk(queue: DurableQueue, limit: int, **filters: Any) -> list[list[int]]:
    pages, cursor = [], None
    while True:
        page = queue.list_jobs(limit=limit, cursor=cursor, **filters)
        pages.append([job.submission_sequence for job in page.jobs])
        cursor = page.next_cursor
        if cursor is None:
            return pages


def test_pages_follow_each_other_without_gap_or_repetition(seven: DurableQueue) -> None:
    assert walk(seven, 3) == [[1, 2, 3], [4, 5, 6], [7]]
    assert walk(seven, 7) == [[1, 2, 3, 4, 5, 6, 7]]
    assert walk(seven, 10_000) == [[1, 2, 3, 4, 5, 6, 7]]


def test_filters_apply_before_pages(seven: DurableQueue) -> None:
    assert walk(seven, 2, job_type="odd") == [[1, 3], [5, 7]]
    assert walk(seven, 2, state="QUEUED", job_type="odd") == [[3, 5], [7]]
    assert walk(seven, 2, state=JobState.CANCELLED) == [[1]]
    assert walk(seven, 2, state=JobState.LEASED) == [[]]


def test_job_submitted_between_pages_comes_last(seven: DurableQueue, do: Any) -> None:
    page = seven.list_jobs(limit=6)
    do.submit(seven, "key-8")
    rest = seven.list_jobs(cursor=page.next_cursor)
    assert [job.submission_sequence for job in rest.jobs] == [7, 8]


@pytest.mark.parametrize(
    "question",
    [
        {"cursor": ""},
        {"cursor": "-1"},
        {"cursor": "1.5"},
        {"cursor": "٣"},
        {"cursor": "9" * 19},
        {"cursor": 3},
        {"state": "DONE"},
        {"state": "queued"},
        {"job_type": ""},
    ],
)
def test_question_outside_its_bounds_is_refused(
    queue: DurableQueue, question: dict[str, Any]
) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        queue.list_jobs(**question)
    assert refusal.value.data["argument"] in question


def test_every_state_is_counted(seven: DurableQueue) -> None:
    assert seven.counts() == {
        JobState.QUEUED: 6,
        JobState.LEASED: 0,
        JobState.RETRY_WAIT: 0,
        JobState.SUCCEEDED: 0,
        JobState.DEAD_LETTER: 0,
        JobState.CANCELLED: 1,
    }


def test_unknown_job_is_not_found(queue: DurableQueue) -> None:
    questions: tuple[Any, ...] = (queue.get, queue.attempts, queue.history)
    for question in questions:
        for job_id in ("job-0", "line\nfeed", "", "x" * 201, None):
            with pytest.raises(JobNotFound) as refusal:
                question(job_id)
            assert refusal.value.data == {}


def test_looking_changes_nothing(seven: DurableQueue, bench: Any) -> None:
    before = bench.dump()
    job_id = seven.list_jobs().jobs[0].job_id
    assert [seven.attempts(job_id), len(seven.history(job_id))] == [(), 2]
    assert bench.dump() == before
