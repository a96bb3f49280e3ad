"""A scene: the files that something is done to, the time and the names that are fixed in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_core import DurableQueue, Identity, ManualClock, QueueError, SeededIdentity
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.sites.contents import Content, read_content
from crashqueue_faults.sites.operations import Operation
from crashqueue_faults.workload import START_US

QUEUE: Final = "queue.sqlite"

Play = Callable[[DurableQueue], Iterator[None]]
"""Performs public operations; yields each time one of them has answered."""


class WrongAnswer(Exception):
    """An operation of a sound queue answered something else than it must."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is about to be crashed. `start` is the folder of the files before it, none or some."""

    start: Path
    clock: ManualClock
    seed: str
    play: Play

    def set_up(self, folder: Path) -> Path:
        """Return the path of the database in `folder`, where only the files of the start are."""
        copy_files(self.start, folder)
        return folder / QUEUE

    def perform(
        self, path: Path, open_store: StoreOpener, acknowledge: Callable[[], object]
    ) -> None:
        """Open the queue at `path`, play, and close it; tell of each answer."""
        with self.open(path, open_store) as queue:
            for _ in self.play(queue):
                acknowledge()

    def open(
        self, path: Path, open_store: StoreOpener, identity: Identity | None = None
    ) -> DurableQueue:
        """Open the queue at `path`. Nobody else uses it, so that waiting for locks is in vain."""
        return DurableQueue(
            path,
            clock=self.clock,
            identity=identity or SeededIdentity(self.seed),
            busy_timeout_us=0,
            open_store=open_store,
        )

    def contents(
        self,
        folder: Path,
        kind: type[SqliteStore] = SqliteStore,
        keep: Callable[[int, Path], object] = lambda _number, _folder: None,
    ) -> tuple[Content, ...]:
        """Return the content before the first answer and after each one, undisturbed.

        The last is read after closing. `keep` is given the folder in which each is found.
        """
        path = self.set_up(folder)
        contents = [read_content(path)]
        keep(0, folder)

        def look() -> None:
            contents.append(read_content(path))
            keep(len(contents) - 1, folder)

        self.perform(path, kind, look)
        contents[-1] = read_content(path)
        return tuple(contents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where scenes are played: `scratch` is emptied for every case, `kept` holds witnesses."""

    scratch: Path
    kept: Path

    @property
    def database(self) -> Path:
        """The database under test."""
        return self.scratch / QUEUE

    def name_of(self, verdict: str) -> str:
        """Return where a verdict's witness is kept, relative to the output directory."""
        return f"{self.kept.parent.name}/{self.kept.name}/{verdict}"


def operation_scene(operation: Operation, start: Path, seed: str) -> Scene:
    """Prepare the operation in the folder `start`, which is made; return it ready to be played."""
    start.mkdir(parents=True)
    clock = ManualClock(START_US)
    job = None
    if not operation.creates:
        identity = SeededIdentity(f"{seed}/prepare")
        with DurableQueue(start / QUEUE, clock=clock, identity=identity) as queue:
            job = operation.prepare(queue, clock)

    def play(queue: DurableQueue) -> Iterator[None]:
        answer = None
        try:
            operation.perform(queue, job)
        except QueueError as refusal:
            answer = refusal.code
            if answer != operation.refused_with:
                raise
        if answer != operation.refused_with:
            raise WrongAnswer(f"{operation.name} was not refused with {operation.refused_with}")
        yield

    return Scene(start=start, clock=clock, seed=f"{seed}/perform", play=play)


def opening_scene(start: Path, clock: ManualClock) -> Scene:
    """Return the scene in which the files in `start` are opened and closed, and nothing else."""

    def play(queue: DurableQueue) -> Iterator[None]:
        queue.counts()
        yield

    return Scene(start=start, clock=clock, seed="opening", play=play)


def copy_files(source: Path, target: Path) -> None:
    """Copy what survives a process: all files but SQLite's shared memory. `target` is made anew."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for file in sorted(source.iterdir()):
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, target / file.name)
