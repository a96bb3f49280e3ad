"""Looking at the crash states of recordings: point by point, in several processes if wanted.

What is found does not depend on the number of processes: the work is cut in the same pieces, and
put together in the order of the recordings.
"""

from __future__ import annotations

import multiprocessing
import pickle
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from crashqueue_faults.engine.file_operations import FileOperation
from crashqueue_faults.experiment import Progress, ProgressListener
from crashqueue_faults.power.enumeration import Census, census, selections
from crashqueue_faults.power.files import Reconstruction, state_digest
from crashqueue_faults.power.judge import Judge, Promise
from crashqueue_faults.power.model import Disk, Replay, Selection, everything
from crashqueue_faults.power.recording import Recording
from crashqueue_faults.power.verdict import StateVerdict
from crashqueue_faults.power.witness import Witness
from crashqueue_faults.scratch import scratch_folder

_STATES_PER_PIECE: Final = 2_000


class Failure(StrEnum):
    """What ends the execution."""

    POWER_LOSS = "power loss"
    """What was not synced may be gone, in whole or in part."""
    PROCESS_CRASH = "process crash"
    """The operating system lives on, and with it everything that was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is looked at: all states of a point, or `sample_size` of them where there are many."""

    sample_size: int
    seed: int
    failure: Failure = Failure.POWER_LOSS

    def census(self, disk: Disk) -> Census:
        """Return how many states a point has, and how many are looked at."""
        if self.failure is Failure.PROCESS_CRASH:
            return Census(pending=len(disk.pending), possible=1, chosen=1)
        return census(disk, self.sample_size)

    def selections(self, disk: Disk, recording: Recording, point: int) -> Iterator[Selection]:
        """Yield the states that are looked at."""
        if self.failure is Failure.PROCESS_CRASH:
            return iter((everything(disk),))
        seed = f"{self.seed}/{recording.mode}/{recording.slug}/{point}"
        return selections(disk, sample_size=self.sample_size, seed=seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Smallest:
    """The state of a verdict with the fewest operations that did not arrive."""

    missing: int
    witness: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointResult:
    """One crash point: what came before it, and what its distinct states come to."""

    number: int
    after: str
    acknowledged: int
    census: Census
    verdicts: Counter[StateVerdict]
    smallest: dict[StateVerdict, Smallest]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingResult:
    """One recording: its points in order, and the verdict of each distinct state by digest."""

    recording: Recording
    points: tuple[PointResult, ...]
    states: dict[bytes, StateVerdict]

    @property
    def verdicts(self) -> Counter[StateVerdict]:
        """How many distinct states have each verdict."""
        return Counter(self.states.values())

    def smallest(self, verdict: StateVerdict) -> Smallest:
        """Return the smallest state with this verdict, the earliest of equals."""
        found = [point.smallest[verdict] for point in self.points if verdict in point.smallest]
        return min(found, key=lambda smallest: smallest.missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of crash points of one recording, and how many states are looked at in it."""

    recording: int
    first: int
    last: int
    states: int


Found = tuple[list[PointResult], dict[bytes, StateVerdict]]


def crash_points(recording: Recording, promise: Promise | None = None) -> Iterator[Disk]:
    """Yield the disk before the first entry and after each; `promise` follows the answers."""
    replay = Replay(recording.base)
    yield replay.disk()
    for entry in recording.entries:
        if isinstance(entry, FileOperation):
            replay.perform(entry)
        elif promise is not None:
            promise.advance()
        yield replay.disk()


class Surveyor:
    """Looks at pieces, one after the other, in a scratch folder of its own."""

    def __init__(self, recordings: Sequence[Recording], plan: Plan, scratch: Path) -> None:
        self._recordings = recordings
        self._plan = plan
        self._judge = Judge(Path(tempfile.mkdtemp(dir=scratch)))
        self._moments: dict[int, tuple[str, ...]] = {}

    def look_at(self, piece: Piece) -> Found:
        """Return the piece's points, and the verdict of each of its distinct states."""
        recording = self._recordings[piece.recording]
        if piece.recording not in self._moments:
            self._moments[piece.recording] = self._judge.moments(recording)
        promise = Promise(recording, self._moments[piece.recording])
        states: dict[bytes, StateVerdict] = {}
        points = []
        for number, disk in enumerate(crash_points(recording, promise)):
            if number > piece.last:
                break
            if number >= piece.first:
                points.append(self._look_at_point(recording, number, disk, promise, states))
        return points, states

    def _look_at_point(
        self,
        recording: Recording,
        number: int,
        disk: Disk,
        promise: Promise,
        states: dict[bytes, StateVerdict],
    ) -> PointResult:
        here: dict[bytes, StateVerdict] = {}
        smallest: dict[StateVerdict, Smallest] = {}
        reconstruction = Reconstruction(disk)
        for selection in self._plan.selections(disk, recording, number):
            files = reconstruction.files(selection)
            digest = state_digest(files, promise.acknowledged)
            if digest not in states:
                states[digest] = self._judge.judge(files, promise)
            verdict = here[digest] = states[digest]
            missing = len(disk.pending) - selection.mask.bit_count()
            if verdict not in smallest or missing < smallest[verdict].missing:
                witness = Witness(
                    mode=recording.mode,
                    operation=recording.slug,
                    point=number,
                    selection=selection,
                )
                smallest[verdict] = Smallest(missing=missing, witness=str(witness))
        return PointResult(
            number=number,
            after=str(recording.entries[number - 1]) if number else "the beginning",
            acknowledged=promise.acknowledged,
            census=self._plan.census(disk),
            verdicts=Counter(here.values()),
            smallest=smallest,
        )


def survey(
    recordings: Sequence[Recording], plan: Plan, *, processes: int, progress: ProgressListener
) -> list[RecordingResult]:
    """Look at every recording; `progress` counts states, those that recur included."""
    pieces = [piece for n, one in enumerate(recordings) for piece in _cut(n, one, plan)]
    total = sum(piece.states for piece in pieces)
    found: dict[Piece, Found] = {}
    done = 0
    with scratch_folder() as scratch:
        for piece, result in _look_at_all(pieces, recordings, plan, scratch, processes):
            found[piece] = result
            done += piece.states
            progress(Progress(done=done, total=total, label=recordings[piece.recording].name))
    return [
        _put_together(one, [found[piece] for piece in pieces if piece.recording == n])
        for n, one in enumerate(recordings)
    ]


def _cut(number: int, recording: Recording, plan: Plan) -> Iterator[Piece]:
    first = states = 0
    for point, disk in enumerate(crash_points(recording)):
        states += plan.census(disk).chosen
        if states >= _STATES_PER_PIECE or point == len(recording.entries):
            yield Piece(recording=number, first=first, last=point, states=states)
            first, states = point + 1, 0


def _put_together(recording: Recording, found: Sequence[Found]) -> RecordingResult:
    states: dict[bytes, StateVerdict] = {}
    for _, some in found:
        states |= some
    points = tuple(point for some, _ in found for point in some)
    return RecordingResult(recording=recording, points=points, states=states)


def _look_at_all(
    pieces: Sequence[Piece],
    recordings: Sequence[Recording],
    plan: Plan,
    scratch: Path,
    processes: int,
) -> Iterator[tuple[Piece, Found]]:
    if processes == 1:
        surveyor = Surveyor(recordings, plan, scratch)
        for piece in pieces:
            yield piece, surveyor.look_at(piece)
        return
    # In a file: if a child dies early, what is too long for a pipe would be waited for without end.
    luggage = scratch / "recordings"
    luggage.write_bytes(pickle.dumps(tuple(recordings)))
    with ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin_process,
        initargs=(luggage, plan, scratch),
    ) as pool:
        futures = {pool.submit(_look_at_in_process, piece): piece for piece in pieces}
        for future in as_completed(futures):
            yield futures[future], future.result()


_surveyors: list[Surveyor] = []
"""The one surveyor of a process of the pool."""


def _begin_process(luggage: Path, plan: Plan, scratch: Path) -> None:
    recordings = pickle.loads(luggage.read_bytes())  # noqa: S301 - the parent has just written it
    _surveyors.append(Surveyor(recordings, plan, scratch))


def _look_at_in_process(piece: Piece) -> Found:
    return _surveyors[0].look_at(piece)
