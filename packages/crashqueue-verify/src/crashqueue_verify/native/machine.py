"""The auditor's own state machine: what each event does to a job, and what it demands.

It repeats the table of event kinds in docs/reference/format.md. A step that cannot be taken raises
Refusal, and the job's replay ends there. A demand that is not met is noted as a Doubt, and the
replay goes on with what the event says, so that one wrong time does not hide what follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.findings import printable
from crashqueue_verify.native.event_data import Malformed, parse_data
from crashqueue_verify.native.replayed_job import NOTHING, ReplayedJob

if TYPE_CHECKING:
    from collections.abc import Callable

FINAL_STATES: Final = frozenset({"SUCCEEDED", "CANCELLED", "DEAD_LETTER"})

LEGAL_STEPS: Final = frozenset(
    {
        (NOTHING, "SUBMITTED", "QUEUED"),
        ("QUEUED", "CLAIMED", "LEASED"),
        ("LEASED", "LEASE_RENEWED", "LEASED"),
        ("LEASED", "SUCCEEDED", "SUCCEEDED"),
        ("LEASED", "FAILED", "RETRY_WAIT"),
        ("LEASED", "FAILED", "DEAD_LETTER"),
        ("LEASED", "LEASE_EXPIRED", "RETRY_WAIT"),
        ("LEASED", "LEASE_EXPIRED", "DEAD_LETTER"),
        ("LEASED", "RELEASED", "QUEUED"),
        ("RETRY_WAIT", "RETRY_PROMOTED", "QUEUED"),
        ("QUEUED", "CANCELLED", "CANCELLED"),
        ("LEASED", "CANCELLED", "CANCELLED"),
        ("RETRY_WAIT", "CANCELLED", "CANCELLED"),
        ("DEAD_LETTER", "REDRIVEN", "QUEUED"),
    }
)
"""(state before, kind, state after)."""


class Refusal(Exception):
    """An event that cannot follow."""

    def __init__(self, rule_id: str, sentence: str) -> None:
        super().__init__(sentence)
        self.rule_id = rule_id
        self.sentence = sentence


def advance(job: ReplayedJob, kind: str, state: str, now_us: int, data_json: str) -> None:
    """Take one step of `job`, or raise Refusal."""
    if (job.state, kind, state) not in LEGAL_STEPS:
        raise _refusal(job, kind, state)
    try:
        data = parse_data(kind, data_json)
    except Malformed as error:
        raise Refusal("CQ125", str(error)) from error
    STEPS[kind](job, now_us, data)
    if job.state != state:
        raise Refusal("CQ125", f"the data of {kind} belongs to another state than the event names")
    job.updated_at_us = now_us


def _refusal(job: ReplayedJob, kind: str, state: str) -> Refusal:
    before = job.state
    if kind not in STEPS:
        return Refusal("CQ125", "the kind of event is not known")
    if (before == NOTHING) != (kind == "SUBMITTED"):
        what = "does not start with SUBMITTED" if before == NOTHING else "holds SUBMITTED again"
        return Refusal("CQ121", f"the history {what}")
    if before in FINAL_STATES and (before, kind) != ("DEAD_LETTER", "REDRIVEN"):
        return Refusal("CQ127", f"{kind} follows {before}, which is final")
    return Refusal("CQ126", f"{kind} cannot lead from {before} to {printable(state)}")


def _submitted(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    policy = data["retry_policy"]
    job.state = "QUEUED"
    job.submitted_at_us = now_us
    job.submission_sequence = data["submission_sequence"]
    job.idempotency_key = data["idempotency_key"]
    job.job_type = data["job_type"]
    job.payload_digest = data["payload_digest"]
    job.priority = data["priority"]
    job.due_at_us = data["due_at_us"]
    job.base_delay_us = policy["base_delay_us"]
    job.delay_factor = policy["factor"]
    job.max_delay_us = policy["max_delay_us"]
    job.max_attempts = job.attempt_budget = policy["max_attempts"]
    if job.due_at_us < now_us:
        job.doubt("CQ129", "the job was submitted as due before its submission")


def _claimed(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    if job.spent_attempts >= job.attempt_budget:
        job.doubt("CQ130", "the job was claimed although its attempt budget was used up")
    if now_us < job.due_at_us:
        job.doubt("CQ129", "the job was claimed before it was due")
    job.attempt_count += 1
    _require_attempt(job, data)
    job.state = "LEASED"
    job.lease_worker_id = data["worker_id"]
    job.lease_token = data["lease_token"]
    job.deadline_us = data["lease_expires_at_us"]
    _require_live_lease(job, now_us, "claimed with a lease that had run out already")


def _lease_renewed(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_attempt(job, data)
    _require_live_lease(job, now_us, "renewed after the lease had run out")
    if data["lease_expires_at_us"] < job.deadline_us:
        job.doubt("CQ128", "the lease was shortened")
    job.deadline_us = data["lease_expires_at_us"]


def _succeeded(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_attempt(job, data)
    _require_live_lease(job, now_us, "finished after the lease had run out")
    job.result_digest = data["result_digest"]
    job.end_lease("SUCCEEDED")


def _failed(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_attempt(job, data)
    _require_live_lease(job, now_us, "failed after the lease had run out")
    job.error = data["error"]
    _retry_or_bury(job, now_us, data["due_at_us"], is_final=not data["retryable"])


def _lease_expired(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_attempt(job, data)
    if now_us < job.deadline_us:
        job.doubt("CQ128", "the lease was taken away before it had run out")
    _retry_or_bury(job, now_us, data["due_at_us"], is_final=False)


def _released(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_attempt(job, data)
    _require_live_lease(job, now_us, "released after the lease had run out")
    job.attempts_forgiven += 1
    job.end_lease("QUEUED")


def _retry_promoted(job: ReplayedJob, now_us: int, _data: dict[str, Any]) -> None:
    if now_us < job.due_at_us:
        job.doubt("CQ129", "the retry was promoted before it was due")
    job.state = "QUEUED"


def _cancelled(job: ReplayedJob, _now_us: int, data: dict[str, Any]) -> None:
    named = data["attempt_number"]
    if named != (job.attempt_count if job.state == "LEASED" else None):
        raise Refusal("CQ133", "the cancellation does not name the open attempt")
    job.end_lease("CANCELLED")


def _redriven(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    job.state = "QUEUED"
    job.attempt_budget = data["attempt_budget"]
    job.attempts_forgiven = job.attempt_count
    job.due_at_us = now_us
    if job.attempt_budget < 1:
        job.doubt("CQ134", "the redrive granted no attempt")


def _require_attempt(job: ReplayedJob, data: dict[str, Any]) -> None:
    if data["attempt_number"] != job.attempt_count:
        raise Refusal("CQ133", f"the event does not name attempt {job.attempt_count}")


def _require_live_lease(job: ReplayedJob, now_us: int, sentence: str) -> None:
    if now_us >= job.deadline_us:
        job.doubt("CQ128", f"the job was {sentence}")


def _retry_or_bury(job: ReplayedJob, now_us: int, due_at_us: int | None, *, is_final: bool) -> None:
    must_end = is_final or job.spent_attempts >= job.attempt_budget
    if due_at_us is None:
        if not must_end:
            job.doubt("CQ131", "the job became a dead letter although attempts were left")
        job.end_lease("DEAD_LETTER")
        return
    if must_end:
        job.doubt("CQ131", "the job is retried although nothing was left to try")
    if due_at_us != now_us + job.retry_delay_us():
        job.doubt("CQ132", "the retry is due at another time than the policy gives")
    job.due_at_us = due_at_us
    job.end_lease("RETRY_WAIT")


STEPS: Final[dict[str, Callable[[ReplayedJob, int, dict[str, Any]], None]]] = {
    "SUBMITTED": _submitted,
    "CLAIMED": _claimed,
    "LEASE_RENEWED": _lease_renewed,
    "SUCCEEDED": _succeeded,
    "FAILED": _failed,
    "LEASE_EXPIRED": _lease_expired,
    "RELEASED": _released,
    "RETRY_PROMOTED": _retry_promoted,
    "CANCELLED": _cancelled,
    "REDRIVEN": _redriven,
}
