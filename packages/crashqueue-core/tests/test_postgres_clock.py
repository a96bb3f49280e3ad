"""Whose clock decides: the server's, read under the lock; and time goes forward within each job."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from crashqueue_core import DurableQueue, JobRequest, LeaseBusy, ManualClock, RetryPolicy

CLOCK = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE ? = ANY(pg_blocking_pids(pid))"
REQUEST: dict[str, Any] = {"idempotency_key": "new", "job_type": "task", "payload": {}}


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def timed(bench: Any, monkeypatch: pytest.MonkeyPatch) -> DurableQueue:
    """A queue without a clock, on a machine whose own is wrong."""
    monkeypatch.setattr(time, "time_ns", lambda: 1)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    queue: DurableQueue = bench.open(clock=None)
    return queue


def server_us(bench: Any) -> int:
    ((reading,),) = bench.rows(CLOCK)
    return int(reading)


def test_every_time_is_the_servers(timed: DurableQueue, bench: Any, do: Any) -> None:
    readings = [server_us(bench)]
    job = do.submit(timed, retry_policy=RetryPolicy(base_delay_us=0))
    readings.append(server_us(bench))
    claimed = do.claim(timed, "ada", 60_000_000)
    readings.append(server_us(bench))
    timed.fail(**do.lease_of(claimed), error="x")
    (promoted,) = timed.promote_due()
    readings.append(server_us(bench))
    times = [event.occurred_at_us for event in timed.history(job.job_id)]
    assert readings[0] <= times[0] <= readings[1] <= times[1] <= readings[2]
    assert readings[2] <= times[2] <= times[3] == promoted.updated_at_us <= readings[3]
    assert claimed.lease_expires_at_us == times[1] + 60_000_000


def submit_within(queue: DurableQueue, bench: Any) -> None:
    with bench.connect() as connection, connection.transaction():
        queue.submit_within(connection, **REQUEST)


Act = Callable[[DurableQueue, Any], object]
LATE: dict[str, tuple[str, Act]] = {
    "cancel": ("jobs", lambda queue, _: queue.cancel(job_id=only(queue))),
    "claim": (
        "jobs",
        lambda queue, _: queue.claim_job(
            job_id=only(queue), worker_id="bob", lease_duration_us=60_000_000
        ),
    ),
    "submission": ("submissions", lambda queue, _: queue.submit(**REQUEST)),
    "submissions": ("submissions", lambda queue, _: queue.submit_many([JobRequest(**REQUEST)])),
    "submission within": ("submissions", submit_within),
    "limit": (
        "submissions",
        lambda queue, _: queue.limit_active_jobs(tenant="default", active_limit=9),
    ),
}
"""What waits for a job's row, or for its tenant's."""


def only(queue: DurableQueue) -> str:
    (job,) = queue.list_jobs().jobs
    return job.job_id


def require_late(bench: Any, locked: str, act: Act) -> None:
    """Let `act` wait for a row of this table, and see that it tells a time after the wait."""
    patient = bench.open(clock=None, busy_timeout_us=60_000_000)
    acting = threading.Thread(target=lambda: act(patient, bench))
    with bench.connect() as other, other.transaction():
        other.execute(f"SELECT * FROM {locked} FOR UPDATE")
        acting.start()
        while bench.rows(WAITING, other.info.backend_pid) == [(0,)]:
            pass
        released_us = server_us(bench)
    acting.join()
    ((latest_us,),) = bench.rows("SELECT max(occurred_at_us) FROM events")
    assert latest_us >= released_us


@pytest.mark.parametrize("name", LATE)
def test_clock_is_read_after_the_wait_for_the_row(
    timed: DurableQueue, bench: Any, do: Any, name: str
) -> None:
    """Read before it, the step would seem to precede what it waited for."""
    do.submit(timed)
    require_late(bench, *LATE[name])


def test_clock_of_a_redrive_is_read_after_the_wait_for_the_tenant(
    timed: DurableQueue, bench: Any, do: Any
) -> None:
    do.submit(timed, retry_policy=RetryPolicy(max_attempts=1))
    timed.fail(**do.lease_of(do.claim(timed, "ada", 60_000_000)), error="x")

    def redrive(queue: DurableQueue, _: Any) -> None:
        queue.redrive(job_id=only(queue), attempt_budget=1)

    require_late(bench, "submissions", redrive)


def test_lease_of_a_job_is_kept_by_the_servers_clock(timed: DurableQueue, do: Any) -> None:
    job = do.submit(timed)
    do.claim(timed, "ada", 60_000_000)
    with pytest.raises(LeaseBusy):
        timed.claim_job(job_id=job.job_id, worker_id="bob", lease_duration_us=1)


def test_time_stands_still_within_a_job_while_the_clock_has_stepped_back(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    clock.set(2_000_000)
    do.submit(queue)
    job = do.claim(queue, "ada", 100)
    clock.set(0)
    renewed = queue.heartbeat(**do.lease_of(job), lease_duration_us=200)
    assert renewed.lease_expires_at_us == 2_000_200
    clock.set(2_000_001)
    queue.succeed(**do.lease_of(job))
    times = [event.occurred_at_us for event in queue.history(renewed.job_id)]
    assert times == [2_000_000, 2_000_000, 2_000_000, 2_000_001]


def test_time_stands_still_within_a_tenants_history(
    queue: DurableQueue, clock: ManualClock
) -> None:
    for reading in (2_000_000, 0, 2_000_001):
        clock.set(reading)
        queue.limit_active_jobs(tenant="north", active_limit=1)
    times = [event.occurred_at_us for event in queue.tenant_history("north")]
    assert times == [2_000_000, 2_000_000, 2_000_001]


def test_jobs_do_not_share_their_time(bench: Any, do: Any) -> None:
    ahead = bench.open(clock=ManualClock(9_000_000))
    behind = bench.open(clock=ManualClock(10))
    assert do.submit(ahead, "a").submitted_at_us == 9_000_000
    assert do.submit(behind, "b").submitted_at_us == 10
    assert do.claim(behind).idempotency_key == "b"
