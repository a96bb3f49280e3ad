"""A tenant's limit of active jobs: it holds at every instant, and for nobody else."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import (
    AdmissionFull,
    DurableQueue,
    InvalidArgument,
    JobRequest,
    LimitBelowActive,
    RetryPolicy,
    TenantQueue,
)


@pytest.fixture
def north(queue: DurableQueue) -> TenantQueue:
    return queue.for_tenant("north")


def limit(queue: DurableQueue, active_limit: int | None) -> None:
    queue.limit_active_jobs(tenant="north", active_limit=active_limit)


def requests(*keys: str) -> list[JobRequest]:
    return [JobRequest(idempotency_key=key, job_type="task", payload={"n": 1}) for key in keys]


def test_submission_beyond_the_limit_is_refused_and_names_it(
    queue: DurableQueue, north: TenantQueue, bench: Any, do: Any
) -> None:
    limit(queue, 2)
    do.submit(north, "a")
    do.submit(queue, "b", tenant="north")
    before = bench.dump()
    with pytest.raises(AdmissionFull, match="limit of 2 active jobs") as refusal:
        do.submit(north, "c")
    assert refusal.value.data == {"tenant": "north", "active_limit": 2}
    assert bench.dump() == before


def test_other_tenants_are_unaffected(queue: DurableQueue, do: Any) -> None:
    limit(queue, 0)
    for tenant in ("default", "south"):
        assert do.submit(queue, tenant=tenant).tenant == tenant


def test_limit_that_is_lifted_admits_again(
    queue: DurableQueue, north: TenantQueue, do: Any
) -> None:
    limit(queue, 0)
    with pytest.raises(AdmissionFull):
        do.submit(north)
    limit(queue, None)
    assert do.submit(north).submission_sequence == 1


def test_each_change_of_a_limit_is_an_event(queue: DurableQueue, bench: Any) -> None:
    limit(queue, 3)
    bench.clock.advance(7)
    tenant = queue.limit_active_jobs(tenant="north", active_limit=None)
    assert (tenant.tenant, tenant.active_limit, tenant.history_length) == ("north", None, 2)
    assert (tenant, tenant.updated_at_us) == (queue.tenant("north"), 1_000_007)
    events = queue.tenant_history("north")
    assert [(event.kind, event.state, event.data) for event in events] == [
        ("LIMIT_CHANGED", "LIMITED", {"active_limit": 3}),
        ("LIMIT_CHANGED", "UNLIMITED", {"active_limit": None}),
    ]


def test_tenant_that_was_never_limited_has_no_history(queue: DurableQueue, bench: Any) -> None:
    tenant = queue.tenant("north")
    assert (tenant.active_limit, tenant.history_length) == (None, 0)
    assert queue.tenant_history("north") == ()
    assert bench.dump()["tenants"] == []


def test_limit_below_the_active_jobs_is_refused(
    queue: DurableQueue, north: TenantQueue, bench: Any, do: Any
) -> None:
    north.submit_many(requests("a", "b", "c"))
    queue.cancel(job_id=north.list_jobs().jobs[0].job_id)
    before = bench.dump()
    with pytest.raises(LimitBelowActive) as refusal:
        limit(queue, 1)
    assert refusal.value.data == {"tenant": "north", "active_jobs": 2}
    assert bench.dump() == before
    limit(queue, 2)


@pytest.mark.parametrize("active_limit", [-1, True, 1.5, "3", 2**53])
def test_limit_outside_its_bounds_is_refused(
    queue: DurableQueue, bench: Any, do: Any, active_limit: Any
) -> None:
    with pytest.raises(InvalidArgument):
        limit(queue, active_limit)
    assert bench.dump() == do.nothing


def test_submit_many_fills_the_limit_exactly_or_not_at_all(
    queue: DurableQueue, north: TenantQueue, bench: Any
) -> None:
    limit(queue, 3)
    before = bench.dump()
    with pytest.raises(AdmissionFull) as refusal:
        north.submit_many(requests("a", "b", "c", "d"))
    assert refusal.value.data["index"] == 3
    assert bench.dump() == before
    assert len(north.submit_many(requests("a", "b", "a", "c"))) == 4


def test_submit_many_counts_each_tenant_by_itself(queue: DurableQueue) -> None:
    limit(queue, 1)
    batch = [
        JobRequest(idempotency_key=key, job_type="task", payload=1, tenant=tenant)
        for key, tenant in [("a", "south"), ("a", "north"), ("b", "south"), ("c", None)]
    ]
    assert [answer.created for answer in queue.submit_many(batch)] == [True] * 4


def test_known_request_is_answered_at_the_limit(
    queue: DurableQueue, north: TenantQueue, do: Any
) -> None:
    job = do.submit(north, "a")
    limit(queue, 1)
    assert do.submit(north, "a") == job
    assert [answer.created for answer in north.submit_many(requests("a", "a"))] == [False] * 2


@pytest.mark.parametrize("ending", ["succeed", "fail", "cancel", "expire"])
def test_job_that_ends_frees_its_place(
    queue: DurableQueue, north: TenantQueue, bench: Any, do: Any, ending: str
) -> None:
    limit(queue, 1)
    do.submit(north, "a", retry_policy=RetryPolicy(max_attempts=1))
    lease = do.lease_of(do.claim(north, "ada", 100))
    with pytest.raises(AdmissionFull):
        do.submit(north, "b")
    if ending == "succeed":
        north.succeed(**lease)
    elif ending == "fail":
        north.fail(**lease, error="x")
    elif ending == "cancel":
        north.cancel(job_id=lease["job_id"])
    else:
        bench.clock.advance(100)
        with pytest.raises(AdmissionFull):
            do.submit(north, "b")
        north.recover_expired()
    assert do.submit(north, "b").submission_sequence == 2


def test_job_that_waits_for_its_retry_keeps_its_place(
    queue: DurableQueue, north: TenantQueue, do: Any
) -> None:
    limit(queue, 1)
    do.submit(north, "a")
    north.fail(**do.lease_of(do.claim(north)), error="x")
    with pytest.raises(AdmissionFull):
        do.submit(north, "b")


def test_redrive_is_an_admission(
    queue: DurableQueue, north: TenantQueue, bench: Any, do: Any
) -> None:
    limit(queue, 1)
    do.submit(north, "a")
    dead = north.fail(**do.lease_of(do.claim(north)), error="x", retryable=False)
    other = do.submit(north, "b")
    before = bench.dump()
    for door in (queue, north):
        with pytest.raises(AdmissionFull) as refusal:
            door.redrive(job_id=dead.job_id, attempt_budget=1)
        assert refusal.value.data == {"tenant": "north", "active_limit": 1}
    assert bench.dump() == before
    north.cancel(job_id=other.job_id)
    assert north.redrive(job_id=dead.job_id, attempt_budget=1).state == "QUEUED"


def test_limit_survives_closing_and_opening(bench: Any, do: Any) -> None:
    with bench.open() as first:
        limit(first, 1)
        do.submit(first, "a", tenant="north")
    second = bench.open(create=False)
    assert second.tenant("north").active_limit == 1
    with pytest.raises(AdmissionFull):
        do.submit(second, "b", tenant="north")


def test_submit_within_is_limited_too(queue: DurableQueue, bench: Any, do: Any) -> None:
    limit(queue, 1)
    request: dict[str, Any] = {"job_type": "task", "payload": {}, "tenant": "north"}
    with closing(bench.connect()) as connection:
        connection.execute("BEGIN")
        queue.submit_within(connection, idempotency_key="a", **request)
        with pytest.raises(AdmissionFull):
            queue.submit_within(connection, idempotency_key="b", **request)
        connection.execute("COMMIT")
    assert [job.idempotency_key for job in queue.list_jobs().jobs] == ["a"]


def test_limit_was_kept_at_every_instant_of_the_history(
    queue: DurableQueue, north: TenantQueue, bench: Any, do: Any
) -> None:
    """Replay the events one by one, in this test's own words."""
    limit(queue, 2)
    for key in ("a", "b"):
        do.submit(north, key)
    north.succeed(**do.lease_of(do.claim(north)))
    do.submit(north, "c")
    limit(queue, 4)
    do.submit(north, "d")
    active: dict[str, bool] = {}
    allowed = None
    for job_id, state, data in bench.rows(
        "SELECT job_id, state, data FROM events ORDER BY event_sequence"
    ):
        if job_id is None:
            allowed = int(data.split(":")[1].rstrip("}"))
        else:
            active[job_id] = state in ("QUEUED", "LEASED", "RETRY_WAIT")
        assert allowed is not None
        assert sum(active.values()) <= allowed
    assert sum(active.values()) == 3
