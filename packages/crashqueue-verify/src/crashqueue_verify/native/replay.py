"""One history, event by event: numbered, chained, and each event a step that can be taken."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, Protocol

from crashqueue_verify.findings import printable
from crashqueue_verify.native.replayed_history import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.replayed_history import ReplayedHistory

EventRow = tuple[str, str, int, int, str, str, int, str, str]
"""The columns of EVENT_COLUMNS; the job id is empty in a tenant's own event."""

EVENT_COLUMNS: Final = (
    "job_id, tenant, event_number, event_sequence, kind, state, occurred_at_us, data, "
    "previous_digest"
)
EVENTS_OF_JOBS: Final = f"""
    SELECT {EVENT_COLUMNS} FROM events
    WHERE job_id IS NOT NULL ORDER BY job_id COLLATE BINARY, event_number
"""


class TakeStep(Protocol):
    """What an event does to the subject of the history."""

    def __call__(self, kind: str, state: str, now_us: int, data: str, /) -> None:
        """Take the step, or raise Refusal; doubts are left in the history."""


def replay_history(
    history: ReplayedHistory, events: Iterable[EventRow], take: TakeStep, findings: Findings
) -> None:
    """Take the subject of `history` through `events` in order of number; report what is wrong.

    Afterwards `history.is_complete` says whether every event could be replayed.
    """
    # The hot loop of every audit: most of its time is spent here.
    sha256 = hashlib.sha256
    number_before = sequence_before = 0
    digest = history.history_digest
    for event in events:
        job_id, tenant, number, sequence, kind, state, now_us, data, previous_digest = event
        if number != number_before + 1:
            sentence = f"event {number_before + 1} is missing or doubled"
            _add(findings, history, "CQ122", sentence, event)
            history.is_complete = False
            digest = previous_digest
        if sequence < sequence_before:
            sentence = "the event is stored before the one it follows"
            _add(findings, history, "CQ120", sentence, event)
        if tenant != history.tenant:
            _meet_tenant(findings, history, event)
        if previous_digest != digest:
            sentence = "the event before was changed after it was written"
            _add(findings, history, "CQ123", sentence, event)
        digest = sha256(
            f"{previous_digest}\n{tenant}\n{job_id}\n{number}\n{kind}\n{state}\n{now_us}\n{data}".encode()
        ).hexdigest()
        number_before = number
        sequence_before = sequence
        if history.is_complete:
            try:
                take(kind, state, now_us, data)
            except Refusal as refusal:
                _add(findings, history, refusal.rule_id, refusal.sentence, event)
                history.is_complete = False
                continue
            if history.doubts:
                _add_doubts(findings, history, event)
    history.history_length = number_before
    history.history_digest = digest


def _meet_tenant(findings: Findings, history: ReplayedHistory, event: EventRow) -> None:
    tenant = event[1]
    if history.tenant:
        sentence = f"the event belongs to tenant {printable(tenant)}, the first one to another"
        _add(findings, history, "CQ161", sentence, event)
    else:
        history.tenant = tenant


def _add_doubts(findings: Findings, history: ReplayedHistory, event: EventRow) -> None:
    for doubt in history.doubts:
        _add(findings, history, doubt.rule_id, doubt.sentence, event)
    history.doubts.clear()


def _add(
    findings: Findings, history: ReplayedHistory, rule_id: str, sentence: str, event: EventRow
) -> None:
    row = dict(zip(EVENT_COLUMNS.split(", "), event, strict=True))
    del row["job_id"]
    findings.add(rule_id, sentence, job_id=history.job_id, rows=[{"table": "events", **row}])
