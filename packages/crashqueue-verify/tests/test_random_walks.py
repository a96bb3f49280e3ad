"""Whatever a queue is asked to do, its database is whole: no wrong alarm."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_core import (
    DurableQueue,
    Job,
    JobRequest,
    ManualClock,
    QueueError,
    RetryPolicy,
    SeededIdentity,
    TenantQueue,
)
from crashqueue_verify import Verdict, audit, replay

if TYPE_CHECKING:
    from pathlib import Path

STEPS = 200
TAKEOVERS = """
    SELECT count(*) FROM attempts AS a JOIN attempts AS b
    ON b.job_id = a.job_id AND b.attempt_number = a.attempt_number + 1
    WHERE a.outcome = 'EXPIRED' AND a.ended_at_us = b.started_at_us
"""


class Walker:
    """Asks a queue for one random thing after another; refusals are part of the walk."""

    def __init__(self, queue: DurableQueue, clock: ManualClock, seed: int) -> None:
        self._operator = queue
        self._actors: list[DurableQueue | TenantQueue] = [queue]
        self._actors += [queue.for_tenant(tenant) for tenant in ("default", "north", "süd")]
        self._clock = clock
        self._chance = random.Random(seed)
        self._jobs: list[str] = []
        self._leases: list[dict[str, Any]] = []

    @property
    def _queue(self) -> DurableQueue | TenantQueue:
        """Who acts: the operator, or one of three tenants."""
        return self._chance.choice(self._actors)

    def step(self) -> None:
        self._clock.advance(self._chance.choice([0, 1, 10, 100, 1_000]))
        act = self._chance.choice(
            [
                self._submit,
                self._claim,
                self._claim,
                self._claim_by_name,
                self._checkpoint,
                self._end,
                self._end,
                self._end,
                self._limit,
                self._sweep,
                self._decide,
            ]
        )
        with contextlib.suppress(QueueError):
            act()

    def _submit(self) -> None:
        chance = self._chance
        policy = RetryPolicy(
            base_delay_us=chance.choice([1, 50]),
            factor=chance.randint(1, 4),
            max_delay_us=chance.choice([60, 10_000]),
            max_attempts=chance.randint(1, 4),
        )
        requests = [
            JobRequest(
                idempotency_key=f"request-{chance.randrange(40)}",
                job_type=chance.choice(["a", "b/ü"]),
                payload=chance.choice([None, 1.0, -0.0, 10**30, {"b": [1], "a": "\u2028\x7f"}]),
                priority=chance.randint(-2, 2),
                delay_us=chance.choice([0, 0, 500]),
                retry_policy=policy,
                checkpoint_version=chance.choice([1, 1, 2]),
            )
            for _ in range(chance.randint(1, 3))
        ]
        for submission in self._queue.submit_many(requests):
            self._jobs.append(submission.job.job_id)

    def _claim(self) -> None:
        worker_id = self._chance.choice(["worker-a", "worker-b"])
        for job in self._queue.claim_many(
            worker_id=worker_id,
            lease_duration_us=self._chance.choice([5, 500, 5_000]),
            limit=self._chance.randint(1, 3),
            checkpoint_versions=self._versions(),
        ):
            self._hold(job)

    def _claim_by_name(self) -> None:
        self._hold(
            self._queue.claim_job(
                job_id=self._any_job(),
                worker_id="worker-c",
                lease_duration_us=self._chance.choice([5, 500, 5_000]),
                checkpoint_versions=self._versions(),
            )
        )

    def _hold(self, job: Job) -> None:
        self._leases.append(
            {
                "job_id": job.job_id,
                "worker_id": job.lease_worker_id,
                "lease_token": job.lease_token,
                "fence": self._chance.choice([None, job.fence]),
            }
        )

    def _versions(self) -> list[int]:
        return self._chance.choice([[1], [1, 2], [3, 1, 2]])

    def _any_job(self) -> str:
        return self._chance.choice(self._jobs[-8:] or ["nobody"])

    def _any_lease(self) -> dict[str, Any]:
        nothing = {"job_id": "", "worker_id": "", "lease_token": ""}
        return self._chance.choice(self._leases[-6:] or [nothing])

    def _checkpoint(self) -> None:
        self._queue.checkpoint(
            **self._any_lease(),
            checkpoint=self._chance.choice([None, {"näme": [1.0, "\u2028"]}, []]),
            checkpoint_version=self._chance.randint(1, 3),
        )

    def _limit(self) -> None:
        self._operator.limit_active_jobs(
            tenant=self._chance.choice(["default", "north"]),
            active_limit=self._chance.choice([None, 0, 2, 4, 8]),
        )

    def _end(self) -> None:
        queue, chance = self._queue, self._chance
        lease = self._any_lease()
        way = chance.randrange(6)
        if way == 0:
            queue.heartbeat(**lease, lease_duration_us=chance.choice([1, 1_000]))
        elif way <= 2:
            queue.succeed(**lease, result=chance.choice([None, {"n": 1}]))
        elif way == 3:
            queue.release(**lease)
        else:
            queue.fail(**lease, error='it\n"failed" ü', retryable=way == 4)

    def _sweep(self) -> None:
        self._queue.promote_due(limit=self._chance.randint(1, 3))
        self._queue.recover_expired(limit=self._chance.randint(1, 3))

    def _decide(self) -> None:
        job_id = self._any_job()
        if self._chance.random() < 0.3:
            self._queue.cancel(job_id=job_id)
        else:
            self._queue.redrive(job_id=job_id, attempt_budget=self._chance.randint(1, 3))


KINDS = {
    "CANCELLED",
    "CHECKPOINTED",
    "CLAIMED",
    "FAILED",
    "LEASE_EXPIRED",
    "LEASE_RENEWED",
    "LIMIT_CHANGED",
    "REDRIVEN",
    "RELEASED",
    "RETRY_PROMOTED",
    "SUBMITTED",
    "SUCCEEDED",
}


@pytest.mark.parametrize("seed", range(20))
def test_a_random_walk_leaves_a_whole_database(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "queue.sqlite"
    job_ids = walk(path, seed)
    report = audit(path)
    assert report.findings == ()
    assert report.verdict is Verdict.HOLDS
    assert all(replay(path, job_id).agrees for job_id in job_ids[:3])


@pytest.mark.parametrize("seed", range(20, 24))
def test_a_random_walk_on_postgresql_leaves_a_whole_database(postgres: Any, seed: int) -> None:
    address = postgres.address(postgres.create(f"crashqueue_verify_walk_{seed}"))
    job_ids = walk(address, seed)
    report = audit(address)
    assert report.findings == ()
    assert report.verdict is Verdict.HOLDS
    assert all(replay(address, job_id).agrees for job_id in job_ids[:3])


def walk(path: Path | str, seed: int) -> list[str]:
    clock = ManualClock(1_000_000)
    with DurableQueue(path, clock=clock, identity=SeededIdentity(seed)) as queue:
        walker = Walker(queue, clock, seed)
        for _ in range(STEPS):
            walker.step()
        return [job.job_id for job in queue.list_jobs(limit=100).jobs]


def test_the_walks_go_everywhere(tmp_path: Path) -> None:
    kinds: set[str] = set()
    takeovers = 0
    for seed in range(4):
        path = tmp_path / f"{seed}.sqlite"
        walk(path, seed)
        with contextlib.closing(sqlite3.connect(path)) as connection:
            kinds |= {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM events")}
            takeovers += connection.execute(TAKEOVERS).fetchone()[0]
            tenants = connection.execute("SELECT count(DISTINCT tenant) FROM jobs").fetchone()[0]
        assert tenants == 3
    assert kinds == KINDS
    assert takeovers > 0
