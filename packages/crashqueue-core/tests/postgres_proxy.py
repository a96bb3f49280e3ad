"""A way to a PostgreSQL server that loses what it is told to lose.

It listens on a socket of its own and passes everything on, until it is told to act at the next
COMMIT. Statements must not be prepared, so that their text can be seen passing by.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict

COMMIT = b"COMMIT\0"
PATIENCE_S = 30


def connected(dsn: str) -> socket.socket:
    """Return a socket on the server, over TCP or in its folder."""
    words = conninfo_to_dict(dsn)
    host, port = str(words.get("host", "localhost")), int(str(words.get("port", 5432)))
    if not host.startswith("/"):
        return socket.create_connection((host, port), timeout=PATIENCE_S)
    upstream = socket.socket(socket.AF_UNIX)
    upstream.settimeout(PATIENCE_S)
    upstream.connect(f"{host}/.s.PGSQL.{port}")
    return upstream


class Proxy:
    """Listens in `folder`. What becomes of the next COMMIT is set by `losing`.

    "the answer": the server gets it and commits; the client's connection ends instead of the
    answer. "the question": the connection ends at both sides, and the server never hears of it.
    """

    def __init__(self, folder: Path, dsn: str) -> None:
        self._dsn = dsn
        self.losing: str | None = None
        self.opened = 0
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        self._sockets: list[socket.socket] = [self._listener]
        self._threads = [self._start(self._accept)]

    def close(self) -> None:
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        for thread in self._threads:
            thread.join(PATIENCE_S)

    def _start(self, target: Callable[..., None], *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        thread.start()
        return thread

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = connected(self._dsn)
                self.opened += 1
                self._sockets += [client, server]
                self._threads.append(self._start(self._forward, client, server))
                self._threads.append(self._start(self._backward, server, client))

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while spoken := client.recv(65_536):
                if self.losing is not None and COMMIT in spoken:
                    self._lose(client, server, spoken)
                else:
                    server.sendall(spoken)
            server.shutdown(socket.SHUT_WR)

    def _backward(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while answered := server.recv(65_536):
                if self.losing == "the answer, on its way" and COMMIT in answered:
                    self.losing = None
                    client.shutdown(socket.SHUT_RDWR)
                else:
                    client.sendall(answered)
            client.shutdown(socket.SHUT_RDWR)

    def _lose(self, client: socket.socket, server: socket.socket, spoken: bytes) -> None:
        if self.losing == "the answer":
            self.losing = "the answer, on its way"
            server.sendall(spoken)
        else:
            self.losing = None
            for each in (client, server):
                each.shutdown(socket.SHUT_RDWR)
