"""The protocol of PostgreSQL: https://www.postgresql.org/docs/current/protocol.html."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from crashqueue_faults.targets.labels import label_of
from crashqueue_faults.targets.wire.framing import Reply, Request

_ENCRYPTION: Final = frozenset({80877103, 80877104})
"""The codes with which a client asks for SSL or GSSAPI before it says who it is."""
_READY: Final = b"Z"
_COPY: Final = frozenset({b"G", b"W"})


class PostgresFraming:
    """A request is a simple query, or all messages up to a Sync; ReadyForQuery answers it."""

    def __init__(self) -> None:
        self._sent = b""
        self._heard = b""
        self._held = b""
        self._sql: list[str] = []
        self._names: dict[bytes, str] = {}
        self._is_welcome = False
        self._awaited = 0

    def requests(self, data: bytes) -> Iterator[Request]:
        """Yield each request that is complete, and without a label what needs no answer."""
        self._sent += data
        if not self._is_welcome:
            # Who it is, and how it proves it: the server answers that with its first Ready.
            yield Request(data=self._take_sent(), label=None)
            return
        for kind, message in self._messages():
            self._held += message
            self._note(kind, message[5:])
            if kind in b"QSF" and self._sql:
                self._awaited += 1
                yield Request(data=self._take_held(), label=self._take_label())
            elif kind in b"QSFHXdcf":
                # A Flush wants answers before its Sync; they are passed on as they come.
                yield Request(data=self._take_held(), label=None)

    def replies(self, data: bytes) -> Iterator[Reply]:
        """Yield each message that is complete."""
        self._heard += data
        while message := _message(self._heard):
            self._heard = self._heard[len(message) :]
            is_ready = message[:1] == _READY
            answers = is_ready and self._awaited > 0
            self._awaited -= answers
            self._is_welcome |= is_ready
            yield Reply(data=message, answers=answers, is_urgent=message[:1] in _COPY)

    def refusal(self, data: bytes) -> bytes:
        """Refuse to encrypt: what is encrypted cannot be heard."""
        is_asked = len(data) == 8 and struct.unpack("!II", data)[1] in _ENCRYPTION
        return b"N" if is_asked else b""

    def _messages(self) -> Iterator[tuple[bytes, bytes]]:
        while message := _message(self._sent):
            self._sent = self._sent[len(message) :]
            yield message[:1], message

    def _note(self, kind: bytes, body: bytes) -> None:
        """Remember what the message says of the SQL that is run."""
        if kind == b"Q":
            self._sql.append(_text(body)[0])
        elif kind == b"P":
            name, rest = _split(body)
            self._names[name] = _text(rest)[0]
            self._sql.append(self._names[name])
        elif kind == b"B":
            _portal, rest = _split(body)
            sql = self._names.get(_split(rest)[0], "")
            if sql not in self._sql:
                self._sql.append(sql)

    def _take_label(self) -> str:
        sql, self._sql = self._sql, []
        return "; ".join(map(label_of, sql))

    def _take_held(self) -> bytes:
        held, self._held = self._held, b""
        return held

    def _take_sent(self) -> bytes:
        sent, self._sent = self._sent, b""
        return sent


def _message(data: bytes) -> bytes:
    """Return the first message in `data`, or nothing if it is not complete."""
    if len(data) < 5:
        return b""
    end = 1 + struct.unpack("!I", data[1:5])[0]
    return data[:end] if len(data) >= end else b""


def _split(body: bytes) -> tuple[bytes, bytes]:
    name, _, rest = body.partition(b"\0")
    return name, rest


def _text(body: bytes) -> tuple[str, bytes]:
    text, rest = _split(body)
    return text.decode(errors="replace"), rest
