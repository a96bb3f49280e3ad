"""What time brings about: promotion, recovery, and a clock that steps back."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    InvalidArgument,
    JobState,
    ManualClock,
    RetryPolicy,
)


def test_lease_is_recovered_exactly_at_its_deadline(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    job = do.submit(queue, retry_policy=RetryPolicy(base_delay_us=7))
    do.claim(queue, "ada", 100)
    clock.advance(99)
    assert queue.recover_expired() == ()
    clock.advance(1)
    (recovered,) = queue.recover_expired()
    assert (recovered.state, recovered.due_at_us) == ("RETRY_WAIT", 1_000_107)
    assert recovered == queue.get(job.job_id)
    (attempt,) = queue.attempts(job.job_id)
    assert (attempt.outcome, attempt.ended_at_us, attempt.error) == ("EXPIRED", 1_000_100, None)
    assert queue.recover_expired() == ()
    assert queue.history(job.job_id)[-1].data == {"attempt_number": 1, "due_at_us": 1_000_107}


def test_expired_last_attempt_is_a_dead_letter(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    do.submit(queue, retry_policy=RetryPolicy(max_attempts=1))
    do.claim(queue, "ada", 100)
    clock.advance(100)
    (job,) = queue.recover_expired()
    assert job.state is JobState.DEAD_LETTER


def test_sweeps_take_the_oldest_first_up_to_their_limit(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    for key, duration_us in [("a", 30), ("b", 10), ("c", 20), ("d", 99)]:
        do.submit(queue, key, retry_policy=RetryPolicy(base_delay_us=0))
        do.claim(queue, "ada", duration_us)
    clock.advance(30)
    recovered = [queue.recover_expired(limit=2), queue.recover_expired(limit=2)]
    assert [[job.idempotency_key for job in jobs] for jobs in recovered] == [["b", "c"], ["a"]]
    promoted = [queue.promote_due(limit=2), queue.promote_due(limit=2)]
    assert [[job.idempotency_key for job in jobs] for jobs in promoted] == [["a", "b"], ["c"]]


@pytest.mark.parametrize("reading", [-1, 2**53, 1.5, None])
def test_clock_that_tells_no_time_is_refused(bench: Any, do: Any, reading: Any) -> None:
    class Broken:
        def now_us(self) -> Any:
            return reading

    queue = bench.open(clock=Broken())
    with pytest.raises(InvalidArgument, match="the clock's reading"):
        do.submit(queue)
    assert bench.dump()["jobs"] == []
