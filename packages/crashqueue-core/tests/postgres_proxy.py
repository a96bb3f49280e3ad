"""Ways to a PostgreSQL server that are not as good as a wire.

Each listens on a socket of its own. The proxy loses what it is told to lose at the next COMMIT;
statements must not be prepared, so that their text can be seen passing by. The pooler gives each
transaction another of the server's sessions, and swallows notifications.
"""

from __future__ import annotations

import queue
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict

COMMIT = b"COMMIT\0"
PATIENCE_S = 30
READY, IDLE = b"Z", b"I"
NOTIFICATION, TERMINATE = b"A", b"X"
ANSWERED_BY_READY = (b"Q", b"S")  # a simple query, and the end of a pipeline


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


def listening(folder: Path | None) -> socket.socket:
    """Return a socket that listens in the folder, or without one on the loopback."""
    if folder is None:
        return socket.create_server(("127.0.0.1", 0))
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / ".s.PGSQL.5432"))
    listener.listen()
    return listener


class Door:
    """Listens in `folder`; what happens between a client and the server is its subclass's."""

    def __init__(self, folder: Path | None, dsn: str) -> None:
        self._dsn = dsn
        self.opened = 0
        self._listener = listening(folder)
        self._sockets: list[socket.socket] = [self._listener]
        self._threads = [self._start(self._accept)]

    @property
    def port(self) -> int:
        """Where it listens on the loopback."""
        return int(self._listener.getsockname()[1])

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
                self._serve(client, server)

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        raise NotImplementedError


class Proxy(Door):
    """What becomes of the next COMMIT is set by `losing`.

    "the answer": the server gets it and commits; the client's connection ends instead of the
    answer. "the question": the connection ends at both sides, and the server never hears of it.
    With `withholds_end`, a client is told what the server says at the end, but not that it ended.
    """

    def __init__(self, folder: Path | None, dsn: str) -> None:
        self.losing: str | None = None
        self.withholds_end = False
        self._ended: set[socket.socket] = set()
        super().__init__(folder, dsn)

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        self._threads.append(self._start(self._forward, client, server))
        self._threads.append(self._start(self._backward, server, client))

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while spoken := client.recv(65_536):
                if self.losing is not None and COMMIT in spoken:
                    self._lose(client, server, spoken)
                elif server in self._ended:
                    client.shutdown(socket.SHUT_RDWR)
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
            if self.withholds_end:
                self._ended.add(server)
            else:
                client.shutdown(socket.SHUT_RDWR)

    def _lose(self, client: socket.socket, server: socket.socket, spoken: bytes) -> None:
        if self.losing == "the answer":
            self.losing = "the answer, on its way"
            server.sendall(spoken)
        else:
            self.losing = None
            for each in (client, server):
                each.shutdown(socket.SHUT_RDWR)


class Stream:
    """The messages of one direction: a letter, a length that counts itself, and the rest."""

    def __init__(self, source: socket.socket) -> None:
        self._source = source
        self._left = b""

    def heard(self) -> Iterator[tuple[bytes, bytes]]:
        """Wait for bytes, and return the messages that are whole, each with its letter."""
        spoken = self._source.recv(65_536)
        if not spoken:
            raise ConnectionResetError
        self._left += spoken
        while len(self._left) >= 5:
            end = 1 + int.from_bytes(self._left[1:5], "big")
            if len(self._left) < end:
                return
            message, self._left = self._left[:end], self._left[end:]
            yield message[:1], message


class Pooler(Door):
    """Every client brings one session of the server's, and each transaction gets the next one.

    `sessions` are those sessions' numbers in the order in which transactions got them.
    """

    def __init__(self, folder: Path | None, dsn: str) -> None:
        self.sessions: list[int] = []
        self.swallowed = 0
        self._free: queue.SimpleQueue[socket.socket] = queue.SimpleQueue()
        super().__init__(folder, dsn)

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        self._threads.append(self._start(self._pool, client, server))

    def _pool(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            server.sendall(client.recv(65_536))  # it introduces itself
            answers, is_ready = Stream(server), False
            while not is_ready:
                for letter, message in answers.heard():
                    client.sendall(message)
                    is_ready = letter == READY
            self._free.put(server)
            questions = Stream(client)
            while self._transact(client, questions):
                pass

    def _transact(self, client: socket.socket, questions: Stream) -> bool:
        """Carry one transaction; return False when the client has said goodbye."""
        asked = list(questions.heard())
        if asked[:1] and asked[0][0] == TERMINATE:
            return False
        server = self._free.get(timeout=PATIENCE_S)
        self.sessions.append(server.fileno())
        answers, expected, is_idle = Stream(server), 0, False
        while not (is_idle and expected == 0):
            for letter, message in asked:
                expected += letter in ANSWERED_BY_READY
                server.sendall(message)
            ready, _, _ = select.select([client, server], [], [], PATIENCE_S)
            asked = list(questions.heard()) if client in ready else []
            for letter, message in answers.heard() if server in ready else ():
                is_idle = letter == READY and message[-1:] == IDLE
                expected -= letter == READY
                self._pass_on(letter, message, client)
        self._free.put(server)
        return True

    def _pass_on(self, letter: bytes, message: bytes, client: socket.socket) -> None:
        if letter == NOTIFICATION:
            self.swallowed += 1
        else:
            client.sendall(message)
