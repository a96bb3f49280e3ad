"""The store's own connection: made anew when it broke, and never ended by a forked child."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.pq import PipelineStatus, TransactionStatus

from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_wire import Wire

Connection = psycopg.Connection[Any]
Connect = Callable[[str], Connection]


def connect(address: str, /) -> Connection:
    """Return a connection that begins no transaction by itself."""
    return psycopg.connect(address, autocommit=True, client_encoding="utf8")


class Line:
    """One connection to the server at `address`."""

    def __init__(self, address: str, connect: Connect, *, prepares: bool) -> None:
        self._address = address
        self._connect = connect
        self._prepares = prepares
        self._process_id = os.getpid()
        self._wire = self._connected()

    def wire(self) -> Wire:
        """Return the connection, which is a new one if the old one is known to be broken."""
        if self._wire.connection.closed:
            self._wire = self._connected()
        return self._wire

    def end_transaction(self) -> None:
        """Undo a transaction that is open, or part with a connection that cannot."""
        if not self._is_idle():
            with suppress(psycopg.Error):
                self._wire.connection.execute("ROLLBACK")
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
        info = self._wire.connection.info
        is_in_step = info.pipeline_status is PipelineStatus.OFF
        return is_in_step and info.transaction_status is TransactionStatus.IDLE

    def _connected(self) -> Wire:
        try:
            return Wire(self._connect(self._address), prepares=self._prepares)
        except psycopg.Error as error:
            raise store_error(error) from error
