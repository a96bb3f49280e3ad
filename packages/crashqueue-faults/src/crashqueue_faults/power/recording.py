"""Running the queue once on an observed file system, and keeping what it asked of it.

The database before the first recorded operation was closed, so all of it counts as durable.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from crashqueue_core import (
    DurableQueue,
    Job,
    ManualClock,
    QueueError,
    Receipt,
    SeededIdentity,
    Submission,
    Tenant,
)
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.engine.file_operations import FileOperation
from crashqueue_faults.engine.store import store_on
from crashqueue_faults.engine.vfs import ObservedVFS
from crashqueue_faults.power.life_cycle import LIFE_CYCLE, Step
from crashqueue_faults.power.randomness import fixed_randomness
from crashqueue_faults.sites.operations import Operation
from crashqueue_faults.workload import START_US

DATABASE: Final = "queue.sqlite"
LIFE_CYCLE_NAME: Final = "life-cycle of three jobs"
REUSED_LOG_NAME: Final = "life-cycle, log begun anew"
LIFE_CYCLES: Final = {LIFE_CYCLE_NAME: None, REUSED_LOG_NAME: 16}
"""After how many pages the log is begun anew, if it is: in a long life it is, every thousand."""

_vfs_numbers = count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """How SQLite was told to commit."""

    journal_mode: str = "WAL"
    synchronous: str = "FULL"

    def __str__(self) -> str:
        return f"{self.journal_mode}-{self.synchronous}".lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What an answer said of a job's or a tenant's history: so many events, the last with this."""

    subject: str
    history_length: int
    history_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged:
    """The queue answered: from here on the caller counts on these facts."""

    facts: tuple[Fact, ...]

    def __str__(self) -> str:
        return "the queue answers"


Entry = FileOperation | Acknowledged


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """The files before, and in order everything that then happened to them or was answered."""

    name: str
    mode: Mode
    base: Mapping[str, bytes]
    entries: tuple[Entry, ...]

    @property
    def slug(self) -> str:
        """The recording's name as it stands in a witness id."""
        return slug(self.name)


def slug(name: str) -> str:
    """Return `name` in lower case with hyphens and nothing else between its words."""
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    return "-".join(words)


class Recorder:
    """Listens to the file system and to the queue's caller."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def listen(self, operation: FileOperation) -> None:
        """Note an operation of the file system."""
        self.entries.append(operation)

    def acknowledge(self, answer: object) -> None:
        """Note that the queue answered."""
        self.entries.append(Acknowledged(facts=tuple(facts_of(answer))))


def facts_of(answer: object) -> Iterator[Fact]:
    """Yield what an answer of the queue says of histories, wherever in it a job or tenant is."""
    match answer:
        case Job():
            yield Fact(
                subject=answer.job_id,
                history_length=answer.history_length,
                history_digest=answer.history_digest,
            )
        case Tenant():
            yield Fact(
                subject=answer.tenant,
                history_length=answer.history_length,
                history_digest=answer.history_digest,
            )
        case Submission() | Receipt():
            yield from facts_of(answer.job)
        case tuple():
            for part in answer:
                yield from facts_of(part)
        case _:
            pass  # a count, or nothing at all, says nothing of a history


def record_operation(operation: Operation, mode: Mode) -> Recording:
    """Return the recording of one operation, opening and closing the queue included."""
    with _stage(mode) as (path, recorder, open_store):
        clock, identity = _sources()
        job = None
        if not operation.creates:
            with _open(path, clock, identity, open_store) as queue:
                job = operation.prepare(queue, clock)
        base = _begin(path, recorder)
        with _open(path, clock, identity, open_store) as queue:
            answer: object = None
            with suppress(QueueError):  # a refusal is an answer too, and states no facts
                answer = operation.perform(queue, job)
            recorder.acknowledge(answer)
        return _recording(operation.name, mode, base, recorder)


def record_life_cycle(
    mode: Mode, sessions: Sequence[Sequence[Step]] = LIFE_CYCLE, *, name: str = LIFE_CYCLE_NAME
) -> Recording:
    """Return the recording of three jobs from submission to success, one of them with a retry.

    The queue is closed and opened again in between, so that a checkpoint lies in the middle.
    """
    with _stage(mode, LIFE_CYCLES[name]) as (path, recorder, open_store):
        clock, identity = _sources()
        with _open(path, clock, identity, open_store):
            pass
        base = _begin(path, recorder)
        for steps in sessions:
            with _open(path, clock, identity, open_store) as queue:
                for step in steps:
                    recorder.acknowledge(step(queue, clock))
        return _recording(name, mode, base, recorder)


def _recording(name: str, mode: Mode, base: Mapping[str, bytes], recorder: Recorder) -> Recording:
    return Recording(name=name, mode=mode, base=base, entries=tuple(recorder.entries))


def _sources() -> tuple[ManualClock, SeededIdentity]:
    return ManualClock(START_US), SeededIdentity("power-loss")


def _open(
    path: Path, clock: ManualClock, identity: SeededIdentity, open_store: StoreOpener
) -> DurableQueue:
    return DurableQueue(path, clock=clock, identity=identity, open_store=open_store)


@contextmanager
def _stage(
    mode: Mode, log_pages: int | None = None
) -> Iterator[tuple[Path, Recorder, StoreOpener]]:
    recorder = Recorder()
    with (
        tempfile.TemporaryDirectory(prefix="crashqueuelab-") as directory,
        fixed_randomness("power-loss"),
    ):
        vfs = ObservedVFS(f"crashqueue-recorded-{next(_vfs_numbers)}", recorder.listen)
        try:
            yield (
                Path(directory, DATABASE),
                recorder,
                store_on(
                    vfs,
                    journal_mode=mode.journal_mode,
                    synchronous=mode.synchronous,
                    log_pages=log_pages,
                ),
            )
        finally:
            vfs.unregister()


def _begin(path: Path, recorder: Recorder) -> dict[str, bytes]:
    """Forget what was recorded so far; return the files that are there."""
    recorder.entries.clear()
    return {file.name: file.read_bytes() for file in sorted(path.parent.iterdir())}
