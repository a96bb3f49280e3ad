"""Connections across the border: the caller's, for the queue to write on; the queue's own, lent."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.pq import PipelineStatus, TransactionStatus

from crashqueue_core.errors import InvalidArgument, NotAQueueDatabase, TransactionRequired
from crashqueue_core.store.postgres_errors import store_error

Connection = psycopg.Connection[Any]
Cluster = tuple[int, int]
"""The cluster's identifier and the database's: no two databases have the same."""


def cluster_of(connection: Connection) -> Cluster:
    """Return which database of which cluster the connection is open on."""
    cursor = connection.cursor(row_factory=psycopg.rows.tuple_row)
    cursor.execute(
        "SELECT system_identifier, (SELECT oid::bigint FROM pg_database "
        "WHERE datname = current_database()) FROM pg_control_system()"
    )
    ((system_identifier, database_id),) = cursor.fetchall()
    return system_identifier, database_id


class Neighbours:
    """Connections of others that are known to be open on the queue's own database."""

    def __init__(self) -> None:
        self._known: weakref.WeakSet[Connection] = weakref.WeakSet()

    def require_transaction(self, connection: Connection, own: Callable[[], Cluster]) -> None:
        """Refuse a connection without an open transaction on the database that `own` returns."""
        if not isinstance(connection, psycopg.Connection):
            raise InvalidArgument("connection must be a psycopg.Connection", argument="connection")
        if connection.info.pipeline_status is not PipelineStatus.OFF:
            raise TransactionRequired("the connection cannot be used: its pipeline is open")
        status = connection.info.transaction_status
        if status is not TransactionStatus.INTRANS:
            words = {TransactionStatus.INERROR: "its transaction has failed"}
            raise TransactionRequired(
                f"the connection cannot be used: {words.get(status, 'no transaction is open')}"
            )
        if connection not in self._known:
            try:
                is_elsewhere = cluster_of(connection) != own()
            except psycopg.Error as error:
                raise store_error(error) from error
            if is_elsewhere:
                raise NotAQueueDatabase("the connection is open on another database")
            self._known.add(connection)


@contextmanager
def savepoint(connection: Connection) -> Iterator[None]:
    """Undo what the block wrote, and nothing else, if it fails."""
    try:
        with connection.transaction():
            yield
    except psycopg.Error as error:
        raise store_error(error) from error


@contextmanager
def lent(connection: Connection) -> Iterator[Connection]:
    """Lend a connection inside a transaction that its borrower cannot end.

    psycopg refuses commit() and rollback() inside the block. A COMMIT or ROLLBACK sent as SQL takes
    the savepoint away that the block began with, which is noticed at its end.
    """
    was_entered = was_left = False
    try:
        with connection.transaction():
            was_entered = True
            yield connection
            was_left = True
    except psycopg.Error as error:
        if not was_entered:
            raise store_error(error) from error
        if not was_left:
            raise
        raise TransactionRequired(
            "the transaction ended or failed inside the acknowledging block"
        ) from error
