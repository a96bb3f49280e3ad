"""The client's end of a connection to the server, which an experiment breaks or blocks.

A file descriptor is given another meaning while libpq holds it. So it works for every address: in a
folder, over a network, encrypted or not. Nothing but the one connection is disturbed.
"""

from __future__ import annotations

import os
import selectors
import socket
from contextlib import suppress
from typing import Final

from crashqueue_core.store.postgres_line import Connection

_PATIENCE_S: Final = 60.0
_MOST_HELD_BACK: Final = 1 << 20


def break_off(connection: Connection) -> None:
    """End the connection on both sides: the server and the client read its end."""
    Nowhere(connection).end()


def await_answer(connection: Connection) -> None:
    """Return when the server has answered, and leave the answer unread."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        if not selector.select(_PATIENCE_S):
            raise TimeoutError("the server does not answer")


class Nowhere:
    """Where the client's words go instead of to the server, which gets none.

    With `is_passing` the connection is kept on the server's side and can be mended. Otherwise the
    server reads its end at once.
    """

    def __init__(self, connection: Connection, *, is_passing: bool = False) -> None:
        self._descriptor = connection.fileno()
        self._server_side = os.dup(self._descriptor) if is_passing else None
        client_side, self._far_end = socket.socketpair()
        with client_side:
            client_side.setblocking(False)
            os.dup2(client_side.fileno(), self._descriptor, inheritable=False)

    def end(self) -> None:
        """Let the client read the connection's end."""
        self._far_end.close()

    def mend(self) -> None:
        """Pass on what the client has said meanwhile, and give it its connection back."""
        if self._server_side is None:
            raise ValueError("the server's side of this connection was not kept")
        self._far_end.setblocking(False)
        with self._far_end, suppress(BlockingIOError):
            held_back = self._far_end.recv(_MOST_HELD_BACK)
            with suppress(OSError):  # the server may have given the connection up
                os.write(self._server_side, held_back)
        os.dup2(self._server_side, self._descriptor, inheritable=False)
        os.close(self._server_side)
