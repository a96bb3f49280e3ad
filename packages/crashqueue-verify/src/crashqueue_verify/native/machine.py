"""The auditor's own state machine: which event may follow in which state of a job.

It repeats the table of event kinds in docs/reference/format.md. A step that cannot be taken raises
Refusal, and the job's replay ends there. A demand that is not met is noted as a Doubt, and the
replay goes on with what the event says, so that one wrong time does not hide what follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable
from crashqueue_verify.native.event_data import parse_data
from crashqueue_verify.native.replayed_history import NOTHING, Refusal
from crashqueue_verify.native.steps import STEPS

if TYPE_CHECKING:
    from crashqueue_verify.native.replayed_job import ReplayedJob

FINAL_STATES: Final = frozenset({"SUCCEEDED", "CANCELLED", "DEAD_LETTER"})

LEGAL_STEPS: Final = frozenset(
    {
        (NOTHING, "SUBMITTED", "QUEUED"),
        ("QUEUED", "CLAIMED", "LEASED"),
        ("LEASED", "CLAIMED", "LEASED"),
        ("LEASED", "LEASE_RENEWED", "LEASED"),
        ("LEASED", "CHECKPOINTED", "LEASED"),
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


def advance(job: ReplayedJob, kind: str, state: str, now_us: int, data_json: str) -> None:
    """Take one step of `job`, or raise Refusal."""
    if (job.state, kind, state) not in LEGAL_STEPS:
        raise _refusal(job, kind, state)
    STEPS[kind](job, now_us, parse_data(kind, data_json))
    if job.state != state:
        raise Refusal("CQ125", f"the data of {kind} belongs to another state than the event names")
    job.updated_at_us = now_us


def _refusal(job: ReplayedJob, kind: str, state: str) -> Refusal:
    before = job.state
    if kind not in STEPS:
        return Refusal("CQ125", "no job has an event of this kind")
    if (before == NOTHING) != (kind == "SUBMITTED"):
        what = "does not start with SUBMITTED" if before == NOTHING else "holds SUBMITTED again"
        return Refusal("CQ121", f"the history {what}")
    if before in FINAL_STATES and (before, kind) != ("DEAD_LETTER", "REDRIVEN"):
        return Refusal("CQ127", f"{kind} follows {before}, which is final")
    return Refusal("CQ126", f"{kind} cannot lead from {before} to {printable(state)}")
