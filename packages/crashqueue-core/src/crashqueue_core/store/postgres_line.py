"""The store's own connection: made anew when it broke, and never ended by a forked child."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import PipelineStatus, TransactionStatus

from crashqueue_core.errors import InvalidArgument
from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_wire import Wire

Connection = psycopg.Connection[Any]
Connect = Callable[[str], Connection]


_OPTIONS: Final[dict[str, int | str]] = {
    # A network that swallows everything must not hold a worker for hours.
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "fallback_application_name": "crashqueue",
    "client_encoding": "utf8",
}


def connect(address: str, /) -> Connection:
    """Return a connection that begins no transaction by itself; the address has the last word."""
    options: dict[str, Any] = _OPTIONS | conninfo_to_dict(address)
    return psycopg.connect(**options, autocommit=True)


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
        info = self._wire.connection.info
        is_in_step = info.pipeline_status is PipelineStatus.OFF
        return is_in_step and info.transaction_status is TransactionStatus.IDLE

    def _connected(self) -> Wire:
        try:
            return Wire(self._connect(self._address), prepares=self._prepares)
        except psycopg.ProgrammingError:
            # psycopg's words may repeat the address, and in it a password.
            raise InvalidArgument("the address cannot be understood", argument="path") from None
        except psycopg.Error as error:
            refusal = store_error(error)
            refusal.data["is_connecting"] = True
            raise refusal from error
