"""The machine of test_model.py: random operations on queues and on the model beside them.

The examples are the same in every run (`derandomize`), and few enough for about ten seconds. For a
longer search raise the number of examples and set derandomize to False.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import astuple
from operator import methodcaller
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from crashqueue_core import (
    Attempt,
    DurableQueue,
    EventKind,
    Job,
    JobRequest,
    JobState,
    ManualClock,
    QueueError,
    Receipt,
    RetryPolicy,
    SeededIdentity,
)
from crashqueue_verify import Verdict, audit

SEARCH = settings(
    max_examples=250,
    stateful_step_count=40,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # a failing run is told as it is; add Phase.shrink to have it short
    report_multiple_bugs=False,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

VIEWS = (None, "north", "south")
TENANTS = ("default", "north", "south")
views = st.sampled_from([None] * 5 + ["north", "south"])
numbers = st.sampled_from([0, *range(1, 10)])
workers = st.sampled_from(["ada", "bob"])
durations = st.sampled_from([50, 100])
versions = st.sampled_from([[1], [1, 2], [2, 3], [1, 2, 3]])
verbs = st.sampled_from(
    ["heartbeat", "checkpoint", "checkpoint", "succeed", "succeed", "fail", "fail", "release"]
)
details = st.integers(1, 3)
changes = st.sampled_from(
    [{}] * 6 + [{"fence": None}, {"fence": 9}, {"worker_id": "eve"}, {"lease_token": "x"}]
)
requests = st.builds(
    JobRequest,
    idempotency_key=st.sampled_from(["a", "b", "c", "d"]),
    job_type=st.just("task"),
    payload=st.sampled_from([0] * 11 + [1]),
    priority=st.sampled_from([0, 0, 5]),
    delay_us=st.sampled_from([0, 0, 0, 100]),
    retry_policy=st.builds(
        RetryPolicy, max_attempts=st.integers(1, 3), base_delay_us=st.sampled_from([0, 60])
    ),
    checkpoint_version=st.sampled_from([1] * 5 + [2]),
    tenant=st.sampled_from([None, None, None, None, "north"]),
)


def seen(job: Job) -> dict[str, Any]:
    """Return what the model knows of a job as well."""
    return {
        "job_id": job.job_id,
        "tenant": job.tenant,
        "sequence": job.submission_sequence,
        "state": job.state.value,
        "due": job.due_at_us,
        "spent": job.spent_attempts,
        "budget": job.attempt_budget,
        "fence": job.fence,
        "deadline": job.lease_expires_at_us,
        "version": job.checkpoint_version,
        "checkpoint": job.checkpoint,
        "finished": job.result_digest is not None,
        "events": job.history_length,
    }


modelled = methodcaller("seen")
"""What `seen` returns, as the model has it."""


class Side:
    """One of the queues: where it is kept, and its doors, the operator's and the tenants'."""

    def __init__(self, place: dict[str, Any], clock: ManualClock) -> None:
        self.options = place | {"clock": clock, "identity": SeededIdentity(1)}
        self.open()

    def open(self) -> None:
        self.queue = DurableQueue(**self.options)
        self.doors: dict[str | None, Any] = {
            view: self.queue if view is None else self.queue.for_tenant(view) for view in VIEWS
        }


class QueueMachine(RuleBasedStateMachine):
    """Queues in lock-step and the model beside them; `met` counts events and refusals.

    `places` returns, for a new folder, what each queue is opened with. With several of them the
    clock `is_steady`: it never goes back, since engines differ in what then stands still.
    """

    def __init__(
        self,
        model_kind: Callable[[], Any],
        met: Counter[str],
        places: Callable[[Path], list[dict[str, Any]]],
        is_steady: bool = False,
    ) -> None:
        super().__init__()
        self.model = model_kind()
        self.met = met
        self.is_steady = is_steady
        self.clock = ManualClock(1_000)
        self.folder = tempfile.TemporaryDirectory()
        self.sides = [Side(place, self.clock) for place in places(Path(self.folder.name))]
        self.leases: list[dict[str, Any]] = []
        self.receipts: dict[str, Receipt] = {}

    def same(self, ask: Callable[[Side], Any]) -> Any:
        """Return the one answer of all queues."""
        first, *others = [ask(side) for side in self.sides]
        assert others == [first] * len(others)
        return first

    def both(
        self, real: Callable[[dict[str | None, Any]], Any], model: Callable[[], Any]
    ) -> tuple[Any, Any] | None:
        """Run both; return their answers, or None when both refused with the same code."""
        answer, code = self.same(lambda side: outcome(lambda: real(side.doors)))
        expected, expected_code = outcome(model)
        assert code == expected_code
        self.met[code] += 1
        return None if code else (answer, expected)

    def job_id(self, number: int) -> str:
        """Return the id of a job; that of number 0 does not exist."""
        jobs = self.model.jobs
        return str(jobs[number % len(jobs)].job_id) if number else "job-0"

    def note_leases(self, answers: tuple[Any, Any] | None) -> None:
        for job, known in zip(*(answers or ((), ())), strict=True):
            known.attempts[-1].token = job.lease_token
            shown = {"job_id": job.job_id, "worker_id": job.lease_worker_id, "fence": job.fence}
            self.leases.append(shown | {"lease_token": job.lease_token})
            assert seen(job) == modelled(known)

    @initialize(batch=st.lists(requests, min_size=3, max_size=5))
    def begin(self, batch: list[JobRequest]) -> None:
        for request in batch:
            self.submit_many(None, [request])

    @rule(step_us=st.sampled_from([0, 1, 49, 50, 51, 60, 1_000, -1, -200]))
    def tell_the_time(self, step_us: int) -> None:
        step_us = max(0, step_us) if self.is_steady else step_us
        self.clock.set(max(0, self.clock.now_us() + step_us))
        self.model.read_clock(self.clock.now_us())

    @rule()
    def reopen(self) -> None:
        for side in self.sides:
            side.queue.close()
            side.open()

    @rule(view=views, batch=st.lists(requests, min_size=1, max_size=3))
    def submit_many(self, view: str | None, batch: list[JobRequest]) -> None:
        answers = self.both(
            lambda doors: doors[view].submit_many(batch),
            lambda: self.model.submit_many(view, batch),
        )
        for real, (known, created) in zip(*(answers or ((), ())), strict=True):
            known.job_id = known.job_id or real.job.job_id
            assert (real.created, real.job.job_id) == (created, known.job_id)

    @rule(
        tenant=st.sampled_from(["default", "default", "north"]),
        room=st.sampled_from([None, 0, 0, 0, 1, -1]),
    )
    def limit(self, tenant: str, room: int | None) -> None:
        """Leave room for so many jobs more than are active now."""
        limit = None if room is None else max(0, self.model.active(tenant) + room)
        self.both(
            lambda doors: doors[None].limit_active_jobs(tenant=tenant, active_limit=limit),
            lambda: self.model.limit(tenant, limit),
        )

    @rule(view=views, worker=workers, duration=durations, needs=versions, limit=st.integers(1, 3))
    def claim(
        self, view: str | None, worker: str, duration: int, needs: list[int], limit: int
    ) -> None:
        options = {"worker_id": worker, "lease_duration_us": duration, "limit": limit}
        answers = self.both(
            lambda doors: doors[view].claim_many(**options, checkpoint_versions=needs),
            lambda: self.model.claim(view, worker, duration, needs, limit),
        )
        self.note_leases(answers)

    @precondition(lambda self: self.model.jobs)
    @rule(view=views, number=numbers, worker=workers, duration=durations, needs=versions)
    def claim_job(
        self, view: str | None, number: int, worker: str, duration: int, needs: list[int]
    ) -> None:
        job_id = self.job_id(number)
        options = {"worker_id": worker, "lease_duration_us": duration}
        answers = self.both(
            lambda doors: (
                doors[view].claim_job(job_id=job_id, **options, checkpoint_versions=needs),
            ),
            lambda: (self.model.claim_job(view, job_id, worker, duration, needs),),
        )
        self.note_leases(answers)

    def show(self, verb: str, view: str | None, shown: dict[str, Any], detail: int) -> None:
        answers = self.both(
            lambda doors: speaking(verb, detail)(doors[view], **shown),
            lambda: self.model.speak(verb, view, shown, detail),
        )
        if answers is not None and verb == "succeed":
            receipt = answers[0]
            assert self.receipts.setdefault(receipt.job.job_id, receipt) == receipt
            self.met["RECEIPT REPEATED"] += self.receipts[receipt.job.job_id] is not receipt

    @precondition(lambda self: self.leases)
    @rule(verb=verbs, view=views, number=st.integers(1, 4), changes=changes, detail=details)
    def speak(
        self, verb: str, view: str | None, number: int, changes: dict[str, Any], detail: int
    ) -> None:
        """Show one of the last leases, as it is or with something changed."""
        shown = self.leases[-min(number, len(self.leases))]
        self.show(verb, view, shown | changes, detail)

    @precondition(lambda self: self.receipts)
    @rule(number=numbers, changes=changes, detail=details)
    def finish_again(self, number: int, changes: dict[str, Any], detail: int) -> None:
        """Succeed once more under one of the leases of a job that was finished."""
        job_id = list(self.receipts)[number % len(self.receipts)]
        shown = [lease for lease in self.leases if lease["job_id"] == job_id][-1]
        self.show("succeed", None, shown | changes, detail)

    @rule(
        worker=workers,
        wait_us=st.sampled_from([0, 0, 99, 100]),
        verb=verbs,
        changes=changes,
        detail=details,
    )
    def work(
        self, worker: str, wait_us: int, verb: str, changes: dict[str, Any], detail: int
    ) -> None:
        """Claim a job, take some time, speak; chance alone seldom finds this sequence."""
        before = len(self.leases)
        self.claim(None, worker, 100, [1, 2, 3], 1)
        self.tell_the_time(wait_us)
        if len(self.leases) > before:
            self.show(verb, None, self.leases[-1] | changes, detail)

    @precondition(lambda self: self.model.jobs)
    @rule(view=views, number=numbers)
    def cancel(self, view: str | None, number: int) -> None:
        job_id = self.job_id(number)
        self.both(
            lambda doors: doors[view].cancel(job_id=job_id),
            lambda: self.model.cancel(view, job_id),
        )

    @precondition(lambda self: self.model.jobs)
    @rule(view=views, number=numbers, budget=st.integers(1, 2))
    def redrive(self, view: str | None, number: int, budget: int) -> None:
        job_id = self.job_id(number)
        self.both(
            lambda doors: doors[view].redrive(job_id=job_id, attempt_budget=budget),
            lambda: self.model.redrive(view, job_id, budget),
        )

    @rule(
        verb=st.sampled_from(["promote_due", "promote_due", "recover_expired"]),
        view=views,
        limit=st.integers(1, 3),
        wait_us=st.sampled_from([0, 60, 1_000]),
    )
    def sweep(self, verb: str, view: str | None, limit: int, wait_us: int) -> None:
        self.tell_the_time(wait_us)
        answers = self.both(
            lambda doors: getattr(doors[view], verb)(limit=limit),
            lambda: self.model.sweep(verb, view, limit),
        )
        for job, known in zip(*(answers or ()), strict=True):
            assert seen(job) == modelled(known)

    @invariant()
    def jobs_are_those_of_the_model(self) -> None:
        jobs = self.same(lambda side: side.queue.list_jobs().jobs)
        assert list(map(seen, jobs)) == list(map(modelled, self.model.jobs))

    def teardown(self) -> None:
        with self.folder, ExitStack() as ending:
            for side in self.sides:
                ending.enter_context(side.queue)
            for job in self.model.jobs:
                self.compare_history(job)
            for tenant in TENANTS:
                self.compare_tenant(tenant)
            ending.close()
            for side in self.sides:
                report = audit(side.options["path"], schema=side.options.get("schema"))
                assert (report.verdict, report.findings) == (Verdict.HOLDS, ())

    def compare_history(self, job: Any) -> None:
        history = self.same(lambda side: side.queue.history(job.job_id))
        assert [event.kind for event in history] == job.kinds
        attempts = [
            (*lease_of(real), real.started_at_us, real.ended_at_us, real.outcome)
            for real in self.same(lambda side: side.queue.attempts(job.job_id))
        ]
        assert attempts == list(map(astuple, job.attempts))
        self.met.update(job.kinds)

    def compare_tenant(self, tenant: str) -> None:
        known = self.model.visible(tenant)
        jobs = self.same(lambda side: side.queue.for_tenant(tenant).list_jobs().jobs)
        assert list(map(seen, jobs)) == list(map(modelled, known))
        states = Counter(job.state for job in known)
        counts = self.same(lambda side: side.queue.for_tenant(tenant).counts())
        assert counts == {state: states[state.value] for state in JobState}
        history = self.same(lambda side: side.queue.tenant_history(tenant))
        limits = [event.data["active_limit"] for event in history]
        assert limits == self.model.limits.get(tenant, [])


def lease_of(attempt: Attempt) -> tuple[str, str, int]:
    return attempt.worker_id, attempt.lease_token, attempt.fence


def outcome(action: Callable[[], Any]) -> tuple[Any, str]:
    """Return what `action` answers and no code, or nothing and its refusal's code."""
    try:
        return action(), ""
    except QueueError as refusal:
        return None, refusal.code
    except LookupError as refusal:
        return None, str(refusal.args[0])


def speaking(verb: str, detail: int) -> Callable[..., Any]:
    """Return the operation of a lease's holder; `detail` chooses how it is meant."""
    options: dict[str, dict[str, Any]] = {
        "heartbeat": {"lease_duration_us": 50 * detail},
        "checkpoint": {"checkpoint": {"step": detail}, "checkpoint_version": detail},
        "succeed": {"result": detail},
        "fail": {"error": "x", "retryable": detail != 3},
        "release": {},
    }
    return lambda queue, **shown: getattr(queue, verb)(**shown, **options[verb])


SOMETIMES = {kind.value for kind in EventKind} - {"LIMIT_CHANGED"} | {
    "",
    "ADMISSION_FULL",
    "ALREADY_FINISHED",
    "ATTEMPT_BUDGET_EXHAUSTED",
    "CHECKPOINT_INCOMPATIBLE",
    "IDEMPOTENCY_CONFLICT",
    "INVALID_ARGUMENT",
    "JOB_NOT_FOUND",
    "LEASE_BUSY",
    "LEASE_LOST",
    "LIMIT_BELOW_ACTIVE",
    "NOT_CLAIMABLE",
    "NOT_DEAD_LETTER",
    "RECEIPT REPEATED",
    "RESULT_CONFLICT",
}
