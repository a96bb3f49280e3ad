"""A proxy on sockets of the file system: it tells of each command, and strikes in between."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from crashqueue_faults.targets.trace import Moment, Trace
from crashqueue_faults.targets.wire.framing import Framing

CHUNK_BYTES: Final = 65_536

Strike = Callable[[int], object]
"""Given the process id at the other end of the connection on which the point was reached."""


class _Struck(Exception):
    """The point was reached on this connection, which ends with it."""


class _Conversation:
    """One connection of a client, and the one to the server that belongs to it."""

    def __init__(self, framing: Framing, trace: Trace, strike: Strike, process_id: int) -> None:
        self._framing = framing
        self._trace = trace
        self._strike = strike
        self._process_id = process_id
        self._labels: deque[str] = deque()
        self._is_struck = False

    async def listen_to_client(
        self,
        client: asyncio.StreamReader,
        server: asyncio.StreamWriter,
        answer: asyncio.StreamWriter,
    ) -> None:
        """Pass on what the client sends, until it ends."""
        while data := await client.read(CHUNK_BYTES):
            if refusal := self._framing.refusal(data):
                answer.write(refusal)
                continue
            for request in self._framing.requests(data):
                if request.label is not None:
                    self._reach(Moment.BEFORE, request.label)
                    self._labels.append(request.label)
                server.write(request.data)
            await server.drain()

    async def listen_to_server(
        self, server: asyncio.StreamReader, client: asyncio.StreamWriter
    ) -> None:
        """Pass on what the server sends, an answer only when it is complete."""
        held = b""
        while data := await server.read(CHUNK_BYTES):
            passed_on = b""
            for reply in self._framing.replies(data):
                held += reply.data
                if reply.answers:
                    self._reach(Moment.AFTER, self._labels.popleft())
                elif self._labels and not reply.is_urgent:
                    continue
                passed_on, held = passed_on + held, b""
            client.write(passed_on)
            await client.drain()
        # What a server says before it hangs up answers nothing.
        client.write(held)

    def _reach(self, moment: Moment, label: str) -> None:
        self._trace.reach(moment, label, self._do_strike, self._process_id)
        if self._is_struck:
            raise _Struck

    def _do_strike(self) -> None:
        self._is_struck = True
        self._strike(self._process_id)


class Proxy:
    """Takes connections on one socket, in a thread of its own, and leads them to another."""

    def __init__(
        self, upstream: Path, framing: Callable[[], Framing], trace: Trace, strike: Strike
    ) -> None:
        self._upstream = upstream
        self._framing = framing
        self._trace = trace
        self._strike = strike

    async def serve(self, path: Path, is_open: threading.Event, end: asyncio.Event) -> None:
        """Serve on the socket at `path` until `end` is set."""
        leading: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(self._lead(reader, writer))
            leading[task] = writer
            task.add_done_callback(leading.pop)

        server = await asyncio.start_unix_server(accept, path)
        is_open.set()
        await end.wait()
        server.close()
        while left := dict(leading):
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            # One that was cancelled before it began has closed nothing.
            for writer in left.values():
                await _close(writer)
            # What has ended and what is closed is gone at the loop's next turn, and not before.
            await asyncio.sleep(0)

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        conversation = _Conversation(
            self._framing(), self._trace, self._strike, _process_id_of(writer)
        )
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self._upstream)
        except OSError:
            # Who is not let in at the server's own door is not let in here.
            await _close(writer)
            return
        directions = {
            asyncio.ensure_future(conversation.listen_to_client(reader, server_writer, writer)),
            asyncio.ensure_future(conversation.listen_to_server(server_reader, writer)),
        }
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # At once: this may be cancelled while it waits.
            for direction in directions:
                direction.cancel()
            for end in (writer, server_writer):
                end.close()
            await asyncio.gather(*directions, return_exceptions=True)
            for end in (writer, server_writer):
                await _close(end)


@contextmanager
def proxied(path: Path, proxy: Proxy) -> Iterator[None]:
    """Serve on the socket at `path`, which is made, during the block."""
    path.parent.mkdir(parents=True, exist_ok=True)
    loop = asyncio.new_event_loop()
    end = asyncio.Event()
    is_open = threading.Event()
    thread = threading.Thread(
        target=partial(loop.run_until_complete, proxy.serve(path, is_open, end)), name="proxy"
    )
    thread.start()
    is_open.wait()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
        loop.close()
        path.unlink(missing_ok=True)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


def _process_id_of(writer: asyncio.StreamWriter) -> int:
    """Return who is at the other end, as the kernel says."""
    connection = writer.get_extra_info("socket")
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    process_id: int = struct.unpack("3i", credentials)[0]
    return process_id
