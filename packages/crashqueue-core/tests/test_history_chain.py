"""The chain of digests, against values worked out from format.md and not from this code."""

from __future__ import annotations

import hashlib
from typing import Any

from crashqueue_core import DurableQueue, Event, EventKind, JobState
from crashqueue_core.history import event_digest, next_event

# printf '%064d\nnorth\njob-1\n1\nSUBMITTED\nQUEUED\n1000000\n{"a":"é\\n"}' 0 | sha256sum
KNOWN = "66505c8b4ecaf7953fa9f007ee053200420aa2f06036c635292c35cd9776d9fc"
# printf '%064d\nnorth\n\n1\nLIMIT_CHANGED\nLIMITED\n1000000\n{"active_limit":3}' 0 | sha256sum
KNOWN_OF_A_TENANT = "05992a2df742f9c32cfe1a75f50398e2b1ade427d596746d6f6df2efebd9786d"


def first_event() -> Event:
    return next_event(
        tenant="north",
        job_id="job-1",
        history_length=0,
        history_digest="0" * 64,
        kind=EventKind.SUBMITTED,
        state=JobState.QUEUED,
        now_us=1_000_000,
        data={"a": "é\n"},
    )


def test_event_digest_is_the_known_one() -> None:
    assert event_digest(first_event()) == KNOWN


def test_every_field_is_covered_by_the_digest() -> None:
    event = first_event()
    fields = {name: getattr(event, name) for name in Event.__slots__}
    changed: dict[str, Any] = {
        "tenant": "south",
        "job_id": "job-2",
        "event_number": 2,
        "kind": EventKind.CLAIMED,
        "state": JobState.LEASED,
        "occurred_at_us": 1_000_001,
        "data_json": "{}",
        "previous_digest": "1" * 64,
    }
    digests = {event_digest(Event(**(fields | {name: value}))) for name, value in changed.items()}
    assert set(changed) == set(fields)
    assert len(digests | {KNOWN}) == 9


def test_stored_history_is_chained_from_zeros_to_the_row(queue: DurableQueue, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    queue.heartbeat(**lease, lease_duration_us=5_000)
    job = queue.succeed(**lease, result={"ok": True}).job
    previous = "0" * 64
    for number, event in enumerate(queue.history(job.job_id), start=1):
        assert (event.event_number, event.previous_digest) == (number, previous)
        values = (previous, "default", job.job_id, number, event.kind, event.state)
        text = "\n".join(map(str, (*values, event.occurred_at_us, event.data_json)))
        previous = hashlib.sha256(text.encode()).hexdigest()
    assert (job.history_length, job.history_digest) == (4, previous)


def test_tenants_own_history_is_chained_the_same_way(queue: DurableQueue) -> None:
    first = queue.limit_active_jobs(tenant="north", active_limit=3)
    assert (first.history_length, first.history_digest) == (1, KNOWN_OF_A_TENANT)
    second = queue.limit_active_jobs(tenant="north", active_limit=None)
    events = queue.tenant_history("north")
    assert [event.job_id for event in events] == [None, None]
    assert [event.previous_digest for event in events] == ["0" * 64, KNOWN_OF_A_TENANT]
    assert (second.history_length, second.history_digest) == (2, event_digest(events[1]))
