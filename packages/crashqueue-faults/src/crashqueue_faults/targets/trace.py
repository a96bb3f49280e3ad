"""The trace of a worker: what each of its processes reached, in one sequence; and where it dies.

A trace is a file that every process of a worker appends to, whole lines under a lock, so that forks
and spawned children share one numbering. A boundary is a label and its occurrence in the trace. The
crash strikes once: a worker that is started again by its supervisor does not die again.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO, Final, Self

TRACE: Final = "CRASHQUEUE_TRACE"
"""The environment variable that names a worker's trace file to all of its processes."""
ARMED: Final = "CRASHQUEUE_ARMED"
"""The environment variable that holds the point at which the worker dies, if it does."""


class Moment(StrEnum):
    """On which side of a command."""

    BEFORE = "before"
    """It is not sent."""
    AFTER = "after"
    """The store has applied it, and the client has not read the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One place to die: a side of the `occurrence`th command (from 1) with this label."""

    moment: Moment
    label: str
    occurrence: int

    def to_json(self) -> str:
        """Return the point as text for an environment variable."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the point that `to_json` made into text."""
        fields = json.loads(text)
        return cls(**fields | {"moment": Moment(fields["moment"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of a trace. `strikes` is true of the last thing that a worker did."""

    point: Point
    process_id: int
    strikes: bool


class Trace:
    """One worker's trace. Processes and threads share the file, each with an object of its own."""

    def __init__(self, path: Path, armed: Point | None = None) -> None:
        self._path = path
        self._armed = armed
        self._lock = threading.Lock()
        self._known: list[Step] = []
        self._read_to = 0

    @classmethod
    def inherited(cls) -> Self | None:
        """Return the trace that the environment names, if it does."""
        path = os.environ.get(TRACE)
        armed = os.environ.get(ARMED)
        return cls(Path(path), Point.from_json(armed) if armed else None) if path else None

    def environment(self) -> dict[str, str]:
        """Return what a process is told in its environment to inherit the trace."""
        told = {TRACE: str(self._path)}
        return told | {ARMED: self._armed.to_json()} if self._armed else told

    def reach(
        self, moment: Moment, label: str, strike: Callable[[], object], process_id: int = 0
    ) -> None:
        """Note that a process has come to one side of a command; strike if it is to die there.

        `process_id` is another's, if it is not the caller's own. What strikes is noted before it
        happens: a dead worker writes no more.
        """
        with self._locked() as file:
            points = [step.point for step in self._known]
            seen = sum(point.label == label and point.moment is moment for point in points)
            point = Point(moment=moment, label=label, occurrence=seen + 1)
            strikes = point == self._armed and not any(step.strikes for step in self._known)
            step = Step(point=point, process_id=process_id or os.getpid(), strikes=strikes)
            file.write(json.dumps(asdict(step)) + "\n")
            file.flush()
            # Under the lock, so that nobody goes further meanwhile.
            if strikes:
                strike()

    def steps(self) -> tuple[Step, ...]:
        """Return what was reached so far."""
        with self._locked():
            return tuple(self._known)

    @contextmanager
    def _locked(self) -> Iterator[IO[str]]:
        """Yield the file, locked, after reading what others have written since the last time."""
        import fcntl  # noqa: PLC0415 - the adapters can be listed on Windows, which has none

        with self._lock, self._path.open("a+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(self._read_to)
            self._known += map(_step, file.readlines())
            self._read_to = file.tell()
            yield file


def _step(line: str) -> Step:
    fields = json.loads(line)
    point = fields["point"]
    return Step(
        point=Point(**point | {"moment": Moment(point["moment"])}),
        process_id=fields["process_id"],
        strikes=fields["strikes"],
    )
