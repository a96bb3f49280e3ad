"""Waiting for work without asking over and over: LISTEN on a connection of its own.

A notification that does not arrive costs time and nothing else: whoever waits asks as well, from
time to time. Poolers may drop notifications, or refuse LISTEN.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any, Self

import psycopg

from crashqueue_core.store.postgres_line import Connect
from crashqueue_core.store.postgres_readiness import readable

Connection = psycopg.Connection[Any]

_RECONNECT_DELAY_S = 1.0


class Listener:
    """Calls `wake` when the channel is notified, from a thread that lives as long as the block."""

    def __init__(
        self, address: str, connect: Connect, channel: str, wake: Callable[[], None]
    ) -> None:
        self._address = address
        self._connect = connect
        self._channel = channel
        self._wake = wake
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="queue-listener", daemon=True)

    def __enter__(self) -> Self:
        self._end, self._ending = socket.socketpair()
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._is_over.set()
        self._ending.close()
        self._thread.join()
        self._end.close()

    def _listen(self) -> None:
        while not self._is_over.is_set():
            with suppress(psycopg.Error), closing(self._connect(self._address)) as connection:
                self._wake_on_notifications(connection)
            self._is_over.wait(_RECONNECT_DELAY_S)

    def _wake_on_notifications(self, connection: Connection) -> None:
        connection.execute(f'LISTEN "{self._channel}"'.encode())
        # What was submitted before this moment was notified to nobody.
        self._wake()
        while True:
            if self._end.fileno() in readable([connection.fileno(), self._end.fileno()]):
                return
            for _ in connection.notifies(timeout=0):
                self._wake()
