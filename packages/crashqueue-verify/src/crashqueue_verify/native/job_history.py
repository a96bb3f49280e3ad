"""One job's history, replayed and matched by its attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crashqueue_verify.native.attempts import AttemptLedger
from crashqueue_verify.native.machine import advance
from crashqueue_verify.native.replay import replay_history

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.replay import EventRow
    from crashqueue_verify.native.replayed_job import ReplayedJob


def replay_job(
    job: ReplayedJob,
    events: Iterable[EventRow],
    attempts: Iterator[tuple[object, ...]],
    findings: Findings,
) -> AttemptLedger:
    """Take `job` through `events` in order of number, and report what is wrong with them.

    Attempt rows are compared as far as the replay goes; the ledger returned compares what is left
    of them.
    """
    ledger = AttemptLedger(job, attempts, findings)

    def take(kind: str, state: str, now_us: int, data: str, /) -> None:
        lease_token = job.lease_token
        advance(job, kind, state, now_us, data)
        if kind == "CLAIMED" or job.lease_token is not lease_token:
            ledger.follow(kind, now_us)

    replay_history(job, events, take, findings)
    return ledger
