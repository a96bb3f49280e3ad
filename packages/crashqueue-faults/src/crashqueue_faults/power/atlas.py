"""The atlas: every recorded operation, every crash point, and what its crash states come to."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import apsw

from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import Experiment, ProgressListener, check_seed
from crashqueue_faults.network import no_network
from crashqueue_faults.power.enumeration import EXACT_UP_TO_PENDING
from crashqueue_faults.power.model import SECTOR_SIZES_BYTES
from crashqueue_faults.power.picture import draw_atlas
from crashqueue_faults.power.planted import Planted, catch_planted_mode
from crashqueue_faults.power.recording import (
    LIFE_CYCLES,
    Mode,
    Recording,
    record_life_cycle,
    record_operation,
    slug,
)
from crashqueue_faults.power.survey import (
    Plan,
    PointResult,
    RecordingResult,
    crash_points,
    survey,
)
from crashqueue_faults.power.verdict import StateVerdict, worst
from crashqueue_faults.sites.operations import OPERATIONS

REPORT: Final = "atlas.json"
PICTURE: Final = "atlas.svg"
MODEL: Final = {
    "deletions": "durable at once with a directory sync, else pending until the next one",
    "files": "writes to different files are independent",
    "names": "a file's name is durable after the next sync of its directory",
    "order": "any subset of pending operations may have arrived; where two overlap, the later wins",
    "power_safe_overwrite": True,
    "sector_sizes_bytes": list(SECTOR_SIZES_BYTES),
    "shared_memory_file": "no part of the state: recovery rebuilds it",
    "torn_writes": "one write may have arrived up to a sector boundary inside it",
}

_SMALLEST_SAMPLE: Final = 16
_MAX_PROCESSES: Final = 64


def make_atlas(
    output_directory: str | os.PathLike[str],
    *,
    seed: int,
    only: str | None,
    states: int,
    processes: int | None,
    progress: ProgressListener,
) -> Experiment:
    """Look at every crash point and write the atlas; `run_power_loss` says what is asked."""
    check_seed(seed)
    check_count("states", states, 10_000_000)
    recordings = _record(only)
    processes = checked_processes(processes)
    plan = Plan(sample_size=sample_size(recordings, states), seed=seed)
    directory = claim_directory(output_directory)
    stopwatch = Stopwatch()
    with no_network():
        planted = catch_planted_mode(directory / "planted-bug", seed)
        with stopwatch.measuring("states"):
            results = survey(recordings, plan, processes=processes, progress=progress)
    report = _report(results, plan, states, planted)
    stopwatch.write_environment(directory)
    write_json(directory / REPORT, report)
    (directory / PICTURE).write_text(
        draw_atlas(results, planted.result), encoding="utf-8", newline="\n"
    )
    return Experiment(ok=bool(report["ok"]), report=report)


def check_count(name: str, value: int, at_most: int) -> int:
    """Return `value` if it is an integer from 1 to `at_most`, or raise InvalidExperiment."""
    if type(value) is int and 1 <= value <= at_most:
        return value
    raise InvalidExperiment(f"{name} must be an integer from 1 to {at_most}", argument=name)


def checked_processes(processes: int | None) -> int:
    """Return the number of processes, which is that of processors unless given."""
    if processes is None:
        return min(os.cpu_count() or 1, _MAX_PROCESSES)
    return check_count("processes", processes, _MAX_PROCESSES)


def sample_size(recordings: Iterable[Recording], states: int) -> int:
    """Return the sample size at which about `states` states are looked at in all."""
    exact = Plan(sample_size=_SMALLEST_SAMPLE, seed=0)
    censuses = [exact.census(disk) for one in recordings for disk in crash_points(one)]
    sampled_points = sum(not census.is_exact for census in censuses)
    left = states - sum(census.chosen for census in censuses if census.is_exact)
    return max(_SMALLEST_SAMPLE, left // max(1, sampled_points))


def certificate(results: Iterable[RecordingResult]) -> tuple[int, str]:
    """Return the number of distinct states, and the digest over their sorted digests."""
    digests = sorted({digest for result in results for digest in result.states})
    return len(digests), hashlib.sha256(b"".join(digests)).hexdigest()


def counted(verdicts: Counter[StateVerdict]) -> dict[str, int]:
    """Return the verdicts that occur, with their numbers."""
    return {str(verdict): verdicts[verdict] for verdict in StateVerdict if verdicts[verdict]}


def _record(only: str | None) -> list[Recording]:
    mode = Mode()
    chosen = [one for one in OPERATIONS if only is None or slug(one.name) == slug(only)]
    recordings = [record_operation(one, mode) for one in chosen]
    recordings += [
        record_life_cycle(mode, name=name)
        for name in LIFE_CYCLES
        if only is None or slug(only) == slug(name)
    ]
    if not recordings:
        known = [*(one.name for one in OPERATIONS), *LIFE_CYCLES]
        raise InvalidExperiment(f"no operation is called {only}", argument="only", known=known)
    return recordings


def _report(
    results: Sequence[RecordingResult], plan: Plan, states: int, planted: Planted
) -> dict[str, object]:
    distinct, digest = certificate(results)
    verdicts = sum((result.verdicts for result in results), Counter[StateVerdict]())
    return {
        "bound": {
            "exact_up_to_pending": EXACT_UP_TO_PENDING,
            "sample_size_per_point": plan.sample_size,
            "states": states,
        },
        "digest": digest,
        "distinct_states": distinct,
        "mode": {"journal_mode": "WAL", "synchronous": "FULL"},
        "model": MODEL,
        "ok": planted.caught and set(verdicts) == {StateVerdict.SOUND},
        "operations": {result.recording.name: _operation(result) for result in results},
        "planted_bug": planted.as_dict(),
        "recorded_with_sqlite": apsw.sqlite_lib_version(),
        "seed": plan.seed,
        "seed_fixes": "which states are sampled, and so every number and digest here",
        "seed_does_not_fix": "durations and versions (environment.json)",
        "verdicts": counted(verdicts),
    }


def _operation(result: RecordingResult) -> dict[str, object]:
    is_exact = all(point.census.is_exact for point in result.points)
    return {
        "crash_points": [_point(point) for point in result.points],
        "distinct_states": len(result.states),
        "enumeration": "exact" if is_exact else "sampled",
        "verdicts": counted(result.verdicts),
        "witness": result.smallest(worst(result.verdicts)).witness,
    }


def _point(point: PointResult) -> dict[str, object]:
    return {
        "acknowledged": point.acknowledged,
        "after": point.after,
        "enumeration": "exact" if point.census.is_exact else "sampled",
        "looked_at": point.census.chosen,
        "pending": point.census.pending,
        "point": point.number,
        "possible": point.census.possible,
        "verdicts": counted(point.verdicts),
        "witness": point.smallest[worst(point.verdicts)].witness,
    }
