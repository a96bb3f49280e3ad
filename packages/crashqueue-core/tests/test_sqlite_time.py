"""One writer at a time: time never goes back in the whole database, whatever the clocks say."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import DurableQueue, LeaseLost, ManualClock


@pytest.fixture
def engine() -> str:
    return "sqlite"


def test_history_stands_still_while_the_clock_has_stepped_back(
    queue: DurableQueue, clock: ManualClock, bench: Any, do: Any
) -> None:
    clock.set(2_000_000)
    do.submit(queue)
    clock.set(500_000)
    job = do.claim(queue, "ada", 100)
    assert job.lease_expires_at_us == 2_000_100
    clock.set(0)
    renewed = queue.heartbeat(**do.lease_of(job), lease_duration_us=100)
    assert renewed.lease_expires_at_us == 2_000_100
    clock.set(2_000_001)
    queue.succeed(**do.lease_of(job))
    times = [row[0] for row in bench.rows("SELECT occurred_at_us FROM events ORDER BY 1")]
    assert times == [2_000_000, 2_000_000, 2_000_000, 2_000_001]


def test_expired_lease_stays_expired_when_the_clock_steps_back(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    do.submit(queue, "one")
    job = do.claim(queue, "ada", 100)
    clock.advance(100)
    do.submit(queue, "two")
    clock.set(1_000_000)
    with pytest.raises(LeaseLost, match="run out"):
        queue.heartbeat(**do.lease_of(job), lease_duration_us=100)
    (recovered,) = queue.recover_expired()
    assert recovered.updated_at_us == 1_000_100


def test_other_queue_objects_share_the_time_of_the_database(bench: Any, do: Any) -> None:
    ahead = bench.open(clock=ManualClock(9_000_000))
    behind = bench.open(clock=ManualClock(10))
    do.submit(ahead)
    assert do.submit(behind, "key-2").submitted_at_us == 9_000_000
