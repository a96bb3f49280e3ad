"""A tenant's view: nothing of another tenant can be read, changed, counted or inferred."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    InvalidArgument,
    Job,
    JobNotFound,
    JobRequest,
    JobState,
    RetryPolicy,
    StoreClosed,
    Success,
    TenantQueue,
)

LEASE: dict[str, Any] = {"worker_id": "ada", "lease_token": "lease-0"}
BY_JOB: dict[str, Callable[[Any, Any], object]] = {
    "get": lambda view, job_id: view.get(job_id),
    "attempts": lambda view, job_id: view.attempts(job_id),
    "history": lambda view, job_id: view.history(job_id),
    "cancel": lambda view, job_id: view.cancel(job_id=job_id),
    "redrive": lambda view, job_id: view.redrive(job_id=job_id, attempt_budget=1),
    "claim_job": lambda view, job_id: view.claim_job(
        job_id=job_id, worker_id="ada", lease_duration_us=1
    ),
    "heartbeat": lambda view, job_id: view.heartbeat(job_id=job_id, **LEASE, lease_duration_us=1),
    "checkpoint": lambda view, job_id: view.checkpoint(job_id=job_id, **LEASE, checkpoint=1),
    "succeed": lambda view, job_id: view.succeed(job_id=job_id, **LEASE),
    "succeed_many": lambda view, job_id: view.succeed_many([Success(job_id=job_id, **LEASE)]),
    "fail": lambda view, job_id: view.fail(job_id=job_id, **LEASE, error="x"),
    "release": lambda view, job_id: view.release(job_id=job_id, **LEASE),
}
WRONG: dict[str, Callable[[Any, str], object]] = {
    "redrive": lambda view, job_id: view.redrive(job_id=job_id, attempt_budget=0),
    "claim_job": lambda view, job_id: view.claim_job(
        job_id=job_id, worker_id="", lease_duration_us=1
    ),
    "claim_job, versions": lambda view, job_id: view.claim_job(
        job_id=job_id, worker_id="ada", lease_duration_us=1, checkpoint_versions=()
    ),
    "heartbeat": lambda view, job_id: view.heartbeat(job_id=job_id, **LEASE, lease_duration_us=0),
    "checkpoint": lambda view, job_id: view.checkpoint(
        job_id=job_id, **LEASE, checkpoint=1, checkpoint_version=0
    ),
    "checkpoint, size": lambda view, job_id: view.checkpoint(
        job_id=job_id, **LEASE, checkpoint="x" * 16_384
    ),
    "succeed": lambda view, job_id: view.succeed(job_id=job_id, **LEASE, result=object()),
    "succeed, fence": lambda view, job_id: view.succeed(job_id=job_id, **LEASE, fence=-1),
    "fail": lambda view, job_id: view.fail(job_id=job_id, **LEASE, error=""),
    "release": lambda view, job_id: view.release(job_id=job_id, worker_id="ada", lease_token=""),
}


@pytest.fixture
def north(queue: DurableQueue) -> TenantQueue:
    return queue.for_tenant("north")


@pytest.fixture
def south(queue: DurableQueue) -> TenantQueue:
    return queue.for_tenant("south")


def job_in_every_state(queue: DurableQueue, do: Any, tenant: str) -> list[Job]:
    """Submit and move one job of the tenant into each state."""
    jobs = [do.submit(queue, state.value, tenant=tenant) for state in JobState]
    for job in jobs[1:]:
        if job.idempotency_key == "CANCELLED":
            queue.cancel(job_id=job.job_id)
            continue
        claimed = queue.claim_job(job_id=job.job_id, worker_id="ada", lease_duration_us=1_000)
        lease = do.lease_of(claimed)
        if job.idempotency_key == "SUCCEEDED":
            queue.succeed(**lease)
        elif job.idempotency_key != "LEASED":
            queue.fail(**lease, error="x", retryable=job.idempotency_key == "RETRY_WAIT")
    return [queue.get(job.job_id) for job in jobs]


def refusal_of(action: Callable[[], object]) -> tuple[bytes, str, str, str]:
    with pytest.raises(JobNotFound) as refusal:
        action()
    error = refusal.value
    return pickle.dumps(error), str(error), repr(error), repr(error.as_dict())


@pytest.mark.parametrize("operation", BY_JOB)
def test_foreign_absent_and_malformed_ids_are_refused_in_the_same_bytes(
    queue: DurableQueue, south: TenantQueue, bench: Any, do: Any, operation: str
) -> None:
    foreign = job_in_every_state(queue, do, "north")
    assert [job.state for job in foreign] == list(JobState)
    absent: list[Any] = ["job-0", "", "line\nfeed", "\ud800", "x" * 201, None, 7, b"job"]
    before = bench.dump()
    refusals = {
        refusal_of(partial(BY_JOB[operation], south, job_id))
        for job_id in [job.job_id for job in foreign] + absent
    }
    assert len(refusals) == 1
    assert bench.dump() == before


@pytest.mark.parametrize("operation", WRONG)
def test_arguments_are_checked_before_any_job_is_looked_up(
    queue: DurableQueue, north: TenantQueue, south: TenantQueue, do: Any, operation: str
) -> None:
    job = do.submit(north)
    refusals = set()
    for view, job_id in [(north, job.job_id), (south, job.job_id), (south, "job-0"), (south, "")]:
        with pytest.raises(InvalidArgument) as refusal:
            WRONG[operation](view, job_id)
        refusals.add(pickle.dumps(refusal.value))
    assert len(refusals) == 1


def test_every_operation_on_a_job_is_tried_here() -> None:
    others = {"submit", "submit_many", "claim", "claim_many", "promote_due", "recover_expired"}
    public = {name for name in dir(TenantQueue) if not name.startswith("_")}
    assert public == set(BY_JOB) | others | {"list_jobs", "counts", "name", "observer", "listening"}


@pytest.mark.parametrize(
    "name",
    [
        "acknowledging",
        "submit_within",
        "limit_active_jobs",
        "tenant",
        "tenant_history",
        "for_tenant",
        "close",
        "__enter__",
        "__exit__",
    ],
)
def test_view_has_nothing_of_the_operator(
    queue: DurableQueue, north: TenantQueue, name: str
) -> None:
    assert hasattr(queue, name)
    assert not hasattr(north, name)


def test_nothing_of_another_tenant_is_listed_or_counted(
    queue: DurableQueue, north: TenantQueue, south: TenantQueue, do: Any
) -> None:
    theirs = job_in_every_state(queue, do, "north")
    assert south.list_jobs().jobs == ()
    assert set(south.counts().values()) == {0}
    mine = do.submit(south, "QUEUED")
    assert south.list_jobs().jobs == (mine,)
    assert sum(south.counts().values()) == 1
    assert north.list_jobs().jobs == tuple(theirs)
    assert set(north.counts().values()) == {1}
    assert queue.list_jobs().jobs == (*theirs, mine)
    assert sum(queue.counts().values()) == 7


def test_numbers_and_cursors_do_not_tell_what_others_submit(
    north: TenantQueue, south: TenantQueue, do: Any
) -> None:
    for number in range(3):
        do.submit(north, f"key-{number}")
        do.submit(south, f"key-{number}")
        do.submit(south, f"more-{number}")
    assert [job.submission_sequence for job in north.list_jobs().jobs] == [1, 2, 3]
    assert [job.submission_sequence for job in south.list_jobs().jobs] == [1, 2, 3, 4, 5, 6]
    page = north.list_jobs(limit=2)
    assert page.next_cursor == "2"
    assert [job.idempotency_key for job in north.list_jobs(cursor="2").jobs] == ["key-2"]
    assert [job.idempotency_key for job in south.list_jobs(cursor="4").jobs] == ["key-2", "more-2"]


def test_operators_pages_follow_the_order_of_submission(
    queue: DurableQueue, north: TenantQueue, south: TenantQueue, do: Any
) -> None:
    jobs = [do.submit(view, f"key-{n}") for n in range(3) for view in (north, south)]
    page = queue.list_jobs(limit=4)
    rest = queue.list_jobs(limit=4, cursor=page.next_cursor)
    assert [*page.jobs, *rest.jobs] == jobs


def test_key_names_one_job_in_each_tenant(
    queue: DurableQueue, north: TenantQueue, south: TenantQueue, do: Any
) -> None:
    jobs = [do.submit(door, payload={"of": n}) for n, door in enumerate((queue, north, south))]
    assert [job.tenant for job in jobs] == ["default", "north", "south"]
    assert do.submit(north, payload={"of": 1}) == jobs[1]
    assert do.submit(queue, payload={"of": 2}, tenant="south") == jobs[2]
    assert len({job.job_id for job in jobs}) == 3


def test_view_claims_and_sweeps_its_own_jobs_alone(
    queue: DurableQueue, north: TenantQueue, south: TenantQueue, bench: Any, do: Any
) -> None:
    for view in (north, south):
        do.submit(view, "expires", retry_policy=RetryPolicy(base_delay_us=0))
        do.claim(view, "ada", 100)
    bench.clock.advance(100)
    assert [job.tenant for job in north.recover_expired()] == ["north"]
    assert south.counts()[JobState.LEASED] == 1
    assert [job.tenant for job in queue.recover_expired()] == ["south"]
    assert [job.tenant for job in south.promote_due()] == ["south"]
    assert north.counts()[JobState.RETRY_WAIT] == 1
    assert north.claim(worker_id="ada", lease_duration_us=1) is None
    assert [job.tenant for job in queue.promote_due()] == ["north"]
    assert [
        job.tenant for job in south.claim_many(worker_id="a", lease_duration_us=1, limit=9)
    ] == ["south"]
    assert do.claim(queue).tenant == "north"


def test_operator_claims_in_one_order_over_all_tenants(
    queue: DurableQueue, north: TenantQueue, south: TenantQueue, do: Any
) -> None:
    do.submit(north, "low")
    do.submit(south, "high", priority=1)
    do.submit(queue, "low")
    claimed = queue.claim_many(worker_id="ada", lease_duration_us=1, limit=3)
    assert [job.tenant for job in claimed] == ["south", "north", "default"]


def test_view_submits_for_its_own_tenant_only(north: TenantQueue, bench: Any, do: Any) -> None:
    assert do.submit(north, tenant="north").tenant == "north"
    before = bench.dump()
    with pytest.raises(InvalidArgument) as refusal:
        do.submit(north, "key-2", tenant="south")
    assert refusal.value.data == {"argument": "tenant"}
    requests = [
        JobRequest(idempotency_key="a", job_type="task", payload=1),
        JobRequest(idempotency_key="b", job_type="task", payload=1, tenant="default"),
    ]
    with pytest.raises(InvalidArgument) as refusal:
        north.submit_many(requests)
    assert refusal.value.data == {"argument": "tenant", "index": 1}
    assert bench.dump() == before


def test_tenant_is_written_into_every_row(queue: DurableQueue, bench: Any, do: Any) -> None:
    view = queue.for_tenant("north")
    do.submit(view)
    lease = do.lease_of(do.claim(view))
    view.heartbeat(**lease, lease_duration_us=5_000)
    view.succeed(**lease)
    for table in ("jobs", "attempts", "events"):
        assert bench.rows(f"SELECT DISTINCT tenant FROM {table}") == [("north",)]


@pytest.mark.parametrize("tenant", ["", "a\nb", "x" * 201, None, 3])
def test_tenant_must_have_a_name(queue: DurableQueue, do: Any, tenant: Any) -> None:
    for use in (
        lambda: queue.for_tenant(tenant),
        lambda: queue.tenant(tenant),
        lambda: queue.tenant_history(tenant),
        lambda: queue.limit_active_jobs(tenant=tenant, active_limit=1),
        lambda: do.submit(queue, tenant=tenant or ""),
    ):
        with pytest.raises(InvalidArgument):
            use()


def test_view_lives_as_long_as_its_queue(queue: DurableQueue, north: TenantQueue) -> None:
    assert (north.name, north.observer) == ("north", queue.observer)
    queue.close()
    with pytest.raises(StoreClosed):
        north.counts()


def test_idempotency_key_has_at_most_80_characters(queue: DurableQueue, do: Any) -> None:
    assert do.submit(queue, "k" * 80).submission_sequence == 1
    with pytest.raises(InvalidArgument, match="1 to 80"):
        do.submit(queue, "k" * 81)
