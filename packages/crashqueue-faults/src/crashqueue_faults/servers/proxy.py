"""A way to a PostgreSQL server that can be cut, and that can lose the server's answers.

It listens on a port of this machine and passes on what it hears. Where it has to lose something, it
ends the connection, which is what the two sides would conclude of each other's silence in the end.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 30.0
_PIECE_BYTES: Final = 65_536


class Passage(Enum):
    """What becomes of the words that go through the proxy."""

    OPEN = "everything is passed on"
    CUT = "nothing is passed on"
    ONE_WAY = "the server hears the client, and the client does not hear the server"


class Proxy:
    """Listens on `port` of 127.0.0.1, and leads to the server's socket in a folder."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._passage = Passage.OPEN
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._run(self._accept)

    def cut(self) -> None:
        """Lose what is said from now on, and refuse new connections; silent ones notice nothing."""
        self._passage = Passage.CUT

    def lose_answers(self) -> None:
        """Pass on what clients say; end a connection where its server answers."""
        self._passage = Passage.ONE_WAY

    def heal(self) -> None:
        """Pass everything on again, on connections that are still there and on new ones."""
        self._passage = Passage.OPEN

    def close(self) -> None:
        """End everything, and wait for the threads."""
        self._passage = Passage.CUT
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listener.close()
        with self._lock:
            for each in self._sockets:
                _end(each)
        for thread in self._threads:
            thread.join(PATIENCE_S)
        for each in self._sockets:
            each.close()

    def _run(self, target: Callable[..., None], *arguments: socket.socket) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                with self._lock:
                    self._sockets.append(client)
                if self._passage is Passage.OPEN:
                    self._connect(client)
                else:
                    _end(client)

    def _connect(self, client: socket.socket) -> None:
        server = socket.socket(socket.AF_UNIX)
        with self._lock:
            self._sockets.append(server)
        try:
            server.connect(str(self._server))
        except OSError:
            _end(client)
        else:
            self._run(self._forward, client, server)
            self._run(self._backward, server, client)

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while (spoken := client.recv(_PIECE_BYTES)) and self._passage is not Passage.CUT:
                server.sendall(spoken)
        _end(client)
        _end(server)

    def _backward(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while (answered := server.recv(_PIECE_BYTES)) and self._passage is Passage.OPEN:
                client.sendall(answered)
        _end(client)


@contextmanager
def proxy_to(server: Path) -> Iterator[Proxy]:
    """Yield a proxy to the server's socket, which ends with the block."""
    proxy = Proxy(server)
    try:
        yield proxy
    finally:
        proxy.close()


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
