"""How a conversation falls apart into commands and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Bytes for the server: one command, or several that were sent as one. `label` names them.

    Without a label they are passed on and no more is said: a greeting, a farewell.
    """

    data: bytes
    label: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Bytes for the client. `answers` is true if they complete the answer to the oldest request.

    What `is_urgent` cannot be held back until then: the client has to say something first, or
    nobody asked for it.
    """

    data: bytes
    answers: bool
    is_urgent: bool = False


class Framing(Protocol):
    """One connection's two directions, each fed as the bytes come in."""

    def requests(self, data: bytes) -> Iterator[Request]:
        """Yield what is complete of what the client sends."""
        ...

    def replies(self, data: bytes) -> Iterator[Reply]:
        """Yield what is complete of what the server sends."""
        ...

    def refusal(self, data: bytes) -> bytes:
        """Return what to say in the server's place to the first bytes of a client, if anything."""
        ...
