"""Waiting for work: a notification wakes at once, and its loss costs no more than time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest

from crashqueue_core import DurableQueue, JobRequest, ManualClock, RetryPolicy, Worker
from crashqueue_core.store import postgres, postgres_listening
from crashqueue_core.store.postgres import PostgresStore

PATIENCE_S = 30
HOUR_US = 3_600_000_000


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def heard(bench: Any, queue: DurableQueue) -> Iterator[Callable[[], int]]:
    """Return what tells how many notifications came since it was asked last."""
    with closing(bench.connect()) as connection:
        connection.execute(f'LISTEN "{bench.schema}"')

        def count() -> int:
            bench.rows("NOTIFY fence")  # answered after what was committed before
            connection.execute("SELECT 1")
            return len(list(connection.notifies(timeout=0)))

        yield count


def test_what_can_be_claimed_at_once_is_notified(
    queue: DurableQueue, clock: ManualClock, do: Any, heard: Callable[[], int]
) -> None:
    job = do.submit(queue, retry_policy=RetryPolicy(base_delay_us=0))
    assert heard() == 1
    queue.release(**do.lease_of(do.claim(queue)))
    assert heard() == 1
    queue.fail(**do.lease_of(do.claim(queue)), error="x")
    assert heard() == 0
    queue.promote_due()
    assert heard() == 1
    queue.fail(**do.lease_of(do.claim(queue)), error="x", retryable=False)
    assert heard() == 0
    queue.redrive(job_id=job.job_id, attempt_budget=1)
    assert heard() == 1
    queue.cancel(job_id=job.job_id)
    do.submit(queue, "later", delay_us=1)
    do.submit(queue, "later", delay_us=1)
    assert heard() == 0


def test_batch_is_one_notification(queue: DurableQueue, heard: Callable[[], int]) -> None:
    queue.submit_many(
        [JobRequest(idempotency_key=f"key-{n}", job_type="task", payload={}) for n in range(9)]
    )
    assert heard() == 1


@pytest.mark.parametrize("ending", ["COMMIT", "ROLLBACK"])
def test_submission_in_the_callers_transaction_is_notified_by_its_commit(
    queue: DurableQueue, bench: Any, heard: Callable[[], int], ending: str
) -> None:
    with closing(bench.connect()) as mine:
        mine.execute("BEGIN")
        queue.submit_within(mine, idempotency_key="a", job_type="task", payload={})
        assert heard() == 0
        mine.execute(ending)
    assert heard() == (ending == "COMMIT")


def test_notification_that_fails_does_not_make_the_change_fail(
    bench: Any, do: Any, heard: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    too_long = "SELECT pg_notify(%s, repeat('x', 9000))"
    monkeypatch.setattr(postgres, "NOTIFY", too_long)
    queue = bench.open()
    job = do.submit(queue)
    assert heard() == 0
    assert queue.get(job.job_id) == job


class Listening:
    """Counts calls of `wake`, and lets a test wait for them."""

    def __init__(self) -> None:
        self._calls = threading.Semaphore(0)

    def __call__(self) -> None:
        self._calls.release()

    def wait(self) -> None:
        assert self._calls.acquire(timeout=PATIENCE_S)


def test_listener_that_lost_its_connection_makes_another(
    queue: DurableQueue, bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_listening, "_RECONNECT_DELAY_S", 0)
    wake = Listening()
    with queue.listening(wake):
        wake.wait()
        bench.rows(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE query = ?",
            f'LISTEN "{bench.schema}"',
        )
        wake.wait()
        do.submit(queue)
        wake.wait()


def run_until_done(queue: DurableQueue, submit: Callable[[], object], poll_us: int) -> None:
    """Start a worker, submit once it found nothing, and stop it when the job is done."""
    idle, done = threading.Event(), threading.Event()
    worker = Worker(queue, lambda _: done.set(), poll_interval_us=poll_us)
    claim = queue.claim_many

    def claim_and_tell(**arguments: Any) -> Any:
        jobs = claim(**arguments)
        if not jobs:
            idle.set()
        return jobs

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queue, "claim_many", claim_and_tell)
        working = threading.Thread(target=worker.run)
        working.start()
        try:
            assert idle.wait(PATIENCE_S)
            submit()
            assert done.wait(PATIENCE_S)
        finally:
            worker.stop()
            working.join(PATIENCE_S)
    assert not working.is_alive()


def test_idle_worker_is_woken_long_before_it_would_ask_again(bench: Any, do: Any) -> None:
    other = bench.open()
    run_until_done(bench.open(), lambda: do.submit(other), HOUR_US)


def test_worker_of_a_tenant_is_woken_too(bench: Any, do: Any) -> None:
    other = bench.open()
    view = bench.open().for_tenant("north")
    run_until_done(view, lambda: do.submit(other, tenant="north"), HOUR_US)


class Deaf(PostgresStore):
    """Behind a pooler that swallows notifications."""

    def listening(self, wake: Callable[[], None]) -> Any:
        return super().listening(lambda: None)


class Refused(PostgresStore):
    """Where nobody may LISTEN: the second connection and all after it are refused."""

    @staticmethod
    def connect(address: str, /) -> psycopg.Connection[Any]:
        if threading.current_thread() is not threading.main_thread():
            raise psycopg.OperationalError("no more connections")
        return PostgresStore.connect(address)


@pytest.mark.parametrize("store", [Deaf, Refused])
def test_worker_that_hears_nothing_asks_from_time_to_time(
    bench: Any, do: Any, store: type[PostgresStore]
) -> None:
    other = bench.open()
    run_until_done(bench.open(open_store=store), lambda: do.submit(other), 1_000)
