"""Every state, every command, every way to show a lease: what is legal, and what is refused."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from crashqueue_core import (
    AlreadyFinished,
    Attempt,
    AttemptBudgetExhausted,
    CheckpointIncompatible,
    IllegalTransition,
    Job,
    JobRequest,
    JobState,
    LeaseBusy,
    LeaseLost,
    NotClaimable,
    NotDeadLetter,
    Refusal,
    RetryPolicy,
    lifecycle,
)
from crashqueue_core.history import event_digest
from crashqueue_core.lifecycle import AttemptEnd, Claimant, LeaseClaim, Transition
from crashqueue_core.request import check_request

PAGE = Path(__file__).parents[3] / "docs" / "state-machine.md"
T = 1_000_000
DEADLINE = T + 100
RETRY_DUE = T + 1_000

LIVE = LeaseClaim(worker_id="ada", lease_token="token-1")
SHOWN = {
    "the live lease": LIVE,
    "another token": LeaseClaim(worker_id="ada", lease_token="token-0"),
    "another worker": LeaseClaim(worker_id="bob", lease_token="token-1"),
    "the live lease and fence": LeaseClaim(worker_id="ada", lease_token="token-1", fence=1),
    "another fence": LeaseClaim(worker_id="ada", lease_token="token-1", fence=2),
}
HONEST = ("the live lease", "the live lease and fence")


def claimant(worker_id: str, *checkpoint_versions: int) -> Claimant:
    return Claimant(
        worker_id=worker_id, lease_duration_us=100, checkpoint_versions=checkpoint_versions
    )


TIMES = {
    "before the deadline": DEADLINE - 1,
    "exactly at the deadline": DEADLINE,
    "after the deadline": DEADLINE + 1,
    "when a retry is due": RETRY_DUE,
}

Command = Callable[[Job, LeaseClaim, int], Transition | None]
COMMANDS: dict[str, Command] = {
    "claim": lambda job, _, now: lifecycle.claim(
        job, claimant("eve", 1), lease_token="token-2", now_us=now
    ),
    "claim_job": lambda job, _, now: lifecycle.claim_by_name(
        job, claimant("eve", 1, 2), lease_token="token-2", now_us=now
    ),
    "claim_job, unsupported": lambda job, _, now: lifecycle.claim_by_name(
        job, claimant("eve", 2, 3), lease_token="token-2", now_us=now
    ),
    "checkpoint": lambda job, lease, now: lifecycle.checkpoint(
        job, lease=lease, checkpoint_version=7, checkpoint_json="[1]", now_us=now
    ),
    "heartbeat": lambda job, lease, now: lifecycle.renew_lease(
        job, lease=lease, lease_duration_us=100, now_us=now
    ),
    "succeed": lambda job, lease, now: lifecycle.succeed(
        job, lease=lease, result_digest=None, now_us=now
    ),
    "fail": lambda job, lease, now: lifecycle.fail(
        job, lease=lease, error="broken", retryable=True, now_us=now
    ),
    "fail, not retryable": lambda job, lease, now: lifecycle.fail(
        job, lease=lease, error="broken", retryable=False, now_us=now
    ),
    "release": lambda job, lease, now: lifecycle.release(job, lease=lease, now_us=now),
    "recover": lambda job, _, now: lifecycle.recover(job, now_us=now),
    "promote": lambda job, _, now: lifecycle.promote(job, now_us=now),
    "cancel": lambda job, _, now: lifecycle.cancel(job, now_us=now),
    "redrive": lambda job, _, now: lifecycle.redrive(job, attempt_budget=3, now_us=now),
}
BY_LEASE = {
    "heartbeat": JobState.LEASED,
    "checkpoint": JobState.LEASED,
    "succeed": JobState.SUCCEEDED,
    "fail": JobState.RETRY_WAIT,
    "fail, not retryable": JobState.DEAD_LETTER,
    "release": JobState.QUEUED,
}
CANCEL: dict[JobState, JobState | type[Refusal] | None] = {
    JobState.QUEUED: JobState.CANCELLED,
    JobState.LEASED: JobState.CANCELLED,
    JobState.RETRY_WAIT: JobState.CANCELLED,
    JobState.SUCCEEDED: AlreadyFinished,
    JobState.DEAD_LETTER: AlreadyFinished,
    JobState.CANCELLED: None,
}


def submitted(**policy: int) -> Job:
    request = JobRequest(
        idempotency_key="key",
        job_type="task",
        payload={},
        retry_policy=RetryPolicy(**({"base_delay_us": 1_000, "max_attempts": 2} | policy)),
    )
    return lifecycle.submit(
        check_request(request), job_id="job-1", submission_sequence=1, now_us=T
    ).job


def leased(job: Job, now_us: int = T) -> Job:
    return lifecycle.claim(
        job, claimant("ada", job.checkpoint_version), lease_token="token-1", now_us=now_us
    ).job


def failed(job: Job, now_us: int = T, *, retryable: bool = True) -> Job:
    return lifecycle.fail(job, lease=LIVE, error="x", retryable=retryable, now_us=now_us).job


def job_in(state: JobState) -> Job:
    lease = leased(submitted())
    cancelled = lifecycle.cancel(lease, now_us=T)
    assert cancelled is not None
    jobs = (
        submitted(),
        lease,
        failed(lease),
        lifecycle.succeed(lease, lease=LIVE, result_digest=None, now_us=T).job,
        failed(lease, retryable=False),
        cancelled.job,
    )
    return {job.state: job for job in jobs}[state]


def last_attempt() -> Job:
    """A leased job whose budget this attempt uses up."""
    return leased(submitted(max_attempts=1))


def expected(
    state: JobState, command: str, shown: str, now_us: int
) -> JobState | type[Refusal] | None:
    """Say, in this test's own words, what the command must lead to."""
    if command in BY_LEASE:
        live = state is JobState.LEASED and shown in HONEST and now_us < DEADLINE
        return BY_LEASE[command] if live else LeaseLost
    if command.startswith("claim_job"):
        return claimed_by_name(state, now_us, supported="unsupported" not in command)
    match command, state:
        case "claim", JobState.QUEUED:
            return JobState.LEASED
        case "recover", JobState.LEASED if now_us >= DEADLINE:
            return JobState.RETRY_WAIT
        case "promote", JobState.RETRY_WAIT if now_us >= RETRY_DUE:
            return JobState.QUEUED
        case "redrive", JobState.DEAD_LETTER:
            return JobState.QUEUED
        case "cancel", _:
            return CANCEL[state]
        case _:
            return NotDeadLetter if command == "redrive" else IllegalTransition


