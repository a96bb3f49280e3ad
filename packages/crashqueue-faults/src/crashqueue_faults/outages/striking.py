"""The observer in the child: lets the ordered action strike, once, at the ordered point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from psycopg.pq.abc import PGresult

from crashqueue_core.boundaries import CommitBoundaries
from crashqueue_core.errors import QueueError
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_line import Connection
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.postgres_wire import Wire
from crashqueue_faults.actions import Action
from crashqueue_faults.outages.actions import COMMITS, FaultAction
from crashqueue_faults.outages.session import marked_connection
from crashqueue_faults.outages.way import Nowhere, await_answer, break_off
from crashqueue_faults.points import FaultPoint


class Parent(Protocol):
    """Whoever started the child."""

    def tell(self, error_code: str) -> None:
        """Hear what the queue's store has met."""
        ...

    def look(self, backend_process_id: int) -> None:
        """Do what is to be done while the action lasts; the child goes on when this returns."""
        ...


class Striker:
    """Watches the queue and the ledger; `die` ends the process where the action does."""

    def __init__(
        self, action: FaultAction, point: FaultPoint, schema: str, parent: Parent, die: Action
    ) -> None:
        self.action = action
        self.has_struck = False
        self._point = point
        self._schema = schema
        self._parent = parent
        self._die = die
        self._connection: Connection | None = None
        self._when_sent: Callable[[], None] | None = None

    def __call__(self, boundary: str) -> None:
        """Strike if `boundary` bears the armed point's name and is passed for the first time."""
        if boundary == self._point and not self.has_struck:
            self.has_struck = True
            self._strike()

    def open_store(self, address: str, **options: Any) -> PostgresStore:  # noqa: ANN401  # the store's own
        """Open a store whose connections can be struck, and whose errors are told."""
        kind = type(
            "StruckStore",
            (TellingStore,),
            {
                "connect": staticmethod(self._connect),
                "wire_kind": staticmethod(partial(StruckWire, self._words_are_sent)),
                "tell": staticmethod(self._parent.tell),
            },
        )
        store: PostgresStore = kind(address, **options)
        return store

    @property
    def _line(self) -> Connection:
        if self._connection is None:
            raise ValueError("no store was opened")
        return self._connection

    def _connect(self, address: str) -> Connection:
        self._connection = marked_connection(address, self._schema)
        return self._connection

    def _words_are_sent(self) -> None:
        act, self._when_sent = self._when_sent, None
        if act is not None:
            act()

    def _strike(self) -> None:
        action, line = self.action, self._line
        if action.loses_answer:
            self._when_sent = partial(self._lose_answer, line)
        elif action.loses_commit:
            self._when_sent = partial(self._lose_commit, Nowhere(line))
        elif action is FaultAction.PARTITION:
            self._part(line)
        else:
            if action is FaultAction.DROP:
                break_off(line)
            self._go_on_or_die()

    def _lose_answer(self, line: Connection) -> None:
        await_answer(line)
        break_off(line)
        self._go_on_or_die()

    def _lose_commit(self, nowhere: Nowhere) -> None:
        nowhere.end()
        self._go_on_or_die()

    def _part(self, line: Connection) -> None:
        nowhere = Nowhere(line, is_passing=True)

        def pass_by() -> None:
            self._go_on_or_die()
            nowhere.mend()

        if self._point in COMMITS:
            self._when_sent = pass_by  # the COMMIT is held back, and arrives late
        else:
            pass_by()

    def _go_on_or_die(self) -> None:
        if self.action.ends_client:
            self._die()
        self._parent.look(self._line.info.backend_pid)


class StruckWire(Wire):
    """Says when everything of a round trip was sent, before anything of the answer is read."""

    def __init__(
        self, words_are_sent: Callable[[], None], connection: Connection, *, prepares: bool
    ) -> None:
        super().__init__(connection, prepares=prepares)
        self._words_are_sent = words_are_sent

    def _listen(self, answers: list[PGresult]) -> Any:  # noqa: ANN401  # a generator of psycopg's
        while self.connection.pgconn.flush():
            pass
        self._words_are_sent()
        return super()._listen(answers)


class TellingStore(PostgresStore):
    """Tells of every error that a write transaction meets, also of those that are dealt with."""

    tell: Callable[[str], None]

    @contextmanager
    def writing(
        self, boundaries: CommitBoundaries, tenant: str | None = None
    ) -> Iterator[PostgresStatements]:
        """Yield the statements of one write transaction, and commit what they changed."""
        try:
            with super().writing(boundaries, tenant) as statements:
                yield statements
        except QueueError as error:
            self.tell(error.code)
            raise
