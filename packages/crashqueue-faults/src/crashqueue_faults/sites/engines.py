"""What a scene is played on: how its start is set up, how what is left is read and kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol

from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.place import Place
from crashqueue_faults.sites.contents import Content, read_content
from crashqueue_faults.sites.planted import PLANTED_BUGS

QUEUE: Final = "queue.sqlite"


class Engine(Protocol):
    """Plays scenes, one at a time. What is kept of a database is kept in a folder.

    A scene has a `folder` of its own, and its database is there; or, on a server, elsewhere.
    """

    @property
    def patience_us(self) -> int:
        """How long a scene waits for locks, which none of its own processes hold."""
        ...

    def kind(self, bug: str) -> StoreOpener:
        """Return the store in which this bug was planted; without a name, the sound one."""
        ...

    def place(self, folder: Path) -> Place:
        """Return where the queue of a scene in `folder` is."""
        ...

    def preparing(self, start: Path) -> AbstractContextManager[Place]:
        """Yield the place of an absent database; what is there at the end is kept in `start`."""
        ...

    def set_up(self, start: Path, folder: Path) -> Place:
        """Return the place of the scene's queue, where only what was kept in `start` is."""
        ...

    def content(self, folder: Path) -> Content:
        """Return what the database says now, as whoever comes finds it."""
        ...

    def keep(self, folder: Path, kept: Path) -> None:
        """Keep the database as it is now in the folder `kept`, which is made anew."""
        ...

    def await_end(self) -> None:
        """Return when whoever died has no part in the database any more."""
        ...


class SqliteFiles:
    """SQLite: the database is files in the scene's folder, and files are what is kept."""

    patience_us = 0

    def kind(self, bug: str) -> type[SqliteStore]:
        """Return the store in which this bug was planted; without a name, the sound one."""
        return PLANTED_BUGS[bug].kind if bug else SqliteStore

    def place(self, folder: Path) -> Place:
        """Return the place of the file in `folder`."""
        return Place.file(folder / QUEUE)

    @contextmanager
    def preparing(self, start: Path) -> Iterator[Place]:
        """Yield the place of the file in `start` itself."""
        yield self.place(start)

    def set_up(self, start: Path, folder: Path) -> Place:
        """Copy the files."""
        copy_files(start, folder)
        return self.place(folder)

    def content(self, folder: Path) -> Content:
        """Return what an ordinary SQLite reads, which recovers the files first."""
        return read_content(folder / QUEUE)

    def keep(self, folder: Path, kept: Path) -> None:
        """Copy the files."""
        copy_files(folder, kept)

    def await_end(self) -> None:
        """Return: the operating system took the locks of the dead away with them."""


SQLITE: Final = SqliteFiles()


def copy_files(source: Path, target: Path) -> None:
    """Copy what survives a process: all files but SQLite's shared memory. `target` is made anew."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for file in sorted(source.iterdir()):
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, target / file.name)
