"""What the queue says and does when PostgreSQL, or the way to it, goes away."""

from __future__ import annotations

import threading
from typing import Any

import psycopg
import pytest

from crashqueue_core import (
    DurableQueue,
    Execution,
    ExecutionOutcome,
    InvalidArgument,
    OutcomeUnknown,
    ServerUnavailable,
    Worker,
)
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_wire import Wire

LOST = psycopg.OperationalError("the network is gone")


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def lose_answer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what makes the next COMMIT happen without its answer coming back."""
    exchange = Wire.exchange
    armed: list[bool] = []

    def deaf(wire: Wire, statements: list[Change], answers: list[Any]) -> None:
        exchange(wire, statements, answers)
        if armed and any(each.sql == "COMMIT" for each in statements):
            armed.clear()
            answers.clear()
            wire.connection.close()
            raise LOST

    monkeypatch.setattr(Wire, "exchange", deaf)
    return lambda *_: armed.append(True)


def end_sessions_of(bench: Any) -> None:
    """End the server's side of the bench's queues, as an administrator may."""
    for queue in bench._opened:
        pid = bench.connection_of(queue).info.backend_pid
        bench.rows("SELECT pg_terminate_backend(?, 5000)", pid)


def test_connection_that_broke_while_idle_is_made_anew(
    bench: Any, queue: DurableQueue, do: Any
) -> None:
    end_sessions_of(bench)
    assert do.submit(queue).submission_sequence == 1


def test_change_whose_commit_was_never_sent_is_carried_out_again(bench: Any, do: Any) -> None:
    passed: list[str] = []

    def end_once(boundary: str) -> None:
        passed.append(boundary)
        if passed == ["BEFORE_SUBMIT_COMMIT"]:
            end_sessions_of(bench)

    queue = bench.open(observer=end_once)
    job = do.submit(queue)
    assert passed == ["BEFORE_SUBMIT_COMMIT", "BEFORE_SUBMIT_COMMIT", "AFTER_SUBMIT_COMMIT"]
    assert do.kinds(queue, job.job_id) == "SUBMITTED"


def test_lost_answer_to_a_commit_is_told_and_asking_again_tells_the_truth(
    queue: DurableQueue, do: Any, lose_answer: Any
) -> None:
    lose_answer()
    with pytest.raises(OutcomeUnknown) as unknown:
        do.submit(queue, "key-1")
    (change,) = unknown.value.changes
    assert (change["tenant"], change["idempotency_key"]) == ("default", "key-1")
    again = queue.submit(idempotency_key="key-1", job_type="task", payload={"n": 1})
    assert (again.created, again.job.job_id) == (False, change["job_id"])


def test_lost_answer_about_a_limit_names_the_tenant(queue: DurableQueue, lose_answer: Any) -> None:
    lose_answer()
    with pytest.raises(OutcomeUnknown) as unknown:
        queue.limit_active_jobs(tenant="acme", active_limit=1)
    assert unknown.value.changes == ({"tenant": "acme"},)
    assert queue.tenant("acme").active_limit == 1


def test_receipt_is_the_same_when_its_first_answer_was_lost(
    queue: DurableQueue, do: Any, lose_answer: Any
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    lose_answer()
    with pytest.raises(OutcomeUnknown):
        queue.succeed(**lease, result=7)
    receipt = queue.succeed(**lease, result=7)
    assert receipt.job.history_length == 3


def test_worker_finds_the_lease_whose_answer_was_lost(
    queue: DurableQueue, do: Any, lose_answer: Any
) -> None:
    job = do.submit(queue)
    lose_answer()
    report = Worker(queue, lambda _: None).run_once()
    assert report is not None
    assert report.outcome is ExecutionOutcome.SUCCEEDED
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED SUCCEEDED"


def lose_the_server(queue: DurableQueue, monkeypatch: pytest.MonkeyPatch, reads: int) -> list[str]:
    """Let so many reads of jobs fail; return the list of those that were asked for."""
    get, asked = queue.get, list[str]()

    def get_later(job_id: str) -> Any:
        asked.append(job_id)
        if len(asked) <= reads:
            raise ServerUnavailable("the server cannot be reached")
        return get(job_id)

    monkeypatch.setattr(queue, "get", get_later)
    return asked


def test_worker_asks_for_its_lease_until_the_server_is_back(
    queue: DurableQueue, do: Any, lose_answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = do.submit(queue)
    asked = lose_the_server(queue, monkeypatch, reads=3)
    lose_answer()
    report = Worker(queue, lambda _: None, poll_interval_us=1).run_once()
    assert report is not None
    assert report.outcome is ExecutionOutcome.SUCCEEDED
    assert asked == [job.job_id] * 4
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED SUCCEEDED"


def test_worker_that_is_asked_to_stop_asks_no_longer(
    queue: DurableQueue, do: Any, lose_answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    do.submit(queue)
    asked = lose_the_server(queue, monkeypatch, reads=3)
    lose_answer()
    worker = Worker(queue, lambda _: None, poll_interval_us=1)
    worker.stop()
    with pytest.raises(OutcomeUnknown):
        worker.run_once()
    assert len(asked) == 1


def test_worker_finds_the_failure_whose_answer_was_lost(
    queue: DurableQueue, do: Any, lose_answer: Any
) -> None:
    def fail(_: Execution) -> None:
        lose_answer()
        raise ValueError("a NUL \0 in the words")

    job = do.submit(queue)
    report = Worker(queue, fail, poll_interval_us=1).run_once()
    assert report is not None
    assert report.outcome is ExecutionOutcome.FAILED
    (attempt,) = queue.attempts(job.job_id)
    assert attempt.error == r"ValueError: a NUL \x00 in the words"


def test_text_that_postgresql_cannot_hold_is_refused_and_nothing_changes(
    queue: DurableQueue, do: Any
) -> None:
    do.submit(queue)
    job = do.claim(queue)
    with pytest.raises(InvalidArgument, match="NUL"):
        queue.fail(**do.lease_of(job), error="\0")
    assert queue.get(job.job_id) == job


def test_waiting_worker_is_woken_by_a_submission(bench: Any, do: Any) -> None:
    listening, done = bench.open(), threading.Event()
    worker = Worker(listening, lambda _: done.set(), poll_interval_us=3_600_000_000)
    thread = threading.Thread(target=worker.run)
    thread.start()
    try:
        do.submit(bench.open())
        assert done.wait(10)
    finally:
        worker.stop()
        thread.join()
