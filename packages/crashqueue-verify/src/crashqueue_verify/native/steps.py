"""What each kind of event does to a job, and what it demands of the job before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.native.canonical import encode_canonical, is_too_deep
from crashqueue_verify.native.replayed_history import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify.native.replayed_job import ReplayedJob

MAX_CHECKPOINT_BYTES: Final = 16_384


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
    job.initial_checkpoint_version = job.checkpoint_version = data["checkpoint_version"]
    job.base_delay_us = policy["base_delay_us"]
    job.delay_factor = policy["factor"]
    job.max_delay_us = policy["max_delay_us"]
    job.max_attempts = job.attempt_budget = policy["max_attempts"]
    if job.due_at_us < now_us:
        job.doubt("CQ129", "the job was submitted as due before its submission")


def _claimed(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    if job.state == "LEASED":
        _require_end_of_lease(job, now_us)
    elif now_us < job.due_at_us:
        job.doubt("CQ129", "the job was claimed before it was due")
    if job.attempt_count - job.attempts_forgiven >= job.attempt_budget:
        job.doubt("CQ130", "the job was claimed although its attempt budget was used up")
    if job.checkpoint_version not in data["checkpoint_versions"]:
        needed = job.checkpoint_version
        job.doubt("CQ137", f"the worker did not name checkpoint version {needed}, which it needs")
    job.attempt_count += 1
    _require_attempt(job, data)
    _raise_fence(job, data)
    job.state = "LEASED"
    job.lease_worker_id = data["worker_id"]
    job.lease_token = data["lease_token"]
    job.deadline_us = data["lease_expires_at_us"]
    if now_us >= job.deadline_us:
        job.doubt("CQ128", "the job was claimed with a lease that had run out already")


def _lease_renewed(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_holder(job, now_us, data, "renewed")
    if data["lease_expires_at_us"] < job.deadline_us:
        job.doubt("CQ128", "the lease was shortened")
    job.deadline_us = data["lease_expires_at_us"]


def _checkpointed(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_holder(job, now_us, data, "given a checkpoint")
    checkpoint = encode_canonical(data["checkpoint"])
    if len(checkpoint.encode()) > MAX_CHECKPOINT_BYTES:
        job.doubt("CQ138", f"the checkpoint is larger than {MAX_CHECKPOINT_BYTES} bytes")
    if is_too_deep(checkpoint, data["checkpoint"]):
        job.doubt("CQ138", "the checkpoint is nested too deep")
    job.checkpoint = checkpoint
    job.checkpoint_version = data["checkpoint_version"]


def _succeeded(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_holder(job, now_us, data, "finished")
    job.result_digest = data["result_digest"]
    job.end_lease("SUCCEEDED")


def _failed(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_holder(job, now_us, data, "failed")
    job.error = data["error"]
    _retry_or_bury(job, now_us, data["due_at_us"], is_final=not data["retryable"])


def _lease_expired(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_attempt(job, data)
    _require_end_of_lease(job, now_us)
    _retry_or_bury(job, now_us, data["due_at_us"], is_final=False)


def _released(job: ReplayedJob, now_us: int, data: dict[str, Any]) -> None:
    _require_holder(job, now_us, data, "released")
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
    _raise_fence(job, data)
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


def _require_holder(job: ReplayedJob, now_us: int, data: dict[str, Any], participle: str) -> None:
    if data["lease_token"] != job.lease_token:
        # A number that is wrong as well is then no further mistake.
        job.doubt("CQ136", f"the job was {participle} under another lease than its present one")
    else:
        _require_attempt(job, data)
    if now_us >= job.deadline_us:
        job.doubt("CQ128", f"the job was {participle} after the lease had run out")


def _require_end_of_lease(job: ReplayedJob, now_us: int) -> None:
    if now_us < job.deadline_us:
        job.doubt("CQ128", "the lease was taken away before it had run out")


def _raise_fence(job: ReplayedJob, data: dict[str, Any]) -> None:
    if data["fence"] != job.fence + 1:
        job.doubt("CQ135", f"the fence is {data['fence']}, not {job.fence + 1}")
    job.fence = data["fence"]


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
    "CHECKPOINTED": _checkpointed,
    "SUCCEEDED": _succeeded,
    "FAILED": _failed,
    "LEASE_EXPIRED": _lease_expired,
    "RELEASED": _released,
    "RETRY_PROMOTED": _retry_promoted,
    "CANCELLED": _cancelled,
    "REDRIVEN": _redriven,
}
