"""A scene: the database that something is done to, the time and the names that are fixed in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from crashqueue_core import DurableQueue, Identity, ManualClock, QueueError, SeededIdentity
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.place import Place
from crashqueue_faults.sites.contents import Content
from crashqueue_faults.sites.engines import SQLITE, Engine
from crashqueue_faults.sites.operations import Operation
from crashqueue_faults.workload import START_US

Play = Callable[[DurableQueue], Iterator[None]]
"""Performs public operations; yields each time one of them has answered."""

Ask = Callable[[DurableQueue], object]
"""Performs one public operation and returns its answer, or raises what the queue refuses with."""


class WrongAnswer(Exception):
    """An operation of a sound queue answered something else than it must."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is about to be crashed. `start` is the folder of what was kept before it, if anything.

    A scene of one operation has it alone as well, to `ask` for.
    """

    start: Path
    clock: ManualClock
    seed: str
    play: Play
    ask: Ask | None = None
    engine: Engine = SQLITE

    def set_up(self, folder: Path) -> Place:
        """Return the place of the database, where only what was kept of the start is."""
        return self.engine.set_up(self.start, folder)

    def perform(
        self, place: Place, open_store: StoreOpener, acknowledge: Callable[[], object]
    ) -> None:
        """Open the queue at `place`, play, and close it; tell of each answer."""
        with self.open(place, open_store) as queue:
            for _ in self.play(queue):
                acknowledge()

    def open(
        self, place: Place, open_store: StoreOpener, identity: Identity | None = None
    ) -> DurableQueue:
        """Open the queue at `place`, which no other process of the experiment uses."""
        return DurableQueue(
            **place.where,
            clock=self.clock,
            identity=identity or SeededIdentity(self.seed),
            busy_timeout_us=self.engine.patience_us,
            open_store=open_store,
        )

    def contents(
        self,
        folder: Path,
        kind: StoreOpener | None = None,
        keep: Callable[[int], object] = lambda _number: None,
    ) -> tuple[Content, ...]:
        """Return the content before the first answer and after each one, undisturbed.

        The last is read after closing. `keep` is told the number of each when it is there. `kind`
        is the store, the engine's sound one unless given.
        """
        place = self.set_up(folder)
        contents = [self.engine.content(folder)]
        keep(0)

        def look() -> None:
            contents.append(self.engine.content(folder))
            keep(len(contents) - 1)

        self.perform(place, kind or self.engine.kind(""), look)
        contents[-1] = self.engine.content(folder)
        return tuple(contents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where scenes are played: `scratch` is emptied for every case, `kept` holds witnesses."""

    scratch: Path
    kept: Path

    def name_of(self, verdict: str) -> str:
        """Return where a verdict's witness is kept, relative to the output directory."""
        return f"{self.kept.parent.name}/{self.kept.name}/{verdict}"


def operation_scene(operation: Operation, start: Path, seed: str, engine: Engine = SQLITE) -> Scene:
    """Prepare the operation, keep that in `start`, which is made; return it ready to be played."""
    start.mkdir(parents=True)
    clock = ManualClock(START_US)
    job = None
    if not operation.creates:
        identity = SeededIdentity(f"{seed}/prepare")
        with (
            engine.preparing(start) as place,
            DurableQueue(**place.where, clock=clock, identity=identity) as queue,
        ):
            job = operation.prepare(queue, clock)

    def ask(queue: DurableQueue) -> object:
        return operation.perform(queue, job)

    def play(queue: DurableQueue) -> Iterator[None]:
        answer = None
        try:
            ask(queue)
        except QueueError as refusal:
            answer = refusal.code
            if answer != operation.refused_with:
                raise
        if answer != operation.refused_with:
            raise WrongAnswer(f"{operation.name} was not refused with {operation.refused_with}")
        yield

    return Scene(
        start=start, clock=clock, seed=f"{seed}/perform", play=play, ask=ask, engine=engine
    )


def opening_scene(start: Path, clock: ManualClock) -> Scene:
    """Return the scene in which the files in `start` are opened and closed, and nothing else."""

    def play(queue: DurableQueue) -> Iterator[None]:
        queue.counts()
        yield

    return Scene(start=start, clock=clock, seed="opening", play=play)
