"""The next event of a job or a tenant, and the digest that chains it to those before. Pure."""

from __future__ import annotations

from typing import Protocol

from crashqueue_core.canonical import JSONValue, canonical_facts, digest
from crashqueue_core.model import AdmissionState, Event, EventKind, JobState


class HasHistory(Protocol):
    """Whoever has a chain of events: a job or a tenant."""

    @property
    def tenant(self) -> str:
        """To whom it belongs."""
        ...

    @property
    def history_length(self) -> int:
        """How many events it has."""
        ...

    @property
    def history_digest(self) -> str:
        """The digest of the last one, or GENESIS_DIGEST."""
        ...


def next_event(
    subject: HasHistory,
    job_id: str | None,
    *,
    kind: EventKind,
    state: JobState | AdmissionState,
    now_us: int,
    data: dict[str, JSONValue],
) -> Event:
    """Return the event that follows those that `subject` has."""
    return Event(
        tenant=subject.tenant,
        job_id=job_id,
        event_number=subject.history_length + 1,
        kind=kind,
        state=state,
        occurred_at_us=now_us,
        data_json=canonical_facts(data),
        previous_digest=subject.history_digest,
    )


def event_digest(event: Event) -> str:
    """Return the digest that the next event, and the row, carries for `event`.

    The preimage is defined in docs/reference/format.md, "The event digest".
    """
    return digest(
        f"{event.previous_digest}\n{event.tenant}\n{event.job_id or ''}\n{event.event_number}\n"
        f"{event.kind}\n{event.state}\n{event.occurred_at_us}\n{event.data_json}"
    )
