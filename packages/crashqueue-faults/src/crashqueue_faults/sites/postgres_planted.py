"""The planted bugs on PostgreSQL: the same faults, committed in its own statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from psycopg.pq import TransactionStatus

from crashqueue_core import Job
from crashqueue_core.boundaries import CommitBoundaries
from crashqueue_core.lifecycle import Transition
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_queries import BEGIN, COMMIT
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.rows import INSERT_EVENT, UPDATE_JOB, Row, inserted_event, updated_job
from crashqueue_faults.sites.planted import LONG_US


class _TwoTransactions(PostgresStatements):
    """Commits the row, then writes the event in a transaction of its own."""

    def apply(self, transition: Transition) -> None:
        """Tell of both, with the end of one transaction and the beginning of another between."""
        self._rounds.tell(self._change(UPDATE_JOB, updated_job(transition.job)), Change(COMMIT, ()))
        self._rounds.send()
        self._rounds.tell(
            Change(BEGIN, ()), self._change(INSERT_EVENT, inserted_event(transition.event))
        )
        self.transitions.append(transition)

    def _change(self, sql: str, parameters: Row) -> Change:
        for table in ("UPDATE jobs", "INSERT INTO events"):
            verb, _, name = table.rpartition(" ")
            sql = sql.replace(table, f'{verb} "{self._schema}".{name}')
        return Change(sql.replace("?", "%s"), parameters)


class _TwoTransactionsStore(PostgresStore):
    transaction_kind = _TwoTransactions


class _HastyStore(PostgresStore):
    """Answers, and commits when there is more to do, or when it is closed."""

    @contextmanager
    def writing(
        self, _boundaries: CommitBoundaries, tenant: str | None = None
    ) -> Iterator[PostgresStatements]:
        """Yield the statements of a transaction that stays open until the next."""
        self._commit_at_last()
        rounds = Rounds(self._line.wire())
        rounds.tell(*self._begin)
        try:
            statements = self.transaction_kind(rounds, self._schema, tenant)
            yield statements
            statements.finish()
            rounds.send()
        except BaseException:
            self._line.end_transaction()
            raise

    def close(self) -> None:
        """Commit at last, and close."""
        try:
            self._commit_at_last()
        finally:
            super().close()

    def _commit_at_last(self) -> None:
        wire = self._line.wire()
        if wire.connection.info.transaction_status is TransactionStatus.INTRANS:
            Rounds(wire).commit()


class _Impatient(PostgresStatements):
    """Takes every lease for one that has run out."""

    def expired_jobs(self, now_us: int, limit: int) -> tuple[Job, ...]:
        """Return all leased jobs, as if their time had come."""
        leased = super().expired_jobs(now_us + LONG_US, limit)
        return tuple(replace(job, lease_expires_at_us=now_us) for job in leased)


class _ImpatientStore(PostgresStore):
    transaction_kind = _Impatient


POSTGRES_KINDS: Final[Mapping[str, type[PostgresStore]]] = MappingProxyType(
    {
        "two-transactions": _TwoTransactionsStore,
        "hasty-answer": _HastyStore,
        "impatient-recovery": _ImpatientStore,
    }
)
"""The store of each planted bug."""
