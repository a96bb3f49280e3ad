"""The layer of file operations: before each one by which SQLite changes what is on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.engine.file_operations import FileListener
from crashqueue_faults.engine.store import store_on
from crashqueue_faults.engine.vfs import ObservedVFS, RequestListener
from crashqueue_faults.sites.crashing import CrashLayer, crash_everywhere
from crashqueue_faults.sites.engines import copy_files
from crashqueue_faults.sites.scenes import opening_scene
from crashqueue_faults.sites.verdicts import Tally
from crashqueue_faults.sites.visits import CASES, REOPENING, Visit
from crashqueue_faults.sites.watching import SiteListener

_VFS_NAME: Final = "crashqueue-sites"


@contextmanager
def watch_file_operations(
    listener: SiteListener, /, kind: type[SqliteStore] = SqliteStore
) -> Iterator[StoreOpener]:
    """Yield what opens a store that tells of its file operations."""
    with observed(lambda operation: listener(str(operation)), kind) as open_store:
        yield open_store


@contextmanager
def observed(
    listener: FileListener, kind: type[SqliteStore], requests: RequestListener = lambda _: None
) -> Iterator[StoreOpener]:
    """Yield what opens a store on a file system that asks `listener` first.

    Before reads and locks, `requests` is asked.
    """
    vfs = ObservedVFS(_VFS_NAME, listener, requests)
    try:
        yield store_on(vfs, kind=kind)
    finally:
        vfs.unregister()


def visit(order: Visit[type[SqliteStore]]) -> dict[str, Tally]:
    """Die before every file operation of the scene, and again while SQLite opens what is left."""
    layer = CrashLayer(watch=partial(watch_file_operations, kind=order.kind), die=order.die)
    crash_states = CrashStates(order.room.scratch.with_name("crash-states"))
    tally = crash_everywhere(layer, order.scene, order.contents, order.room, crash_states.keep)
    if not order.reopens:
        return {CASES: tally}
    return {CASES: tally, REOPENING: _crash_while_opening(layer, order, crash_states)}


class CrashStates:
    """The distinct files that were left by the dead, each kept once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.folders: dict[str, Path] = {}

    def keep(self, left: Path) -> None:
        """Keep a copy of these files, unless equal ones are kept already."""
        digest = _digest_of_files(left)
        if digest not in self.folders:
            self.folders[digest] = self._folder / str(len(self.folders))
            copy_files(left, self.folders[digest])


def _digest_of_files(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        if not file.name.endswith("-shm"):
            digest.update(f"{file.name} {file.stat().st_size} ".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _crash_while_opening(
    layer: CrashLayer, order: Visit[type[SqliteStore]], crash_states: CrashStates
) -> Tally:
    sum_of_all = Tally()
    for folder in crash_states.folders.values():
        scene = opening_scene(folder, order.scene.clock)
        contents = scene.contents(order.room.scratch)
        sum_of_all.add(crash_everywhere(layer, scene, contents, order.room))
    return sum_of_all
