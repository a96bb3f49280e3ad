"""Test policy shared by the four packages.

Every test closes the SQLite connections it opens, and no test fails for being slow.
"""

from __future__ import annotations

import contextlib
import gc
import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# The parent is kept: under CI it makes Hypothesis choose the same examples each time.
settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")

_opened: list[sqlite3.Connection] = []


def _note_opened(event: str, arguments: tuple[object, ...]) -> None:
    """Keep each new connection alive, so that none is closed silently by being forgotten.

    Python 3.13 is the first to warn of that. Auditing sees a connection however it is opened:
    through `sqlite3.connect`, a name imported from there, or a subclass of `Connection`.
    """
    if event == "sqlite3.connect/handle":
        (connection,) = arguments
        assert isinstance(connection, sqlite3.Connection)
        _opened.append(connection)


sys.addaudithook(_note_opened)


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018  the only question that any thread may ask
    except sqlite3.ProgrammingError:
        return False
    return True


def _take_unclosed() -> list[sqlite3.Connection]:
    """Return the connections still open, and forget all."""
    if any(map(_is_open, _opened)):
        gc.collect()  # an abandoned queue closes its connection when it is collected
    unclosed = [connection for connection in _opened if _is_open(connection)]
    _opened.clear()
    return unclosed


@pytest.fixture(autouse=True)
def every_connection_is_closed() -> Iterator[None]:
    """Fail a test after which a connection that it opened is still open."""
    _opened.clear()
    yield
    unclosed = _take_unclosed()
    for connection in unclosed:
        with contextlib.suppress(sqlite3.ProgrammingError):  # another thread's connection
            connection.close()
    if unclosed:
        pytest.fail(f"unclosed SQLite connections: {len(unclosed)}", pytrace=False)
