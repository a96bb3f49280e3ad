"""One queue in one schema of a PostgreSQL database: one connection, one short transaction each."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import psycopg

from crashqueue_core.boundaries import CommitBoundaries, Observer, observe_nothing
from crashqueue_core.errors import (
    OutcomeUnknown,
    StoreClosed,
    StoreError,
    TransactionOpen,
)
from crashqueue_core.lifecycle import TenantTransition, Transition
from crashqueue_core.model import JobState
from crashqueue_core.store.postgres_address import checked_address
from crashqueue_core.store.postgres_borrowed import Cluster, Neighbours, lent, savepoint
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_errors import is_undone
from crashqueue_core.store.postgres_line import Connect, Line, WireKind, connect
from crashqueue_core.store.postgres_listening import Listener
from crashqueue_core.store.postgres_opening import checked_schema, open_schema
from crashqueue_core.store.postgres_queries import BEGIN, NOTIFY
from crashqueue_core.store.postgres_reads import PostgresReads
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_core.store.postgres_settings import DURABILITY, Durability, settings
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.postgres_wire import Wire

Connection = psycopg.Connection[Any]

_LONGEST_WAIT_MS = 2**31 - 1


class PostgresStore:
    """The Store on PostgreSQL. Threads share it, one transaction at a time; processes do not."""

    transaction_kind: type[PostgresStatements] = PostgresStatements
    """The SQL of a transaction. An experiment replaces it to plant a bug."""

    connect: Connect = staticmethod(connect)
    """Opens the connection. An experiment, or who needs other options, replaces it."""

    wire_kind: WireKind = Wire
    """Speaks on the connection. An experiment replaces it to see every round trip."""

    def __init__(
        self,
        address: str,
        *,
        schema: str = "crashqueue",
        prepare: bool = True,
        busy_timeout_us: int,
        create: bool,
        observer: Observer,
    ) -> None:
        self._address = checked_address(address)
        self._schema = checked_schema(schema)
        self._observer = observer
        self._process_id = os.getpid()
        self._lock = threading.RLock()
        self._is_writing = False
        self._neighbours = Neighbours()
        wait_ms = min(max(1, busy_timeout_us // 1_000), _LONGEST_WAIT_MS)  # 0 would be for ever
        self._begin = (Change(BEGIN, ()), settings(address, wait_ms))
        self._line = Line(address, self.connect, self.wire_kind, prepares=prepare)
        # A queue that is dropped without close() must not leak its connection.
        self._close = weakref.finalize(self, self._line.close)
        try:
            open_schema(self._line.wire().connection, self._schema, create=create, wait_ms=wait_ms)
        except BaseException:
            self._close()
            raise

    def close(self) -> None:
        """Close the connection; closing twice is allowed."""
        if os.getpid() == self._process_id:
            with self._lock:
                self._close()

    @contextmanager
    def writing(
        self, boundaries: CommitBoundaries, tenant: str | None = None
    ) -> Iterator[PostgresStatements]:
        """Yield the statements of one write transaction, and commit what they changed."""
        self._require_usable()
        with self._lock:
            self._require_idle()
            self._is_writing = True
            try:
                rounds = Rounds(self._line.wire())
                rounds.tell(*self._begin)
                statements = self.transaction_kind(rounds, self._schema, tenant)
                yield statements
                if statements.changed:
                    self._commit(statements, rounds, boundaries)
            finally:
                self._is_writing = False
                self._line.end_transaction()

    def _commit(
        self, statements: PostgresStatements, rounds: Rounds, boundaries: CommitBoundaries
    ) -> None:
        statements.finish()
        if self._observer is not observe_nothing:
            rounds.send()  # it is promised everything written, and may look
        self._observer(boundaries.before)
        try:
            rounds.commit(*self._notice(statements))
        except OutcomeUnknown as unknown:
            unknown.data["changes"] = [_named(transition) for transition in statements.transitions]
            raise
        self._observer(boundaries.after)

    def _notice(self, statements: PostgresStatements) -> tuple[Change, ...]:
        """Return what wakes the waiting workers, if there is something to claim."""
        queued = any(
            isinstance(step, Transition)
            and step.job.state is JobState.QUEUED
            and step.job.due_at_us <= step.job.updated_at_us
            for step in statements.transitions
        )
        return (Change(NOTIFY, (self._schema,)),) if queued else ()

    @contextmanager
    def reading(self, tenant: str | None = None) -> Iterator[PostgresReads]:
        """Yield the statements for reads."""
        self._require_usable()
        with self._lock:
            self._require_usable()
            yield PostgresReads(Rounds(self._line.wire()), self._schema, tenant)

    @contextmanager
    def joining(self, connection: Connection) -> Iterator[PostgresStatements]:
        """Yield the statements of the caller's own transaction, undone alone if they fail."""
        self._require_usable()
        self._neighbours.require_transaction(connection, self._own_cluster)
        with savepoint(connection):
            rounds = Rounds(Wire(connection, prepares=False))
            statements = self.transaction_kind(rounds, self._schema)
            yield statements
            statements.finish()
            rounds.tell(*self._notice(statements))
            rounds.send()

    def _own_cluster(self) -> Cluster:
        with self._lock:
            return self._line.cluster()

    def lent_connection(self) -> AbstractContextManager[Connection]:
        """Lend the connection inside a write transaction that its borrower cannot end."""
        return lent(self._line.wire().connection)

    def durability(self) -> Durability:
        """Return the server's settings that decide what a commit survives."""
        self._require_usable()
        with self._lock:
            ((synchronous_commit, standby_names, fsync, full_page_writes),) = Rounds(
                self._line.wire()
            ).ask(DURABILITY)
        return Durability(
            synchronous_commit=synchronous_commit,
            synchronous_standby_names=standby_names,
            fsync=fsync,
            full_page_writes=full_page_writes,
        )

    def may_repeat(self, error: StoreError) -> bool:
        """Whether nothing happened, and the same command may do better at once."""
        return is_undone(error)

    def listening(self, wake: Callable[[], None]) -> AbstractContextManager[object]:
        """Call `wake` from another thread whenever there may be something new to claim."""
        return Listener(self._address, self.connect, self._schema, wake)

    def _require_usable(self) -> None:
        # Asked before locking as well: in a forked child the lock's holder may not exist.
        if os.getpid() != self._process_id:
            raise StoreClosed("the queue was opened before this process was forked")
        if not self._close.alive:
            raise StoreClosed("the queue was closed")

    def _require_idle(self) -> None:
        self._require_usable()
        if self._is_writing:
            raise TransactionOpen("a transaction of this queue object is open in this thread")


def _named(transition: Transition | TenantTransition) -> dict[str, object]:
    if isinstance(transition, TenantTransition):
        return {"tenant": transition.tenant.tenant}
    job = transition.job
    return {
        "tenant": job.tenant,
        "job_id": job.job_id,
        "idempotency_key": job.idempotency_key,
        "lease_token": None if transition.opened is None else transition.opened.lease_token,
        "event_number": job.history_length,
    }