def claimed_by_name(state: JobState, now_us: int, *, supported: bool) -> JobState | type[Refusal]:
    if state is JobState.LEASED and now_us < DEADLINE:
        return LeaseBusy
    if state in (JobState.LEASED, JobState.QUEUED):
        return JobState.LEASED if supported else CheckpointIncompatible
    return NotClaimable


EVERYTHING = list(itertools.product(JobState, COMMANDS, SHOWN, TIMES))


def check_step(before: Job, transition: Transition, now_us: int) -> None:
    """Check what every step has in common: one event, chained, and a row that says the same."""
    job, event = transition.job, transition.event
    assert (event.job_id, event.state, event.occurred_at_us) == (job.job_id, job.state, now_us)
    assert event.tenant == before.tenant == job.tenant
    assert event.event_number == before.history_length + 1 == job.history_length
    assert event.previous_digest == before.history_digest
    assert job.history_digest == event_digest(event)
    assert job.updated_at_us == now_us
    lease = (job.lease_worker_id, job.lease_token, job.lease_expires_at_us)
    assert (None not in lease) if job.state is JobState.LEASED else lease == (None, None, None)
    check_attempts(before, transition, now_us)


def check_attempts(before: Job, transition: Transition, now_us: int) -> None:
    """Check that leaving a lease ends its attempt, and that taking one opens the next."""
    job, ended, opened = transition.job, transition.ended, transition.opened
    same_lease = before.lease_token == job.lease_token
    if before.state is JobState.LEASED and not same_lease:
        assert isinstance(ended, AttemptEnd)
        assert (ended.attempt_number, ended.ended_at_us) == (before.attempt_count, now_us)
    else:
        assert ended is None
    if job.state is JobState.LEASED and not same_lease:
        assert isinstance(opened, Attempt)
        assert opened.attempt_number == job.attempt_count == before.attempt_count + 1
        assert opened.fence == job.fence == before.fence + 1
        assert opened.tenant == job.tenant
    else:
        assert opened is None
        cancelled = before.state is not job.state is JobState.CANCELLED
        assert job.fence == before.fence + cancelled


@pytest.mark.parametrize(("state", "command", "shown", "moment"), EVERYTHING)
def test_each_command_in_each_state_is_legal_or_refused_as_the_table_says(
    state: JobState, command: str, shown: str, moment: str
) -> None:
    job, now_us = job_in(state), TIMES[moment]
    outcome = expected(state, command, shown, now_us)
    if isinstance(outcome, JobState):
        transition = COMMANDS[command](job, SHOWN[shown], now_us)
        assert transition is not None
        assert transition.job.state is outcome
        check_step(job, transition, now_us)
    elif outcome is None:
        assert COMMANDS[command](job, SHOWN[shown], now_us) is None
    else:
        with pytest.raises(outcome) as refusal:
            COMMANDS[command](job, SHOWN[shown], now_us)
        assert type(refusal.value) is outcome
        assert refusal.value.data["job_id"] == job.job_id


def steps_that_happen() -> set[tuple[str, str, str, str]]:
    """Try everything; return (command, from, to, event) of what is not refused."""
    found = {("submit", "(nothing)", str(submitted().state), "SUBMITTED")}
    jobs = [*map(job_in, JobState), last_attempt()]
    for job, (name, command), now_us in itertools.product(jobs, COMMANDS.items(), TIMES.values()):
        try:
            step = command(job, LIVE, now_us)
        except Refusal:
            continue
        if step is not None:
            verb = name.split(",")[0]
            found.add((verb, str(job.state), str(step.job.state), str(step.event.kind)))
    return found


