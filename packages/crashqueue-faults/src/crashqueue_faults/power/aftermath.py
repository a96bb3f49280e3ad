"""After the power is back: the queue opens what it finds, and every job must come to an end."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from crashqueue_core import DurableQueue, JobState, ManualClock, QueueError, SeededIdentity
from crashqueue_core.execution import held_lease
from crashqueue_faults.power.verdict import StateVerdict
from crashqueue_verify import AuditError, Verdict, audit

_LATER_US: Final = 86_400_000_000
_LEASE_DURATION_US: Final = 60_000_000
_ROUNDS: Final = 10
_ACTIVE: Final = (JobState.QUEUED, JobState.LEASED, JobState.RETRY_WAIT)


def flaw_of_aftermath(path: Path) -> StateVerdict | None:
    """Open the queue at `path` as an application would, drive it to its end, and audit it again.

    Returns REFUSED when the queue refuses the files, STRANDED when a job does not get to its end,
    HISTORY_DISAGREES when an invariant is broken at the end, or None.
    """
    clock = ManualClock(_LATER_US)
    try:
        queue = DurableQueue(path, clock=clock, identity=SeededIdentity("after-power-loss"))
    except QueueError:
        return StateVerdict.REFUSED
    with queue:
        try:
            ended = drive_to_end(queue, clock)
        except QueueError:
            ended = False
    if not ended:
        return StateVerdict.STRANDED
    try:
        holds = audit(path).verdict is Verdict.HOLDS
    except AuditError:
        holds = False
    return None if holds else StateVerdict.HISTORY_DISAGREES


def drive_to_end(queue: DurableQueue, clock: ManualClock) -> bool:
    """Submit one job more and work until none is active; return whether that was reached."""
    queue.submit(idempotency_key="after-power-loss", job_type="synthetic.power", payload=None)
    for _ in range(_ROUNDS):
        counts = queue.counts()
        if not any(counts[state] for state in _ACTIVE):
            return True
        clock.advance(_LATER_US)
        queue.recover_expired()
        queue.promote_due()
        clock.advance(_LATER_US)
        queue.promote_due()
        for job in queue.claim_many(
            worker_id="worker-after", lease_duration_us=_LEASE_DURATION_US, limit=100
        ):
            queue.succeed(**held_lease(job), result="done")
    return False
