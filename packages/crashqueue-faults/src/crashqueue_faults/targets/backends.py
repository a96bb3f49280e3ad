"""What stands behind a store: nothing for SQLite, a server of the laboratory's own for the others.

The commands to a server are heard on the wire, by a proxy between a worker and its server; those to
SQLite in the worker itself.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Protocol

from crashqueue_faults.servers.postgres import started_cluster
from crashqueue_faults.servers.redis import RedisServer, started_redis
from crashqueue_faults.targets.striking import strike_at
from crashqueue_faults.targets.target import Engine, Victim
from crashqueue_faults.targets.trace import Trace
from crashqueue_faults.targets.wire.proxy import Proxy, proxied
from crashqueue_faults.targets.wire.resp import RespFraming


class Backend(Protocol):
    """One store's server, which no other store is on."""

    address: str
    """Leads straight to the server; empty for SQLite."""

    @property
    def server(self) -> str:
        """The server's name and version; empty for SQLite."""
        ...

    def empty(self) -> bool:
        """Forget everything; return whether the library's store is still made, and is empty."""
        ...

    def wait_for_the_dead(self) -> None:
        """Wait until the server has finished with clients that have died."""
        ...

    def watching(self, trace: Trace, victim: Victim) -> AbstractContextManager[str]:
        """Yield an address whose commands are told to `trace`, which may strike `victim`."""
        ...


class FileBackend:
    """No server: the store is a file, and its commands are heard in the process that sends them."""

    address = ""
    server = ""

    def empty(self) -> bool:
        """Do nothing: the file is removed by whoever made it."""
        return False

    def wait_for_the_dead(self) -> None:
        """Do nothing: what has died does nothing any more."""

    def watching(self, _trace: Trace, _victim: Victim) -> AbstractContextManager[str]:
        """Yield no address."""
        return nullcontext("")


class RedisBackend:
    """A Redis, spoken to through a proxy where it is watched."""

    def __init__(self, server: RedisServer, folder: Path) -> None:
        self._server = server
        self._socket = folder / "wire.sock"
        self.address = server.address
        self.server = server.version

    def empty(self) -> bool:
        """Forget everything."""
        self._server.empty()
        return False

    def wait_for_the_dead(self) -> None:
        """Do nothing: a command that has come is carried out at once."""

    @contextmanager
    def watching(self, trace: Trace, victim: Victim) -> Iterator[str]:
        """Yield the address of a proxy."""
        strike = partial(strike_at, victim=victim)
        with proxied(self._socket, Proxy(self._server.socket_path, RespFraming, trace, strike)):
            yield f"unix://{self._socket}"


@contextmanager
def backend_for(engine: Engine, folder: Path) -> Iterator[Backend]:
    """Yield what stands behind a store of this engine; a server is started in `folder`."""
    if engine is Engine.SQLITE:
        yield FileBackend()
        return
    if engine is Engine.REDIS:
        with started_redis(folder) as server:
            yield RedisBackend(server, folder)
        return
    # Late: whoever crashes other stores needs no driver.
    postgres_backend = importlib.import_module("crashqueue_faults.targets.postgres_backend")
    with started_cluster() as cluster:
        yield postgres_backend.PostgresBackend(cluster, folder)
