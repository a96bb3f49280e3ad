"""The protocol of PostgreSQL: https://www.postgresql.org/docs/current/protocol.html."""

from __future__ import annotations

import re
import struct
from collections import deque
from collections.abc import Iterator
from typing import Final

from crashqueue_faults.targets.labels import label_of
from crashqueue_faults.targets.wire.framing import Reply, Request

_ENCRYPTION: Final = frozenset({80877103, 80877104})
"""The codes with which a client asks for SSL or GSSAPI before it says who it is."""
_READY: Final = b"Z"
_ENDS: Final = ("COMMIT", "ROLLBACK")
_COMMENT: Final = re.compile(r"--[^\n]*")
_EMPTY: Final = "an empty query"
_SYNC: Final = b"S"
_ANSWERED: Final = frozenset({b"Q", b"S", b"F"})
"""A query, a Sync and the call of a function: each is answered with a ReadyForQuery."""
_PASSED_ON: Final = frozenset({b"H", b"X", b"d", b"c", b"f"})
"""A Flush, a farewell, and what is sent in a COPY."""
_COPIED: Final = frozenset({b"c", b"f"})
_COPY: Final = frozenset({b"G", b"W"})
"""With these the server waits for data."""


class PostgresFraming:
    """A request is a simple query, or all messages up to a Sync; ReadyForQuery answers it."""

    def __init__(self) -> None:
        self._sent = b""
        self._heard = b""
        self._held = b""
        self._sql = _Sql()
        self._owed: deque[bool] = deque()
        """For each ReadyForQuery to come, whether it answers a request with a label."""
        self._is_welcome = False
        self._has_copied = False

    def requests(self, data: bytes) -> Iterator[Request]:
        """Yield each request that is complete, and without a label what needs no answer."""
        self._sent += data
        if not self._is_welcome:
            # Who it is, and how it proves it: the server answers that with its first Ready.
            yield Request(data=self._take_sent(), label=None)
            return
        for kind, message in self._messages():
            self._held += message
            self._sql.note(kind, message[5:])
            if kind in _ANSWERED:
                yield Request(data=self._take_held(), label=self._asked(kind))
            elif kind in _PASSED_ON:
                # A Flush wants answers before its Sync; they are passed on as they come.
                self._has_copied |= kind in _COPIED
                yield Request(data=self._take_held(), label=None)

    def replies(self, data: bytes) -> Iterator[Reply]:
        """Yield each message that is complete."""
        self._heard += data
        while message := _message(self._heard):
            self._heard = self._heard[len(message) :]
            yield Reply(
                data=message,
                answers=message[:1] == _READY and self._answers(),
                is_urgent=message[:1] in _COPY,
            )

    def refusal(self, data: bytes) -> bytes:
        """Refuse to encrypt: what is encrypted cannot be heard."""
        if self._is_welcome or len(data) != 8:
            return b""
        return b"N" if struct.unpack("!II", data)[1] in _ENCRYPTION else b""

    def _asked(self, kind: bytes) -> str | None:
        """Return the label of what is asked, and note that it will be answered."""
        label = self._sql.take_label()
        # The server skipped the Sync that it came upon in the data of a COPY: of two, one is owed.
        is_second = kind == _SYNC and label is None and self._has_copied
        if not is_second:
            self._owed.append(label is not None)
        self._has_copied = False
        return label

    def _answers(self) -> bool:
        """Whether a ReadyForQuery answers a request with a label."""
        if not self._is_welcome:
            self._is_welcome = True
            return False
        return bool(self._owed) and self._owed.popleft()

    def _messages(self) -> Iterator[tuple[bytes, bytes]]:
        while message := _message(self._sent):
            self._sent = self._sent[len(message) :]
            yield message[:1], message

    def _take_held(self) -> bytes:
        held, self._held = self._held, b""
        return held

    def _take_sent(self) -> bytes:
        sent, self._sent = self._sent, b""
        return sent


class _Sql:
    """Remembers which SQL the messages of one request run, or only prepare."""

    def __init__(self) -> None:
        self._run: list[str] = []
        self._prepared: list[str] = []
        self._statements: dict[bytes, str] = {}
        self._portals: dict[bytes, str] = {}
        self._last = ""

    def note(self, kind: bytes, body: bytes) -> None:
        """Note what a message says."""
        name, rest = _split(body)
        if kind == b"Q":
            self._run.append(_text(name))
        elif kind == b"P":
            self._statements[name] = _text(_split(rest)[0])
            self._prepared.append(self._statements[name])
        elif kind == b"B":
            self._portals[name] = self._statements.get(_split(rest)[0], "")
        elif kind == b"E":
            self._run.append(self._portals.get(name, ""))

    def take_label(self) -> str | None:
        """Return the label of what was noted since, or None if there was no SQL."""
        run, prepared = self._run, self._prepared
        self._run, self._prepared = [], []
        if run:
            return self._in_context("; ".join(map(label_of, run)))
        return "; ".join(f"PREPARE {label_of(sql)}" for sql in prepared) or None

    def _in_context(self, label: str) -> str:
        """Say of the end of a transaction what it ends: each connection has such ends."""
        if label.upper().startswith(_ENDS):
            return label_of(f"{label} of {self._last}")
        self._last = label
        return label or _EMPTY


def _message(data: bytes) -> bytes:
    """Return the first message in `data`, or nothing if it is not complete."""
    if len(data) < 5:
        return b""
    end = 1 + struct.unpack("!I", data[1:5])[0]
    return data[:end] if len(data) >= end else b""


def _split(body: bytes) -> tuple[bytes, bytes]:
    name, _, rest = body.partition(b"\0")
    return name, rest


def _text(body: bytes) -> str:
    return _COMMENT.sub("", body.decode(errors="replace"))
