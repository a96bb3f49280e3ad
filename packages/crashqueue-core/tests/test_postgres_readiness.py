"""Whether a socket has something to read."""

from __future__ import annotations

import socket

import pytest

from crashqueue_core.store import postgres_readiness
from crashqueue_core.store.postgres_readiness import is_readable


@pytest.mark.parametrize("has_poll", [True, False])
def test_something_sent_and_an_end_can_be_read(
    has_poll: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_poll:
        monkeypatch.setattr(postgres_readiness, "_poll", None)
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            seen = [is_readable(ours.fileno())]
            theirs.send(b"!")
            seen.append(is_readable(ours.fileno()))
            ours.recv(1)
            seen.append(is_readable(ours.fileno()))
        assert [*seen, is_readable(ours.fileno())] == [False, True, False, True]
