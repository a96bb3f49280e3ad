"""The store's own connection: made anew when it broke, and never ended by a forked child."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg.pq import PipelineStatus, TransactionStatus

from crashqueue_core.store.postgres_address import address_options, connecting_error
from crashqueue_core.store.postgres_borrowed import Cluster, cluster_of
from crashqueue_core.store.postgres_wire import Wire

Connection = psycopg.Connection[Any]
Connect = Callable[[str], Connection]
WireKind = type[Wire]

_OPTIONS: Final[dict[str, int | str]] = {
    # A network that swallows everything must not hold a worker for hours.
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "fallback_application_name": "crashqueue",
}


def connect(address: str, /) -> Connection:
    """Return a connection that begins no transaction by itself.

    The address has the last word on everything but the encoding, which digests depend on.
    """
    options = _OPTIONS | address_options(address) | {"client_encoding": "UTF8"}
    # Behind a pooler, the statements that psycopg prepares by itself would be another session's.
    return psycopg.connect(**options, autocommit=True, prepare_threshold=None)


class Line:
    """One connection to the server at `address`."""

    def __init__(
        self, address: str, connect: Connect, wire_kind: WireKind, *, prepares: bool
    ) -> None:
        self._address = address
        self._connect = connect
        self._wire_kind = wire_kind
        self._prepares = prepares
        self._process_id = os.getpid()
        self._cluster: Cluster | None = None
        self._wire = self._connected()

    def wire(self) -> Wire:
        """Return the connection, which is a new one if the old one is known to be broken."""
        if self._wire.connection.closed:
            self._wire = self._connected()
        return self._wire

    def cluster(self) -> Cluster:
        """Return the database that the connection is open on, asked once for each connection.

        Raises psycopg.Error.
        """
        if self._cluster is None:
            try:
                self._cluster = cluster_of(self.wire().connection)
            except psycopg.OperationalError:
                if not self._wire.connection.closed:
                    raise
                self._cluster = cluster_of(self.wire().connection)  # it had ended while idle
        return self._cluster

    def end_transaction(self) -> None:
        """Undo a transaction that is open, or part with a connection that cannot."""
        if not self._is_idle():
            try:
                with suppress(psycopg.Error):
                    self._wire.connection.execute("ROLLBACK")
            finally:  # also where an interrupt comes meanwhile
                if not self._is_idle():
                    self._wire.connection.close()

    def close(self) -> None:
        """Close the connection; in a forked child, only the child's share in it."""
        if os.getpid() != self._process_id and not self._wire.connection.closed:
            # Closing says goodbye to the server, in the parent's name. Let it be said to nobody.
            nobody = os.open(os.devnull, os.O_RDWR)
            os.dup2(nobody, self._wire.connection.fileno())
            os.close(nobody)
        with suppress(psycopg.Error):
            self._wire.connection.close()

    def _is_idle(self) -> bool:
        pgconn = self._wire.connection.pgconn
        is_in_step = pgconn.pipeline_status == PipelineStatus.OFF
        return is_in_step and pgconn.transaction_status == TransactionStatus.IDLE

    def _connected(self) -> Wire:
        try:
            connection = self._connect(self._address)
        except (psycopg.Error, UnicodeError) as error:
            # Without its cause, whose words may repeat the address, and in it a password.
            raise connecting_error(error) from None
        self._cluster = None
        return self._wire_kind(connection, prepares=self._prepares)
