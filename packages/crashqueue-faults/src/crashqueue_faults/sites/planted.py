"""Three bugs that a run must find first, each by exactly the layers that can see it.

A laboratory that cannot see a broken queue has nothing to say about a sound one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from crashqueue_core import Job
from crashqueue_core.boundaries import CommitBoundaries
from crashqueue_core.store.rows import INSERT_EVENT, Row
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_core.store.sqlite_statements import SqliteStatements
from crashqueue_faults.sites.operations import OPERATIONS, Operation
from crashqueue_faults.sites.verdicts import SiteVerdict

INVARIANTS: Final = "invariants"
LAYERS: Final = ("statements", "io", "errors")
LONG_US: Final = 1_000_000_000_000


class _TwoTransactions(SqliteStatements):
    """Commits row and attempt, then writes the event in a transaction of its own."""

    def _write(self, sql: str, parameters: Row) -> int:
        if sql == INSERT_EVENT:
            self._rows("COMMIT")
            self._rows("BEGIN IMMEDIATE")
        return super()._write(sql, parameters)


class _TwoTransactionsStore(SqliteStore):
    transaction_kind = _TwoTransactions


class _HastyStore(SqliteStore):
    """Answers, and commits when there is more to do, or when it is closed."""

    @contextmanager
    def writing(
        self, _boundaries: CommitBoundaries, tenant: str | None = None
    ) -> Iterator[SqliteStatements]:
        """Yield the statements of a transaction that stays open until the next."""
        self._commit()
        try:
            self._execute("BEGIN IMMEDIATE")
            yield self.transaction_kind(self._connection, tenant)
        except BaseException:
            self._rollback()
            raise

    def close(self) -> None:
        """Commit at last, and close."""
        try:
            self._commit()
        finally:
            super().close()

    def _commit(self) -> None:
        if self._connection.in_transaction:
            self._execute("COMMIT")


class _Impatient(SqliteStatements):
    """Takes every lease for one that has run out."""

    def expired_jobs(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return all leased jobs, as if their time had come."""
        leased = super().expired_jobs(now_us + LONG_US, limit)
        return tuple(replace(job, lease_expires_at_us=now_us) for job in leased)


class _ImpatientStore(SqliteStore):
    transaction_kind = _Impatient


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedBug:
    """A broken store, the operation in which it shows, and what each layer must say of it."""

    description: str
    kind: type[SqliteStore]
    operation: Operation
    expected: Mapping[str, frozenset[SiteVerdict]]


def _named(name: str) -> Operation:
    return next(operation for operation in OPERATIONS if operation.name == name)


def _everywhere_but_invariants(verdict: SiteVerdict) -> Mapping[str, frozenset[SiteVerdict]]:
    return {layer: frozenset({verdict}) for layer in LAYERS}


PLANTED_BUGS: Final[Mapping[str, PlantedBug]] = MappingProxyType(
    {
        "two-transactions": PlantedBug(
            description="the event is committed in a second transaction",
            kind=_TwoTransactionsStore,
            operation=_named("heartbeat"),
            expected=_everywhere_but_invariants(SiteVerdict.HALF_DONE),
        ),
        "hasty-answer": PlantedBug(
            description="the caller is answered before COMMIT",
            kind=_HastyStore,
            operation=_named("heartbeat"),
            expected=_everywhere_but_invariants(SiteVerdict.LOST),
        ),
        "impatient-recovery": PlantedBug(
            description="recovery does not ask whether the lease has run out",
            kind=_ImpatientStore,
            operation=replace(
                _named("recover, to retry"),
                name="recover, too early",
                prepare=_named("heartbeat").prepare,
            ),
            expected={INVARIANTS: frozenset({SiteVerdict.INVARIANTS})},
        ),
    }
)
