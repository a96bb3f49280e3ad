"""The next event of a job or a tenant, and the digest that chains it to those before. Pure."""

from __future__ import annotations

from crashqueue_core.canonical import JSONValue, canonical_facts, digest
from crashqueue_core.model import AdmissionState, Event, EventKind, JobState


def next_event(
    *,
    tenant: str,
    job_id: str | None,
    history_length: int,
    history_digest: str,
    kind: EventKind,
    state: JobState | AdmissionState,
    now_us: int,
    data: dict[str, JSONValue],
) -> Event:
    """Return the event that follows `history_length` events whose last has `history_digest`."""
    return Event(
        tenant=tenant,
        job_id=job_id,
        event_number=history_length + 1,
        kind=kind,
        state=state,
        occurred_at_us=now_us,
        data_json=canonical_facts(data),
        previous_digest=history_digest,
    )


def event_digest(event: Event) -> str:
    """Return the digest that the next event, and the row, carries for `event`.

    The preimage is defined in docs/reference/format.md, "The event digest".
    """
    return digest(
        f"{event.previous_digest}\n{event.tenant}\n{event.job_id or ''}\n{event.event_number}\n"
        f"{event.kind}\n{event.state}\n{event.occurred_at_us}\n{event.data_json}"
    )
