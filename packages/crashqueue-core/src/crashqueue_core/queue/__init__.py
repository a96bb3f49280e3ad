"""The durable queue. Each verb has a room: producing, claiming, working, sweeping, and so on."""

from __future__ import annotations

from crashqueue_core.boundaries import Observer
from crashqueue_core.clock import Clock
from crashqueue_core.identity import Identity
from crashqueue_core.limits import check_name
from crashqueue_core.queue.administering import Administering
from crashqueue_core.queue.claiming import Claiming
from crashqueue_core.queue.opening import Opening
from crashqueue_core.queue.producing import Producing
from crashqueue_core.queue.reading import Reading
from crashqueue_core.queue.sharing import Sharing
from crashqueue_core.queue.sweeping import Sweeping
from crashqueue_core.queue.working import Working
from crashqueue_core.store.protocol import Store


class JobQueue(Producing, Claiming, Working, Sweeping, Reading):
    """What the operator's queue and a tenant's view of it have in common."""


class TenantQueue(JobQueue):
    """One tenant's view of a queue: nothing of another tenant can be read, changed or counted.

    It shares the queue's database connection, clock, names and observer, and lives as long as the
    queue does. A job of another tenant and a job that does not exist are refused alike.
    """

    def __init__(
        self,
        tenant: str,
        *,
        store: Store,
        clock: Clock | None,
        identity: Identity,
        observer: Observer,
    ) -> None:
        self._tenant = tenant
        self._store = store
        self._clock = clock
        self._identity = identity
        self._observer = observer

    @property
    def name(self) -> str:
        """The tenant's name."""
        return str(self._tenant)


class DurableQueue(JobQueue, Sharing, Administering, Opening):
    """A durable job queue in one SQLite file or PostgreSQL schema, with at-least-once execution.

    Each change is one short transaction that writes the job's row, the attempt concerned, and
    exactly one event. Threads may share one object; every process opens its own. Close it with
    `close()` or a `with` block; an object that is dropped closes itself.

    The object itself is the operator's: it claims, sweeps and lists the jobs of all tenants.
    `for_tenant` gives the view of one.
    """

    def for_tenant(self, tenant: str) -> TenantQueue:
        """Return the view of this tenant, which need not have any job yet."""
        return TenantQueue(
            check_name("tenant", tenant),
            store=self._store,
            clock=self._clock,
            identity=self._identity,
            observer=self._observer,
        )


__all__ = ["DurableQueue", "JobQueue", "TenantQueue"]
