"""The store refuses rows that contradict the history, and writes nothing beside it."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import DurableQueue, SeededIdentity, StoreCorrupt


def test_row_that_moved_behind_the_queue_is_not_overwritten(
    queue: DurableQueue, bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = do.submit(queue)
    monkeypatch.setattr(bench.row_maker, "updated_job", lambda job: (*(None,) * 15, job.job_id, 9))
    before = bench.dump()
    with pytest.raises(StoreCorrupt, match="not where its history says"):
        queue.cancel(job_id=job.job_id)
    assert bench.dump() == before


def test_missing_open_attempt_is_noticed(queue: DurableQueue, bench: Any, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    bench.rows("DELETE FROM attempts")
    before = bench.dump()
    with pytest.raises(StoreCorrupt, match="not where its history says"):
        queue.succeed(**lease)
    assert bench.dump() == before


def test_lease_token_given_twice_is_refused(bench: Any, do: Any) -> None:
    queue, twin = (bench.open(identity=SeededIdentity(1)) for _ in range(2))
    do.submit(queue, "a")
    do.submit(queue, "b")
    first = do.claim(queue)
    twin._identity._drawn = 2
    with pytest.raises(StoreCorrupt, match=r"attempts.lease_token"):
        do.claim(twin)
    assert queue.get(first.job_id) == first


def test_next_event_of_another_tenant_may_have_the_same_number(queue: DurableQueue) -> None:
    for tenant in ("north", "south"):
        queue.limit_active_jobs(tenant=tenant, active_limit=1)
    numbers = [queue.tenant_history(name)[0].event_number for name in ("north", "south")]
    assert numbers == [1, 1]


def test_tenant_that_moved_behind_the_queue_is_not_overwritten(
    queue: DurableQueue, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue.limit_active_jobs(tenant="north", active_limit=1)
    stale = queue.tenant("north")
    queue.limit_active_jobs(tenant="north", active_limit=2)
    before = bench.dump()
    monkeypatch.setattr(bench.statements, "tenant", lambda *_: stale)
    with pytest.raises(StoreCorrupt, match="not where its history says"):
        queue.limit_active_jobs(tenant="north", active_limit=3)
    assert bench.dump() == before
