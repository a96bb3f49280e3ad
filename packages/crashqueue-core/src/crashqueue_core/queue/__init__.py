"""The durable queue. Each verb has a room: producing, claiming, working, sweeping, and so on."""

from __future__ import annotations

from crashqueue_core.limits import check_name
from crashqueue_core.queue.administering import Administering
from crashqueue_core.queue.claiming import Claiming
from crashqueue_core.queue.opening import Opening
from crashqueue_core.queue.producing import Producing
from crashqueue_core.queue.reading import Reading
from crashqueue_core.queue.sharing import Sharing
from crashqueue_core.queue.sweeping import Sweeping
from crashqueue_core.queue.working import Working


class JobQueue(Producing, Claiming, Working, Sweeping, Reading):
    """What the operator's queue and a tenant's view of it have in common."""


class TenantQueue(JobQueue):
    """One tenant's view of a queue: nothing of another tenant can be read, changed or counted.

    It shares the queue's database connection, clock, names and observer, and lives as long as the
    queue does. A job of another tenant and a job that does not exist are refused alike.
    """

    def __init__(self, queue: DurableQueue, tenant: str) -> None:
        self._store = queue._store  # noqa: SLF001 - a view is made of the queue's own parts
        self._clock = queue._clock  # noqa: SLF001
        self._identity = queue._identity  # noqa: SLF001
        self._observer = queue._observer  # noqa: SLF001
        self._tenant = tenant

    @property
    def name(self) -> str:
        """The tenant's name."""
        return str(self._tenant)


class DurableQueue(JobQueue, Sharing, Administering, Opening):
    """A durable job queue in one SQLite file, with at-least-once execution.

    Each change is one short transaction that writes the job's row, the attempt concerned, and
    exactly one event. Threads may share one object; every process opens its own. Close it with
    `close()` or a `with` block; an object that is dropped closes itself.

    The object itself is the operator's: it claims, sweeps and lists the jobs of all tenants.
    `for_tenant` gives the view of one.
    """

    def for_tenant(self, tenant: str) -> TenantQueue:
        """Return the view of this tenant, which need not have any job yet."""
        return TenantQueue(self, check_name("tenant", tenant))


__all__ = ["DurableQueue", "JobQueue", "TenantQueue"]
