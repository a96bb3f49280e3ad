"""What the queue must do, kept in lists: the model that test_model.py compares the queue with.

Written from docs/reference/format.md and docs/state-machine.md, not from the code. Times are in
microseconds; `view` is the tenant whose view is asked, or None for the operator. The tokens and job
ids that the queue draws are told to the model afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from crashqueue_core import JobRequest

ACTIVE = ("QUEUED", "LEASED", "RETRY_WAIT")


class Refused(LookupError):
    """The model refuses, with the code that the queue must refuse with."""


@dataclass
class ModelAttempt:
    worker: str
    token: str
    fence: int
    started: int
    ended: int | None = None
    outcome: str | None = None


@dataclass
class ModelJob:
    request: JobRequest
    tenant: str
    sequence: int
    due: int
    version: int
    budget: int
    job_id: str = ""
    state: str = "QUEUED"
    fence: int = 0
    forgiven: int = 0
    deadline: int | None = None
    checkpoint: Any = None
    result: Any = None
    changed: int = 0
    kinds: list[str] = field(default_factory=list)
    attempts: list[ModelAttempt] = field(default_factory=list)

    @property
    def spent(self) -> int:
        return len(self.attempts) - self.forgiven

    def seen(self) -> dict[str, Any]:
        """Return what the queue shows of the job as well."""
        plain = ("job_id", "tenant", "sequence", "state", "due", "spent", "budget", "fence")
        return {name: getattr(self, name) for name in plain} | {
            "deadline": self.deadline,
            "version": self.version,
            "checkpoint": self.checkpoint,
            "finished": self.result is not None,
            "events": len(self.kinds),
        }

    def end(self, outcome: str, state: str, now: int) -> None:
        self.attempts[-1].ended, self.attempts[-1].outcome = now, outcome
        self.state, self.deadline = state, None

    def retry_or_bury(self, outcome: str, now: int, *, retryable: bool = True) -> None:
        delay = self.request.retry_policy.base_delay_us * 2 ** (self.spent - 1)
        if retryable and self.spent < self.budget:
            self.due = now + delay
            self.end(outcome, "RETRY_WAIT", now)
        else:
            self.end(outcome, "DEAD_LETTER", now)


class Model:
    """What the queue must do, in the plainest way: loops over a list, nothing indexed."""

    def __init__(self) -> None:
        self.jobs: list[ModelJob] = []
        self.limits: dict[str, list[int | None]] = {}
        self.clock = 1_000
        self.latest = 0

    def now(self, job: ModelJob | None = None) -> int:
        """Return the time of a step of the job, or of a look at them all."""
        return max(self.clock, self.latest)

    def read_clock(self, reading: int) -> None:
        self.clock = reading

    def note(self, job: ModelJob, kind: str) -> None:
        """Record an event: from now on the queue's time is not before it."""
        self.latest = job.changed = self.now(job)
        job.kinds.append(kind)

    def visible(self, view: str | None) -> list[ModelJob]:
        return [job for job in self.jobs if view in (None, job.tenant)]

    def find(self, view: str | None, job_id: str) -> ModelJob:
        for job in self.visible(view):
            if job.job_id == job_id:
                return job
        raise Refused("JOB_NOT_FOUND")

    def active(self, tenant: str) -> int:
        return sum(job.state in ACTIVE for job in self.visible(tenant))

    def admit(self, tenant: str) -> None:
        limit = self.limits.get(tenant, [None])[-1]
        if limit is not None and self.active(tenant) >= limit:
            raise Refused("ADMISSION_FULL")

    def submit(self, view: str | None, request: JobRequest) -> tuple[ModelJob, bool]:
        tenant = request.tenant or view or "default"
        for job in self.visible(tenant):
            if job.request.idempotency_key == request.idempotency_key:
                known = (job.request.payload, job.request.checkpoint_version)
                if known != (request.payload, request.checkpoint_version):
                    raise Refused("IDEMPOTENCY_CONFLICT")
                return job, False
        self.admit(tenant)
        job = ModelJob(
            request=request,
            tenant=tenant,
            sequence=len(self.visible(tenant)) + 1,
            due=self.now() + request.delay_us,
            version=request.checkpoint_version,
            budget=request.retry_policy.max_attempts,
        )
        self.note(job, "SUBMITTED")
        self.jobs.append(job)
        return job, True

    def submit_many(
        self, view: str | None, requests: list[JobRequest]
    ) -> list[tuple[ModelJob, bool]]:
        if view is not None and any(request.tenant not in (None, view) for request in requests):
            raise Refused("INVALID_ARGUMENT")
        before = list(self.jobs), self.latest
        try:
            return [self.submit(view, request) for request in requests]
        except Refused:
            self.jobs, self.latest = before
            raise

    def limit(self, tenant: str, limit: int | None) -> int | None:
        if limit is not None and self.active(tenant) > limit:
            raise Refused("LIMIT_BELOW_ACTIVE")
        self.latest = self.now()
        self.limits.setdefault(tenant, []).append(limit)
        return limit

    def lease(self, job: ModelJob, worker: str, duration: int) -> ModelJob:
        job.fence += 1
        job.attempts.append(ModelAttempt(worker, "", job.fence, self.now(job)))
        job.state, job.deadline = "LEASED", self.now(job) + duration
        self.note(job, "CLAIMED")
        return job

    def claim(
        self, view: str | None, worker: str, duration: int, versions: list[int], limit: int
    ) -> list[ModelJob]:
        fit = [
            job
            for job in self.visible(view)
            if job.state == "QUEUED" and job.due <= self.now() and job.version in versions
        ]
        fit.sort(key=lambda job: (-job.request.priority, job.due, self.jobs.index(job)))
        return [self.lease(job, worker, duration) for job in fit[:limit]]

    def claim_job(
        self, view: str | None, job_id: str, worker: str, duration: int, versions: list[int]
    ) -> ModelJob:
        job = self.find(view, job_id)
        exhausted = job.spent >= job.budget
        if job.state == "DEAD_LETTER" and exhausted:
            raise Refused("ATTEMPT_BUDGET_EXHAUSTED")
        waits = job.state == "QUEUED" and job.due > self.now(job)
        if waits or job.state not in ("QUEUED", "LEASED"):
            raise Refused("NOT_CLAIMABLE")
        if job.deadline is not None and self.now(job) < job.deadline:
            raise Refused("LEASE_BUSY")
        if job.version not in versions:
            raise Refused("CHECKPOINT_INCOMPATIBLE")
        if exhausted:
            raise Refused("ATTEMPT_BUDGET_EXHAUSTED")
        if job.state == "LEASED":
            job.end("EXPIRED", "LEASED", self.now(job))
        return self.lease(job, worker, duration)

    def holding(self, view: str | None, shown: dict[str, Any]) -> ModelJob:
        job = self.find(view, shown["job_id"])
        if job.deadline is None or self.now(job) >= job.deadline or not self.is_last(job, shown):
            raise Refused("LEASE_LOST")
        return job

    def is_last(self, job: ModelJob, shown: dict[str, Any]) -> bool:
        last = job.attempts[-1]
        right = (last.worker, last.token) == (shown["worker_id"], shown["lease_token"])
        return right and shown["fence"] in (None, last.fence)

    def succeed(self, view: str | None, shown: dict[str, Any], result: Any) -> ModelJob:
        job = self.find(view, shown["job_id"])
        if job.state == "SUCCEEDED":
            if not self.is_last(job, shown):
                raise Refused("LEASE_LOST")
            if job.result != result:
                raise Refused("RESULT_CONFLICT")
            return job
        job = self.holding(view, shown)
        job.result = result
        job.end("SUCCEEDED", "SUCCEEDED", self.now(job))
        self.note(job, "SUCCEEDED")
        return job

    def speak(self, verb: str, view: str | None, shown: dict[str, Any], number: int) -> ModelJob:
        if verb == "succeed":
            return self.succeed(view, shown, number)
        job = self.holding(view, shown)
        if verb == "heartbeat":
            assert job.deadline is not None
            job.deadline = max(job.deadline, self.now(job) + 50 * number)
            self.note(job, "LEASE_RENEWED")
        elif verb == "checkpoint":
            job.checkpoint, job.version = {"step": number}, number
            self.note(job, "CHECKPOINTED")
        elif verb == "fail":
            job.retry_or_bury("FAILED", self.now(job), retryable=number != 3)
            self.note(job, "FAILED")
        else:
            job.end("RELEASED", "QUEUED", self.now(job))
            job.forgiven += 1
            self.note(job, "RELEASED")
        return job

    def cancel(self, view: str | None, job_id: str) -> ModelJob:
        job = self.find(view, job_id)
        if job.state in ("SUCCEEDED", "DEAD_LETTER"):
            raise Refused("ALREADY_FINISHED")
        if job.state != "CANCELLED":
            if job.state == "LEASED":
                job.end("CANCELLED", "CANCELLED", self.now(job))
            job.state = "CANCELLED"
            job.fence += 1
            self.note(job, "CANCELLED")
        return job

    def redrive(self, view: str | None, job_id: str, budget: int) -> ModelJob:
        job = self.find(view, job_id)
        if job.state != "DEAD_LETTER":
            raise Refused("NOT_DEAD_LETTER")
        self.admit(job.tenant)
        job.state, job.due, job.budget = "QUEUED", self.now(job), budget
        job.forgiven = len(job.attempts)
        self.note(job, "REDRIVEN")
        return job

    def sweep(self, verb: str, view: str | None, limit: int) -> list[ModelJob]:
        if verb == "promote_due":
            found = [(job.due, job) for job in self.visible(view) if job.state == "RETRY_WAIT"]
        else:
            found = [(job.deadline or 0, job) for job in self.visible(view) if job.deadline]
        found.sort(key=lambda pair: (pair[0], self.jobs.index(pair[1])))
        swept = [job for at, job in found if at <= self.now()][:limit]
        for job in swept:
            if verb == "promote_due":
                job.state = "QUEUED"
                self.note(job, "RETRY_PROMOTED")
            else:
                job.retry_or_bury("EXPIRED", self.now(job))
                self.note(job, "LEASE_EXPIRED")
        return swept


class TimePerJob(Model):
    """The same where many write at once: time stands still within each job alone."""

    def now(self, job: ModelJob | None = None) -> int:
        return self.clock if job is None else max(self.clock, job.changed)