def test_page_lists_exactly_the_steps_that_happen() -> None:
    table = re.findall(
        r"^\| `(\w+)` \| (.+?) \| `(\w+)` \| `(\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE
    )
    listed = {
        (command, source.strip("`"), target, event)
        for command, sources, target, event in table
        for source in sources.split(", ")
    }
    assert listed == steps_that_happen()


@pytest.mark.parametrize(("command", "moment"), [("fail", T), ("recover", DEADLINE)])
def test_used_up_budget_makes_a_dead_letter(command: str, moment: int) -> None:
    step = COMMANDS[command](last_attempt(), LIVE, moment)
    assert step is not None
    assert step.job.state is JobState.DEAD_LETTER
    assert step.event.data["due_at_us"] is None


def test_job_is_not_claimed_before_it_is_due() -> None:
    job = replace(submitted(), due_at_us=T + 1)
    with pytest.raises(IllegalTransition):
        leased(job, T)
    assert leased(job, T + 1).state is JobState.LEASED


def test_job_with_a_used_up_budget_cannot_be_claimed() -> None:
    used_up = replace(submitted(max_attempts=1), attempt_count=1)
    with pytest.raises(AttemptBudgetExhausted, match="budget of 1 attempts"):
        leased(used_up)


def test_heartbeat_never_shortens_a_lease() -> None:
    job = leased(submitted())
    shorter = lifecycle.renew_lease(job, lease=LIVE, lease_duration_us=1, now_us=T).job
    longer = lifecycle.renew_lease(job, lease=LIVE, lease_duration_us=100, now_us=T + 1).job
    assert shorter.lease_expires_at_us == DEADLINE
    assert longer.lease_expires_at_us == DEADLINE + 1


def test_released_attempt_costs_nothing_and_keeps_the_place() -> None:
    job = leased(submitted(max_attempts=1))
    queued = lifecycle.release(job, lease=LIVE, now_us=T + 50).job
    assert (queued.attempt_count, queued.spent_attempts) == (1, 0)
    assert queued.due_at_us == T
    assert leased(queued, T + 50).attempt_count == 2


def test_failed_attempts_wait_longer_each_time_up_to_the_cap() -> None:
    job, now_us, waits = submitted(max_attempts=6, max_delay_us=5_000), T, []
    for _ in range(5):
        job = failed(leased(job, now_us), now_us)
        waits.append(job.due_at_us - now_us)
        now_us = job.due_at_us
        job = lifecycle.promote(job, now_us=now_us).job
    assert waits == [1_000, 2_000, 4_000, 5_000, 5_000]


def test_released_attempts_do_not_lengthen_the_delay() -> None:
    job = leased(submitted())
    job = leased(lifecycle.release(job, lease=LIVE, now_us=T).job)
    assert failed(job).due_at_us == T + 1_000


def test_redrive_forgives_every_attempt_and_grants_its_own_budget() -> None:
    dead = failed(leased(submitted(max_attempts=1)))
    queued = lifecycle.redrive(dead, attempt_budget=2, now_us=T + 7).job
    assert (queued.attempt_count, queued.attempts_forgiven, queued.attempt_budget) == (1, 1, 2)
    assert queued.due_at_us == T + 7
    second = failed(leased(queued, T + 7), T + 7)
    assert (second.state, second.due_at_us) == (JobState.RETRY_WAIT, T + 7 + 1_000)
    promoted = lifecycle.promote(second, now_us=second.due_at_us).job
    third = failed(leased(promoted, second.due_at_us), second.due_at_us)
    assert third.state is JobState.DEAD_LETTER


def test_cancelling_a_leased_job_ends_its_attempt() -> None:
    step = lifecycle.cancel(leased(submitted()), now_us=T)
    assert step is not None
    assert step.ended is not None
    assert step.ended.outcome == "CANCELLED"
    assert step.event.data == {"attempt_number": 1, "fence": 2}


def test_open_claim_of_an_unsupported_version_is_refused() -> None:
    with pytest.raises(CheckpointIncompatible) as refusal:
        lifecycle.claim(submitted(), claimant("ada", 2, 3), lease_token="token-1", now_us=T)
    assert refusal.value.data == {
        "job_id": "job-1",
        "checkpoint_version": 1,
        "checkpoint_versions": [2, 3],
    }


def test_takeover_is_one_event_that_ends_an_attempt_and_opens_the_next() -> None:
    step = COMMANDS["claim_job"](leased(submitted()), LIVE, DEADLINE)
    assert step is not None
    assert step.ended is not None
    assert (step.ended.outcome, step.ended.attempt_number) == ("EXPIRED", 1)
    assert step.event.data == {
        "attempt_number": 2,
        "checkpoint_versions": [1, 2],
        "fence": 2,
        "lease_expires_at_us": DEADLINE + 100,
        "lease_token": "token-2",
        "worker_id": "eve",
    }
