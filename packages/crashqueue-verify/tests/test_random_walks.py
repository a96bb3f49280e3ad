"""Whatever a queue is asked to do, its database is whole: no wrong alarm."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_core import (
    DurableQueue,
    JobRequest,
    ManualClock,
    QueueError,
    RetryPolicy,
    SeededIdentity,
)
from crashqueue_verify import Verdict, audit, replay

if TYPE_CHECKING:
    from pathlib import Path

STEPS = 120


class Walker:
    """Asks a queue for one random thing after another; refusals are part of the walk."""

    def __init__(self, queue: DurableQueue, clock: ManualClock, seed: int) -> None:
        self._queue = queue
        self._clock = clock
        self._chance = random.Random(seed)
        self._jobs: list[str] = []
        self._leases: list[dict[str, Any]] = []

    def step(self) -> None:
        self._clock.advance(self._chance.choice([0, 1, 10, 100, 1_000]))
        act = self._chance.choice(
            [
                self._submit,
                self._claim,
                self._claim,
                self._end,
                self._end,
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
        ):
            self._leases.append(
                {"job_id": job.job_id, "worker_id": worker_id, "lease_token": job.lease_token}
            )

    def _end(self) -> None:
        queue, chance = self._queue, self._chance
        lease = chance.choice(self._leases or [{"job_id": "", "worker_id": "", "lease_token": ""}])
        way = chance.randrange(5)
        if way == 0:
            queue.heartbeat(**lease, lease_duration_us=chance.choice([1, 1_000]))
        elif way == 1:
            queue.succeed(**lease, result=chance.choice([None, {"n": 1}]))
        elif way == 2:
            queue.release(**lease)
        else:
            queue.fail(**lease, error='it\n"failed" ü', retryable=way == 3)

    def _sweep(self) -> None:
        self._queue.promote_due(limit=self._chance.randint(1, 3))
        self._queue.recover_expired(limit=self._chance.randint(1, 3))

    def _decide(self) -> None:
        job_id = self._chance.choice(self._jobs or ["nobody"])
        if self._chance.random() < 0.3:
            self._queue.cancel(job_id=job_id)
        else:
            self._queue.redrive(job_id=job_id, attempt_budget=self._chance.randint(1, 3))


@pytest.mark.parametrize("seed", range(20))
def test_a_random_walk_leaves_a_whole_database(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "queue.sqlite"
    clock = ManualClock(1_000_000)
    with DurableQueue(path, clock=clock, identity=SeededIdentity(seed)) as queue:
        walker = Walker(queue, clock, seed)
        for _ in range(STEPS):
            walker.step()
        job_ids = [job.job_id for job in queue.list_jobs(limit=100).jobs]
    report = audit(path)
    assert report.findings == ()
    assert report.verdict is Verdict.HOLDS
    assert all(replay(path, job_id).agrees for job_id in job_ids[:3])
