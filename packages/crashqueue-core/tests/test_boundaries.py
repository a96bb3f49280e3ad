"""A crash at any boundary: before the commit all of the old state, after it all of the new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crashqueue_core import (
    Boundary,
    DurableQueue,
    LimitBelowActive,
    NotClaimable,
    RetryPolicy,
    SimulatedCrash,
)
from crashqueue_core.store import rows

EVENT_OF = {
    "SUBMIT": "SUBMITTED",
    "CLAIM": "CLAIMED",
    "HEARTBEAT": "LEASE_RENEWED",
    "CHECKPOINT": "CHECKPOINTED",
    "SUCCESS": "SUCCEEDED",
    "FAILURE": "FAILED",
    "RELEASE": "RELEASED",
    "RECOVERY": "LEASE_EXPIRED",
    "PROMOTION": "RETRY_PROMOTED",
    "CANCELLATION": "CANCELLED",
    "REDRIVE": "REDRIVEN",
    "LIMIT": "LIMIT_CHANGED",
}

OPERATIONS = list(EVENT_OF)


def operation(name: str, queue: DurableQueue, bench: Any, do: Any) -> Callable[[], object]:
    """Bring a job to where the operation is legal; return the operation."""
    if name == "SUBMIT":
        return lambda: do.submit(queue)
    job = do.submit(queue, retry_policy=RetryPolicy(base_delay_us=0))
    named = {"job_id": job.job_id}
    if name == "LIMIT":
        return lambda: queue.limit_active_jobs(tenant="default", active_limit=1)
    if name == "CLAIM":
        return lambda: do.claim(queue)
    if name == "CANCELLATION":
        return lambda: queue.cancel(**named)
    lease = do.lease_of(do.claim(queue))
    if name == "RECOVERY":
        bench.clock.advance(1_000)
        return queue.recover_expired
    if name == "PROMOTION":
        queue.fail(**lease, error="x")
        return queue.promote_due
    if name == "REDRIVE":
        queue.fail(**lease, error="x", retryable=False)
        return lambda: queue.redrive(**named, attempt_budget=1)
    return {
        "HEARTBEAT": lambda: queue.heartbeat(**lease, lease_duration_us=5_000),
        "CHECKPOINT": lambda: queue.checkpoint(**lease, checkpoint=[1]),
        "SUCCESS": lambda: queue.succeed(**lease),
        "FAILURE": lambda: queue.fail(**lease, error="x"),
        "RELEASE": lambda: queue.release(**lease),
    }[name]


class Crasher:
    """An observer that notes what passes, and crashes at one boundary once it is armed."""

    def __init__(self) -> None:
        self.seen: list[Boundary] = []
        self.armed: Boundary | None = None

    def __call__(self, boundary: Boundary) -> None:
        self.seen.append(boundary)
        if boundary is self.armed:
            raise SimulatedCrash


@pytest.mark.parametrize("name", OPERATIONS)
def test_crash_before_commit_leaves_exactly_the_old_state(bench: Any, do: Any, name: str) -> None:
    crasher = Crasher()
    queue = bench.open(observer=crasher)
    run = operation(name, queue, bench, do)
    before = bench.dump()
    crasher.armed = Boundary(f"BEFORE_{name}_COMMIT")
    with pytest.raises(SimulatedCrash):
        run()
    assert bench.dump() == before
    crasher.armed = None
    run()
    assert bench.dump() != before


@pytest.mark.parametrize("name", OPERATIONS)
def test_crash_after_commit_leaves_exactly_the_new_state(bench: Any, do: Any, name: str) -> None:
    crasher = Crasher()
    queue = bench.open(observer=crasher)
    run = operation(name, queue, bench, do)
    events = len(bench.dump()["events"])
    crasher.seen.clear()
    crasher.armed = Boundary(f"AFTER_{name}_COMMIT")
    with pytest.raises(SimulatedCrash):
        run()
    dump = bench.dump()
    (job,) = queue.list_jobs().jobs
    history = queue.history(job.job_id) + queue.tenant_history("default")
    state = "LIMITED" if name == "LIMIT" else job.state
    assert crasher.seen == [f"BEFORE_{name}_COMMIT", f"AFTER_{name}_COMMIT"]
    assert len(dump["events"]) == events + 1 == len(history)
    assert (history[-1].kind, history[-1].state) == (EVENT_OF[name], state)
    attempts = queue.attempts(job.job_id)
    assert sum(attempt.outcome is None for attempt in attempts) == (job.state == "LEASED")


def expired_lease(queue: DurableQueue, bench: Any, do: Any) -> str:
    job = do.submit(queue)
    do.claim(queue, "ada", 100)
    bench.clock.advance(100)
    return str(job.job_id)


@pytest.mark.parametrize("side", ["BEFORE", "AFTER"])
def test_crash_in_a_takeover_leaves_both_attempts_or_the_first_alone(
    bench: Any, do: Any, side: str
) -> None:
    crasher = Crasher()
    queue = bench.open(observer=crasher)
    job_id = expired_lease(queue, bench, do)
    crasher.armed = Boundary(f"{side}_CLAIM_COMMIT")
    with pytest.raises(SimulatedCrash):
        queue.claim_job(job_id=job_id, worker_id="bob", lease_duration_us=100)
    outcomes = [(attempt.worker_id, attempt.outcome) for attempt in queue.attempts(job_id)]
    taken = [("ada", "EXPIRED"), ("bob", None)]
    assert outcomes == ([("ada", None)] if side == "BEFORE" else taken)
    assert queue.get(job_id).fence == len(outcomes)


def test_every_boundary_is_covered_here() -> None:
    around = {f"{side}_{name}_COMMIT" for name in EVENT_OF for side in ("BEFORE", "AFTER")}
    assert around | {"BEFORE_HANDLER"} == set(Boundary)


def test_operation_that_changes_nothing_passes_no_boundary(bench: Any, do: Any) -> None:
    crasher = Crasher()
    queue = bench.open(observer=crasher)
    job = do.submit(queue)
    queue.cancel(job_id=job.job_id)
    crasher.seen.clear()
    do.submit(queue)
    queue.cancel(job_id=job.job_id)
    queue.claim(worker_id="ada", lease_duration_us=1)
    queue.promote_due()
    queue.recover_expired()
    with pytest.raises(NotClaimable):
        queue.claim_job(job_id=job.job_id, worker_id="ada", lease_duration_us=1)
    with pytest.raises(LimitBelowActive):
        queue.limit_active_jobs(tenant=do.submit(queue, "key-2").tenant, active_limit=0)
    assert crasher.seen == ["BEFORE_SUBMIT_COMMIT", "AFTER_SUBMIT_COMMIT"]


def test_crash_before_the_success_of_an_acknowledging_block_undoes_the_effect(
    bench: Any, do: Any
) -> None:
    crasher = Crasher()
    queue = bench.open(observer=crasher)
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    bench.rows("CREATE TABLE effects (key TEXT)")
    crasher.armed = Boundary.BEFORE_SUCCESS_COMMIT
    with pytest.raises(SimulatedCrash), queue.acknowledging(**lease) as connection:
        connection.execute(f"INSERT INTO {bench.schema}.effects VALUES ('a')")
    assert bench.rows("SELECT * FROM effects") == []
    assert bench.rows("SELECT state FROM jobs") == [("LEASED",)]


def test_crash_half_way_through_a_batch_leaves_none_of_it(
    bench: Any, do: Any, queue: DurableQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        do.submit(queue, f"key-{number}")
    before = bench.dump()
    calls: list[Any] = []

    def second_fails(event: Any) -> Any:
        calls.append(event)
        if len(calls) == 2:
            raise SimulatedCrash
        return rows.inserted_event(event)

    monkeypatch.setattr(bench.row_maker, "inserted_event", second_fails)
    with pytest.raises(SimulatedCrash):
        queue.claim_many(worker_id="ada", lease_duration_us=1, limit=3)
    assert bench.dump() == before
