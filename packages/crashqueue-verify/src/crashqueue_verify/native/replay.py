"""One job's history, event by event: numbered, chained, legal, and matched by its attempts."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from crashqueue_verify.native.attempts import AttemptLedger
from crashqueue_verify.native.machine import Refusal, advance
from crashqueue_verify.native.replayed_job import ReplayedJob

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crashqueue_verify.findings import Findings

EventRow = tuple[str, int, int, str, str, int, str, str]
"""job_id, event_number, event_sequence, kind, state, occurred_at_us, data, previous_digest."""

EVENT_COLUMNS: Final = (
    "job_id, event_number, event_sequence, kind, state, occurred_at_us, data, previous_digest"
)
EVENTS: Final = f"""
    SELECT {EVENT_COLUMNS} FROM events ORDER BY job_id COLLATE BINARY, event_number
"""


def replay_history(
    job: ReplayedJob,
    events: Iterable[EventRow],
    attempts: Iterator[tuple[object, ...]],
    findings: Findings,
) -> AttemptLedger:
    """Take `job` through `events` in order of number, and report what is wrong with them.

    Afterwards `job.is_complete` says whether every event could be replayed. Attempt rows are
    compared as far as the replay goes; the ledger returned compares what is left of them.
    """
    # The hot loop of every audit: most of its time is spent here.
    sha256 = hashlib.sha256
    ledger = AttemptLedger(job, attempts, findings)
    number_before = sequence_before = 0
    digest = job.history_digest
    for event in events:
        job_id, number, sequence, kind, state, now_us, data, previous_digest = event
        if number != number_before + 1:
            _add(findings, "CQ122", f"event {number_before + 1} is missing or doubled", event)
            job.is_complete = False
            digest = previous_digest
        if sequence < sequence_before:
            _add(findings, "CQ120", "the event is stored before the one it follows", event)
        if previous_digest != digest:
            _add(findings, "CQ123", "the event before was changed after it was written", event)
        digest = sha256(
            f"{previous_digest}\n{job_id}\n{number}\n{kind}\n{state}\n{now_us}\n{data}".encode()
        ).hexdigest()
        number_before = number
        sequence_before = sequence
        if job.is_complete:
            was_leased = job.state == "LEASED"
            try:
                advance(job, kind, state, now_us, data)
            except Refusal as refusal:
                _add(findings, refusal.rule_id, refusal.sentence, event)
                job.is_complete = False
                continue
            if job.doubts:
                _add_doubts(findings, job, event)
            if was_leased is not (job.state == "LEASED"):
                ledger.follow(kind, now_us)
    job.history_length = number_before
    job.history_digest = digest
    return ledger


def _add_doubts(findings: Findings, job: ReplayedJob, event: EventRow) -> None:
    for doubt in job.doubts:
        _add(findings, doubt.rule_id, doubt.sentence, event)
    job.doubts.clear()


def _add(findings: Findings, rule_id: str, sentence: str, event: EventRow) -> None:
    row = dict(zip(EVENT_COLUMNS.split(", "), event, strict=True))
    job_id = str(row.pop("job_id"))
    findings.add(rule_id, sentence, job_id=job_id, rows=[{"table": "events", **row}])
