"""The protocol of Redis: https://redis.io/docs/latest/develop/reference/protocol-spec/."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from crashqueue_faults.targets.labels import label_of
from crashqueue_faults.targets.wire.framing import Reply, Request

_LISTENING: Final = frozenset({"SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR"})
_SETTING_UP: Final = frozenset({"AUTH", "CLIENT", "HELLO", "PING", "SELECT"})
"""They tell of a connection and leave the store as it is: to die there is to die before the next.

Some clients send them one by one or together, as it comes, and would be numbered differently.
"""
_SCRIPTS: Final = frozenset({"EVAL", "EVALSHA", "FCALL"})
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z._]{0,30}")
_SIMPLE: Final = b"+-:_,#("
_BULK: Final = b"$!="
_AGGREGATE: Final = {b"*": 1, b"~": 1, b">": 1, b"%": 2}


@dataclass(slots=True, kw_only=True)
class _Awaited:
    """A request that the server has not answered in full."""

    replies: int
    is_told: bool


class RespFraming:
    """Commands are arrays of strings; those that arrive at once are one request."""

    def __init__(self) -> None:
        self._sent = b""
        self._heard = b""
        self._awaited: deque[_Awaited] = deque()
        self._is_listening = False

    def requests(self, data: bytes) -> Iterator[Request]:
        """Yield the commands that are complete, all of them as one request."""
        if self._is_listening:
            yield Request(data=data, label=None)
            return
        self._sent += data
        commands, end = _commands(self._sent)
        if commands:
            data, self._sent = self._sent[:end], self._sent[end:]
            self._is_listening = any(name in _LISTENING for name, *_ in commands)
            if self._is_listening:
                # From here on the server speaks when it likes.
                yield Request(data=data, label=None)
            else:
                told = [_name(command) for command in commands if command[0] not in _SETTING_UP]
                self._awaited.append(_Awaited(replies=len(commands), is_told=bool(told)))
                yield Request(data=data, label="; ".join(told) if told else None)

    def replies(self, data: bytes) -> Iterator[Reply]:
        """Yield each reply that is complete; the last one of a request answers it."""
        if self._is_listening:
            yield Reply(data=self._heard + data, answers=False)
            self._heard = b""
            return
        self._heard += data
        while (end := _end_of_reply(self._heard, 0)) is not None:
            reply, self._heard = self._heard[:end], self._heard[end:]
            if reply.startswith(b">") or not self._awaited:
                yield Reply(data=reply, answers=False, is_urgent=True)
            else:
                is_told = self._awaited[0].is_told
                yield Reply(data=reply, answers=self._is_last() and is_told, is_urgent=not is_told)

    def refusal(self, _data: bytes) -> bytes:
        """Say nothing: every client is welcome."""
        return b""

    def _is_last(self) -> bool:
        self._awaited[0].replies -= 1
        if self._awaited[0].replies:
            return False
        self._awaited.popleft()
        return True


def _commands(sent: bytes) -> tuple[list[list[str]], int]:
    """Return the complete commands in `sent`, and where they end."""
    commands: list[list[str]] = []
    at = 0
    while (end := _end_of_reply(sent, at)) is not None:
        commands.append(_words(sent, at))
        at = end
    return commands, at


def _words(sent: bytes, at: int) -> list[str]:
    """Return the strings of the array at `at`, the first in upper case."""
    head, at = _line(sent, at)
    words = []
    for _ in range(int(head[1:])):
        length, at = _line(sent, at)
        words.append(sent[at : at + int(length[1:])].decode(errors="replace"))
        at += int(length[1:]) + 2
    return [words[0].upper(), *words[1:]]


def _name(command: list[str]) -> str:
    """Return the command and its first key: the rest may be anybody's data.

    A script is told in plain words what to do, if it does more than one thing.
    """
    name, *arguments = command
    if name not in _SCRIPTS:
        return label_of(" ".join([name, *arguments[:1]]))
    key, *told = arguments[2:] or [""]  # after the script and the number of keys
    return label_of(" ".join([name, key, *filter(_WORD.fullmatch, told)]))


def _line(data: bytes, at: int) -> tuple[bytes, int]:
    end = data.index(b"\r\n", at)
    return data[at:end], end + 2


def _end_of_reply(data: bytes, at: int) -> int | None:
    """Return where the reply at `at` ends, or None if it is not complete."""
    end = data.find(b"\r\n", at)
    if end < 0:
        return None
    kind, count = data[at : at + 1], data[at + 1 : end]
    at = end + 2
    if kind in _BULK:
        end = at + max(int(count) + 2, 0) if int(count) >= 0 else at
        return end if end <= len(data) else None
    for _ in range(max(int(count), 0) * _AGGREGATE[kind] if kind in _AGGREGATE else 0):
        after = _end_of_reply(data, at)
        if after is None:
            return None
        at = after
    return at
