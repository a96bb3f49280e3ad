"""What a rehearsal puts into the machine's network bears its number, and is removed by it.

A number is a file that its run keeps locked. The kernel unlocks it when the run ends, however it
ends; whoever finds it unlocked removes what is left under that number, processes first.
"""

from __future__ import annotations

import fcntl
import os
import re
import select
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from crashqueue_faults.errors import NamespacesUnavailable, RehearsalInterrupted
from crashqueue_faults.rehearsals.ip_command import Ip

LOCKS: Final = Path("/run/crashqueuelab")
MOST_AT_ONCE: Final = 256
PATIENCE_MS: Final = 10_000
PREFIX: Final = "cqlab"


class Numbered:
    """One run's number: the names and addresses that are its own, and its file."""

    def __init__(self, number: int, record: IO[str], ip: Ip) -> None:
        self._number = number
        self._record = record
        self._ip = ip
        self.bridge = f"{PREFIX}{number}"
        self.network = f"198.18.{number}.0/24"
        """Of the addresses that RFC 2544 sets apart for laboratories."""

    def namespace(self, host: str) -> str:
        """Return the name of a host's network namespace."""
        return f"{self.bridge}-{host}"

    def device(self, host: str) -> str:
        """Return the name of the bridge's end of a host's cable."""
        return f"{self.bridge}{host}"

    def host_address(self, index: int) -> str:
        """Return an address in the run's network; that of the bridge has the index 1."""
        return f"198.18.{self._number}.{index}"

    def note_folder(self, folder: Path) -> None:
        """Remember a folder of the run, or of its server, for whoever may have to remove it."""
        self._record.write(f"{folder}\n")
        self._record.flush()

    def is_free(self) -> bool:
        """Return whether nobody else on this machine uses the addresses."""
        return self._ip("-4", "route", "show", "root", self.network) == ""

    def remove(self) -> None:
        """Remove everything of this number; what is not there is no matter."""
        for line in self._ip("netns", "list").splitlines():
            name = line.split()[0]
            if name.startswith(f"{self.bridge}-"):
                self._end_processes(name)
                self._try("netns", "delete", name)
        for device in (*self._devices(), self.bridge):
            self._try("link", "delete", device)
        for route in self._ip("-4", "route", "show", "type", "blackhole").splitlines():
            destination = route.split()[1]
            if destination.startswith(f"198.18.{self._number}."):
                self._try("-4", "route", "delete", "blackhole", destination)

    def forget(self) -> None:
        """Give the number back, when nothing is left under it."""
        Path(self._record.name).unlink()

    def remove_folders(self) -> None:
        """Stop the server of a run that could not stop it itself, and remove its folders."""
        self._record.seek(0)
        for name in self._record.read().splitlines():
            _stop_server(Path(name))
            shutil.rmtree(name, ignore_errors=True)

    def _devices(self) -> list[str]:
        shown = self._ip("-brief", "link", "show", "type", "veth")
        return re.findall(rf"^{self.bridge}[a-z]+(?=@)", shown, re.MULTILINE)

    def _end_processes(self, namespace: str) -> None:
        for process_id in self._ip("netns", "pids", namespace).split():
            with suppress(ProcessLookupError):
                os.kill(int(process_id), signal.SIGKILL)

    def _try(self, *arguments: str) -> None:
        with suppress(RehearsalInterrupted):
            self._ip(*arguments)


@contextmanager
def numbered_run(ip: Ip, locks: Path = LOCKS) -> Iterator[Numbered]:
    """Yield a number that is this run's alone, after removing what dead runs have left.

    Everything under the number is removed at the end. Raises NamespacesUnavailable where no file
    can be kept, and RehearsalInterrupted when all numbers are taken.
    """
    try:
        locks.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise NamespacesUnavailable(f"the folder {locks} cannot be made: {error}") from None
    _remove_the_dead(ip, locks)
    for number in range(MOST_AT_ONCE):
        with _locked(number, ip, locks) as run:
            if run is not None and run.is_free():
                try:
                    yield run
                finally:
                    run.remove()
                    run.forget()
                return
            if run is not None:
                run.forget()
    raise RehearsalInterrupted("all networks from 198.18.0.0/24 to 198.18.255.0/24 are in use")


def _remove_the_dead(ip: Ip, locks: Path) -> None:
    for path in locks.iterdir():
        with _locked(int(path.name), ip, locks) as dead:
            if dead is not None:
                dead.remove()
                dead.remove_folders()
                dead.forget()


@contextmanager
def _locked(number: int, ip: Ip, locks: Path) -> Iterator[Numbered | None]:
    """Yield the number, held for the block, or None if somebody else holds it."""
    path = locks / str(number)
    with path.open("a+") as record:
        try:
            fcntl.flock(record, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Its holder may have given it back, file and all, since it was opened.
            is_held = os.path.samestat(path.stat(), os.fstat(record.fileno()))
        except (BlockingIOError, FileNotFoundError):
            is_held = False
        yield Numbered(number, record, ip) if is_held else None


def _stop_server(folder: Path) -> None:
    """Have the server of this folder quit as in a crash, if it is running."""
    data = folder / "data"
    try:
        process_id = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
        watched = os.pidfd_open(process_id)
    except (OSError, ValueError):
        return
    try:
        # The number may be another process's by now.
        if Path(f"/proc/{process_id}/cwd").resolve() == data.resolve():
            signal.pidfd_send_signal(watched, signal.SIGQUIT)
            ended = select.poll()
            ended.register(watched, select.POLLIN)
            ended.poll(PATIENCE_MS)
    finally:
        os.close(watched)
