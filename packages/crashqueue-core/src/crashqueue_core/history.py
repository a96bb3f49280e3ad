"""The next event of a job, and the digest that chains it to the ones before. Pure functions."""

from __future__ import annotations

from crashqueue_core.canonical import JSONValue, canonical_facts, digest
from crashqueue_core.model import Event, EventKind, JobState


def next_event(
    *,
    job_id: str,
    history_length: int,
    history_digest: str,
    kind: EventKind,
    state: JobState,
    now_us: int,
    data: dict[str, JSONValue],
) -> Event:
    """Return the event that follows `history_length` events whose last has `history_digest`."""
    return Event(
        job_id=job_id,
        event_number=history_length + 1,
        kind=kind,
        state=state,
        occurred_at_us=now_us,
        data_json=canonical_facts(data),
        previous_digest=history_digest,
    )


def event_digest(event: Event) -> str:
    """Return the digest that the next event, or the job row, carries for `event`.

    The preimage is defined in docs/reference/format.md, "The event digest".
    """
    return digest(
        f"{event.previous_digest}\n{event.job_id}\n{event.event_number}\n{event.kind}\n"
        f"{event.state}\n{event.occurred_at_us}\n{event.data_json}"
    )
