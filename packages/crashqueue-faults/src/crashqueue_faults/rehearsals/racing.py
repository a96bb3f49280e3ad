"""Spawned processes that leave one barrier together, and tell their parent what they saw."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.synchronize import Barrier
from typing import Final, TypeVar

from crashqueue_core import InvalidArgument
from crashqueue_core.limits import check_integer
from crashqueue_faults.errors import InvalidExperiment, RehearsalInterrupted
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.stage import interrupts_ignored

MAX_WORKERS: Final = 64
PATIENCE_S: Final = 120.0
REPORTS: Final = 100
"""How often, about, the processes tell how far they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one racing process is told."""

    place: Place
    seed: int
    number: int
    job_ids: tuple[str, ...]

    @property
    def worker_id(self) -> str:
        """The process's name in the queue."""
        return f"worker-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """What one racing process saw: its own id, and its outcomes in order."""

    process_id: int
    outcomes: tuple[str, ...]


PartT = TypeVar("PartT", bound=Part)
Play = Callable[[PartT, Barrier, Connection], None]
"""Plays one part: may send how many outcomes it has so far, and sends Outcomes at the end."""


def run_parts(
    play: Play[PartT], parts: Sequence[PartT], told: Callable[[int], None]
) -> list[Outcomes]:
    """Let each part be played by a process; return what each saw, in the order of their ends.

    `told` hears how many outcomes were sent by all together. Raises RehearsalInterrupted when a
    process ends early or all keep silent.
    """
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(len(parts))
    with _started(context, play, parts, barrier) as channels:
        return _listen(channels, told)


@contextmanager
def _started(
    context: multiprocessing.context.SpawnContext,
    play: Play[PartT],
    parts: Sequence[PartT],
    barrier: Barrier,
) -> Iterator[list[Connection]]:
    channels, processes = [], []
    try:
        for part in parts:
            ours, theirs = context.Pipe(duplex=False)
            channels.append(ours)
            process = context.Process(target=play, args=(part, barrier, theirs))
            with theirs, interrupts_ignored():
                process.start()
            processes.append(process)
        yield channels
    finally:
        for channel in channels:
            channel.close()
        for process in processes:
            process.terminate()
            process.join()
            process.close()


def _listen(channels: list[Connection], told: Callable[[int], None]) -> list[Outcomes]:
    seen: list[Outcomes] = []
    counts = dict.fromkeys(channels, 0)
    open_channels = list(channels)
    while open_channels:
        ready = wait(open_channels, PATIENCE_S)
        if not ready:
            raise RehearsalInterrupted("the racing processes keep silent")
        for channel in ready:
            assert isinstance(channel, Connection)  # noqa: S101 - nothing else was waited for
            message = _receive(channel)
            if isinstance(message, Outcomes):
                seen.append(message)
                open_channels.remove(channel)
            else:
                counts[channel] = message
                told(sum(counts.values()))
    return seen


def _receive(channel: Connection) -> Outcomes | int:
    try:
        message: Outcomes | int = channel.recv()
    except EOFError:
        raise RehearsalInterrupted("a racing process ended before its part was done") from None
    return message


def distinct_processes(seen: Sequence[Outcomes]) -> int:
    """Return the number of processes that raced, this one not counted."""
    return len({outcomes.process_id for outcomes in seen} - {os.getpid()})


def check_number(argument: str, value: object, least: int, greatest: int) -> None:
    """Raise InvalidExperiment unless the value is an integer within its bounds."""
    try:
        check_integer(argument, value, least, greatest)
    except InvalidArgument as error:
        raise InvalidExperiment(error.message, **error.data) from None
