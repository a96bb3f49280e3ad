"""The parent's side of a worker on a host of the lab: starting it, telling it, hearing it."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from crashqueue_faults.errors import RehearsalInterrupted
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.lab_network import Link

PATIENCE_S: Final = 60.0


class RemoteWorker:
    """A worker's process behind its link."""

    def __init__(self, role: str, process: subprocess.Popen[bytes]) -> None:
        self._role = role
        self._process = process

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def tell(self, **message: object) -> None:
        """Say something, and do not wait for an answer."""
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise RehearsalInterrupted(f"worker {self._role} has ended") from None

    def hear(self) -> dict[str, Any]:
        """Return the next thing that the worker says. Raises RehearsalInterrupted at its end."""
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE_S)
        line = self._process.stdout.readline() if ready else b""
        if not line.endswith(b"\n"):
            raise RehearsalInterrupted(f"worker {self._role} keeps silent")
        heard: dict[str, Any] = json.loads(line)
        return heard

    def ask(self, **message: object) -> dict[str, Any]:
        """Say something and return the answer."""
        self.tell(**message)
        return self.hear()


@contextmanager
def remote_worker(
    role: str, link: Link, place: Place, ledger: Path, orders: Mapping[str, object]
) -> Iterator[RemoteWorker]:
    """Yield a worker that runs on the link's host; it does not outlive the block."""
    program = "from crashqueue_faults.rehearsals.host_child import run; run()"
    process = subprocess.Popen(
        [*link.command, sys.executable, "-W", "error", "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # what could not be written must not be tried again on closing
        start_new_session=True,  # Ctrl-C on a terminal is for the parent
    )
    with process:
        try:
            worker = RemoteWorker(role, process)
            worker.tell(
                address=link.address,
                schema=place.schema,
                role=role,
                ledger=str(ledger),
                **orders,
            )
            yield worker
        finally:
            process.kill()
