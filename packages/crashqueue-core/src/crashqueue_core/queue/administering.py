"""The operator's side: tenants and their limits."""

from __future__ import annotations

from crashqueue_core import boundaries, lifecycle
from crashqueue_core.limits import MAX_COUNT, check_count, check_name
from crashqueue_core.model import Event, Tenant
from crashqueue_core.queue.session import Session, repeatable


class Administering(Session):
    """Operations of whoever runs the queue for several tenants."""

    @repeatable
    def limit_active_jobs(self, *, tenant: str, active_limit: int | None) -> Tenant:
        """Set, change or (with None) lift the limit of the tenant's active jobs.

        Active are jobs that are neither finished nor cancelled. Raises LimitBelowActive when more
        of them exist already, so that the limit holds at every instant.
        """
        check_name("tenant", tenant)
        if active_limit is not None:
            check_count("active_limit", active_limit)
        with self._writing(boundaries.LIMIT) as transaction:
            transition = lifecycle.limit_active_jobs(
                transaction.tenant(tenant) or lifecycle.new_tenant(tenant),
                active_limit=active_limit,
                active_jobs=transaction.active_jobs(tenant, MAX_COUNT),
                now_us=self._now_us(transaction),
            )
            transaction.change_tenant(transition)
        return transition.tenant

    @repeatable
    def tenant(self, tenant: str) -> Tenant:
        """Return the tenant and its limit; one that was never limited has no history."""
        with self._reading() as reader:
            return reader.tenant(check_name("tenant", tenant)) or lifecycle.new_tenant(tenant)

    @repeatable
    def tenant_history(self, tenant: str) -> tuple[Event, ...]:
        """Return the events of the tenant's limit, first to last."""
        with self._reading() as reader:
            return reader.tenant_events(check_name("tenant", tenant))
