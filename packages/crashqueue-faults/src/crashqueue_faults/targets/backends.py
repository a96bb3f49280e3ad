"""What stands behind a store: nothing for SQLite, a server of the laboratory's own for the others.

The commands to a server are heard on the wire, by a proxy between a worker and its server; those to
SQLite in the worker itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

from crashqueue_faults.targets.target import Engine, Victim
from crashqueue_faults.targets.trace import Trace


class Backend(Protocol):
    """One store's server, which no other store is on."""

    address: str
    """Leads straight to the server; empty for SQLite."""

    def empty(self) -> None:
        """Forget everything."""
        ...

    def watching(self, trace: Trace, victim: Victim) -> AbstractContextManager[str]:
        """Yield an address whose commands are told to `trace`, which may strike `victim`."""
        ...


class FileBackend:
    """No server: the store is a file, and its commands are heard in the process that sends them."""

    address = ""

    def empty(self) -> None:
        """Do nothing: the file is removed by whoever made it."""

    def watching(self, _trace: Trace, _victim: Victim) -> AbstractContextManager[str]:
        """Yield no address."""
        return nullcontext("")


@contextmanager
def backend_for(engine: Engine, _folder: Path) -> Iterator[Backend]:
    """Yield what stands behind a store of this engine; a server is started in `folder`."""
    if engine is Engine.SQLITE:
        yield FileBackend()
        return
    raise NotImplementedError(engine)
