"""A connection to PostgreSQL, and what speaks on it, that tell of every site they pass.

libpq sends a round trip's statements together. Its sites are before they are sent, after, when no
answer has been read, and when all answers have come.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import psycopg
from psycopg.abc import Params, PQGen, Query
from psycopg.pq.abc import PGresult
from psycopg.waiting import Wait

from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_queries import COMMIT
from crashqueue_core.store.postgres_wire import Wire
from crashqueue_faults.sites.watching import SiteListener

if TYPE_CHECKING:
    from psycopg.abc import QueryNoTemplate

BEFORE: Final = "before"
SENT: Final = "sent, not answered,"
ANSWERED: Final = "answered"
ENDING: Final = "before the end of the connection"
OPENING: Final = "COMMIT of the opening"
_LONGEST_STATEMENT: Final = 100
_BETWEEN: Final = "; "

Answer = TypeVar("Answer")


class ListeningConnection(psycopg.Connection[Any]):
    """A connection of which `listener` is told. In sites, the `schema` has another name."""

    listener: SiteListener
    schema: str


class WatchedConnection(ListeningConnection):
    """Tells of every round trip, whoever makes it, and of the connection's end."""

    _words = ""

    @contextmanager
    def conversing(self, words: str) -> Iterator[None]:
        """Tell of the round trip of the block, which is to be called so."""
        self._words = words
        self.listener(f"{BEFORE} {words}")
        yield
        self.listener(f"{ANSWERED} {words}")

    def execute(
        self,
        query: Query,
        params: Params | None = None,
        *,
        prepare: bool | None = None,
        binary: bool = False,
    ) -> psycopg.Cursor[Any]:
        """Run the statement, telling."""
        with self.conversing(in_words(query, self.schema)):
            # The queue's are text and bytes, no template strings.
            text = cast("QueryNoTemplate", query)
            return super().execute(text, params, prepare=prepare, binary=binary)

    @contextmanager
    def transaction(
        self, savepoint_name: str | None = None, force_rollback: bool = False
    ) -> Iterator[psycopg.Transaction]:
        """Enclose the block in a transaction, telling of its beginning and its commit."""
        with ExitStack() as stack:
            with self.conversing("BEGIN"):
                transaction = stack.enter_context(
                    super().transaction(savepoint_name, force_rollback)
                )
            yield transaction
            with self.conversing(OPENING):
                stack.close()

    def wait(self, gen: PQGen[Answer], *arguments: Any, **options: Any) -> Answer:  # noqa: ANN401  # as its version has them
        """Send what is to be sent, tell of that, and wait for the answers."""
        return super().wait(self._telling(gen), *arguments, **options)

    def _telling(self, conversation: PQGen[Answer]) -> PQGen[Answer]:
        was_sent = False
        try:
            wanted = next(conversation)
            while True:
                # Until all is sent, it wants to write as well.
                if wanted == Wait.R and not was_sent:
                    was_sent = True
                    self.listener(f"{SENT} {self._words}")
                wanted = conversation.send((yield wanted))
        except StopIteration as end:
            answer: Answer = end.value
            return answer

    def close(self) -> None:
        """Close the connection, telling first."""
        try:
            if not self.closed:
                self.listener(ENDING)
        finally:
            super().close()


class RoundTripWire(Wire):
    """Tells of each exchange as one round trip."""

    def exchange(self, statements: Sequence[Change], answers: list[PGresult]) -> None:
        """Send all statements together, telling."""
        connection = cast("WatchedConnection", self.connection)
        words = _BETWEEN.join(in_words(each.sql, connection.schema) for each in statements)
        with connection.conversing(words):
            super().exchange(statements, answers)


class SingleStatementWire(Wire):
    """Makes a round trip of every statement, and tells before and after each."""

    def exchange(self, statements: Sequence[Change], answers: list[PGresult]) -> None:
        """Send the statements one by one."""
        connection = cast("ListeningConnection", self.connection)
        for each in statements:
            words = in_words(each.sql, connection.schema)
            connection.listener(f"{BEFORE} {words}")
            super().exchange([each], answers)
            connection.listener(f"after {words}")


def in_words(statement: object, schema: str) -> str:
    """Return a statement, text or bytes, in one short line that is the same in every schema."""
    text = statement.decode() if isinstance(statement, bytes) else str(statement)
    return textwrap.shorten(
        text.replace(f'"{schema}"', "queue"), _LONGEST_STATEMENT, placeholder="…"
    )


def is_commit_in_flight(site: str, *, creates: bool) -> bool:
    """Whether whoever dies at this site cannot know if the server has committed a change.

    Opening changes something only where it `creates`.
    """
    statements = site.removeprefix(f"{SENT} ").split(_BETWEEN)
    return site.startswith(SENT) and (COMMIT in statements or (creates and OPENING in statements))
