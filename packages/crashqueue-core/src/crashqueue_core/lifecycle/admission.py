"""How many active jobs a tenant may have, and how that changes."""

from __future__ import annotations

from dataclasses import dataclass

from crashqueue_core.errors import AdmissionFull, LimitBelowActive
from crashqueue_core.history import event_digest, next_event
from crashqueue_core.model import (
    GENESIS_DIGEST,
    AdmissionState,
    Event,
    EventKind,
    Tenant,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantTransition:
    """One step of a tenant: how it is afterwards, and its one event."""

    tenant: Tenant
    event: Event


def new_tenant(name: str) -> Tenant:
    """Return a tenant of which nothing was ever recorded."""
    return Tenant(
        tenant=name,
        active_limit=None,
        updated_at_us=0,
        history_length=0,
        history_digest=GENESIS_DIGEST,
    )


def admit(tenant: Tenant, active_jobs: int) -> None:
    """Refuse one more active job when the tenant's limit is reached."""
    limit = tenant.active_limit
    if limit is not None and active_jobs >= limit:
        raise AdmissionFull(
            f"the tenant's limit of {limit} active jobs is reached",
            tenant=tenant.tenant,
            active_limit=limit,
        )


def limit_active_jobs(
    tenant: Tenant, *, active_limit: int | None, active_jobs: int, now_us: int
) -> TenantTransition:
    """Set, change or (with None) lift the limit; never below the present number of active jobs."""
    if active_limit is not None and active_jobs > active_limit:
        raise LimitBelowActive(
            f"the tenant has {active_jobs} active jobs, more than a limit of {active_limit}",
            tenant=tenant.tenant,
            active_jobs=active_jobs,
        )
    now_us = max(now_us, tenant.updated_at_us)
    state = AdmissionState.UNLIMITED if active_limit is None else AdmissionState.LIMITED
    event = next_event(
        tenant=tenant.tenant,
        job_id=None,
        history_length=tenant.history_length,
        history_digest=tenant.history_digest,
        kind=EventKind.LIMIT_CHANGED,
        state=state,
        now_us=now_us,
        data={"active_limit": active_limit},
    )
    after = Tenant(
        tenant=tenant.tenant,
        active_limit=active_limit,
        updated_at_us=now_us,
        history_length=event.event_number,
        history_digest=event_digest(event),
    )
    return TenantTransition(tenant=after, event=event)
