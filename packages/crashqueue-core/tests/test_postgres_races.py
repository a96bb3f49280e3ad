"""Many at once on one server: exactly one winner each, and nobody waits without need."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import (
    AdmissionFull,
    DurableQueue,
    JobRequest,
    LeaseBusy,
    QueueError,
    RetryPolicy,
    StoreBusy,
)

PATIENT: dict[str, Any] = {"busy_timeout_us": 60_000_000}
THREADS = 8


@pytest.fixture
def engine() -> str:
    return "postgres"


def at_once(bench: Any, act: Callable[[DurableQueue, int], object]) -> Counter[str]:
    """Let threads act at the same moment, each on a queue of its own; count what each said."""
    barrier, said = threading.Barrier(THREADS), list[str]()

    def run(number: int) -> None:
        with bench.open(**PATIENT) as own:
            barrier.wait()
            try:
                said.append(str(act(own, number)))
            except QueueError as error:
                said.append(error.code)

    in_threads(THREADS, run)
    return Counter(said)


def in_threads(count: int, run: Callable[[int], object]) -> None:
    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_named_job_is_leased_to_one(bench: Any, queue: DurableQueue, do: Any) -> None:
    jobs = [do.submit(queue, f"key-{number}").job_id for number in range(20)]

    def claim_each(own: DurableQueue, number: int) -> int:
        return sum(is_mine(own, job_id, f"w{number}") for job_id in jobs)

    said = at_once(bench, claim_each)
    assert sum(int(wins) * times for wins, times in said.items()) == len(jobs)
    assert [len(queue.attempts(job_id)) for job_id in jobs] == [1] * len(jobs)


def is_mine(queue: DurableQueue, job_id: str, worker_id: str) -> bool:
    try:
        queue.claim_job(job_id=job_id, worker_id=worker_id, lease_duration_us=9)
    except LeaseBusy:
        return False
    return True


def test_expired_lease_is_taken_over_by_one(bench: Any, queue: DurableQueue, do: Any) -> None:
    job = do.submit(queue)
    do.claim(queue, "dead", 10)
    bench.clock.advance(10)
    said = at_once(
        bench,
        lambda q, n: q.claim_job(job_id=job.job_id, worker_id=f"w{n}", lease_duration_us=9).fence,
    )
    assert said == {"2": 1, LeaseBusy.code: THREADS - 1}
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED CLAIMED"


def test_success_and_expiry_exclude_each_other(bench: Any, queue: DurableQueue, do: Any) -> None:
    job = do.submit(queue, retry_policy=RetryPolicy(base_delay_us=0))
    lease = do.lease_of(do.claim(queue, "ada", 10))

    def act(own: DurableQueue, number: int) -> object:
        if number % 2:
            return own.succeed(**lease).job.state
        return own.cancel(job_id=job.job_id).state

    said = at_once(bench, act)
    winner = queue.get(job.job_id).state
    assert said == {
        str(winner): THREADS // 2,
        ("LEASE_LOST" if winner == "CANCELLED" else "ALREADY_FINISHED"): THREADS // 2,
    }
    assert do.kinds(queue, job.job_id) == f"SUBMITTED CLAIMED {winner}"


@pytest.mark.parametrize("sweep", ["recover_expired", "promote_due"])
def test_each_job_is_swept_once(bench: Any, queue: DurableQueue, do: Any, sweep: str) -> None:
    for number in range(40):
        do.submit(queue, f"key-{number}", retry_policy=RetryPolicy(base_delay_us=0))
    queue.claim_many(worker_id="dead", lease_duration_us=10, limit=40)
    bench.clock.advance(10)
    if sweep == "promote_due":
        queue.recover_expired()
    said = at_once(bench, lambda q, _: len(getattr(q, sweep)(limit=7)))
    assert sum(int(size) * times for size, times in said.items()) == 40
    assert len(bench.dump()["events"]) == 40 * (3 if sweep == "recover_expired" else 4)


def test_submissions_of_all_threads_are_numbered_without_gaps(
    bench: Any, queue: DurableQueue
) -> None:
    def submit(own: DurableQueue, number: int) -> None:
        for serial in range(10):
            own.submit(idempotency_key=f"{number}-{serial}", job_type="task", payload={})

    assert at_once(bench, submit) == {"None": THREADS}
    jobs = queue.list_jobs().jobs
    assert sorted(job.submission_sequence for job in jobs) == list(range(1, 10 * THREADS + 1))


def test_batches_over_several_tenants_do_not_wait_for_each_other_in_a_circle(
    bench: Any, queue: DurableQueue
) -> None:
    tenants = [f"tenant-{n}" for n in range(4)]

    def submit(own: DurableQueue, number: int) -> int:
        order = tenants if number % 2 else tenants[::-1]
        batch = [
            JobRequest(idempotency_key=f"key-{number}", job_type="task", payload={}, tenant=tenant)
            for tenant in order
        ]
        return len(own.submit_many(batch))

    assert at_once(bench, submit) == {"4": THREADS}


def test_limit_holds_against_submissions_redrives_and_itself(
    bench: Any, queue: DurableQueue, do: Any
) -> None:
    dead = [do.submit(queue, f"dead-{n}").job_id for n in range(4)]
    for job in queue.claim_many(worker_id="w", lease_duration_us=9, limit=4):
        queue.fail(**do.lease_of(job), error="x", retryable=False)
    queue.limit_active_jobs(tenant="default", active_limit=3)

    def act(own: DurableQueue, number: int) -> str:
        if number % 2:
            own.redrive(job_id=dead[number // 2], attempt_budget=1)
        else:
            do.submit(own, f"new-{number}")
        return "admitted"

    assert at_once(bench, act) == {"admitted": 3, AdmissionFull.code: THREADS - 3}


def test_claims_and_sweeps_pass_over_what_another_holds(
    bench: Any, queue: DurableQueue, do: Any
) -> None:
    first, second = do.submit(queue, "first"), do.submit(queue, "second")
    with closing(bench.connect()) as other, other.transaction():
        other.execute("SELECT * FROM jobs WHERE job_id = %s FOR UPDATE", (first.job_id,))
        assert do.claim(queue).job_id == second.job_id
        assert queue.claim(worker_id="w", lease_duration_us=9) is None
        with pytest.raises(StoreBusy):
            queue.claim_job(job_id=first.job_id, worker_id="w", lease_duration_us=9)
    assert do.claim(queue).job_id == first.job_id


def test_submissions_of_one_tenant_wait_and_those_of_others_do_not(
    bench: Any, queue: DurableQueue, do: Any
) -> None:
    with closing(bench.connect()) as mine:
        mine.execute("BEGIN")
        queue.submit_within(mine, idempotency_key="a", job_type="task", payload={}, tenant="north")
        with pytest.raises(StoreBusy):
            do.submit(queue, "b", tenant="north")
        assert do.submit(queue, "b", tenant="south").submission_sequence == 1
        mine.execute("COMMIT")
    assert do.submit(queue, "b", tenant="north").submission_sequence == 2


def test_threads_share_one_queue_object(queue: DurableQueue, do: Any) -> None:
    jobs = [do.submit(queue, f"key-{number}").job_id for number in range(40)]
    claimed: list[str] = []

    def claim(number: int) -> None:
        while (job := queue.claim(worker_id=f"w{number}", lease_duration_us=9)) is not None:
            claimed.append(job.job_id)

    in_threads(4, claim)
    assert sorted(claimed) == sorted(jobs)
