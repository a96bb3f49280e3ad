"""The guarantee table: what each mode of SQLite keeps, measured, beside what its manual says."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final

import apsw

from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import (
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
)
from crashqueue_faults.network import no_network
from crashqueue_faults.power.atlas import certificate, checked_processes, counted
from crashqueue_faults.power.enumeration import EXACT_UP_TO_PENDING
from crashqueue_faults.power.promises import CONTRACTS, MODES, promise_of
from crashqueue_faults.power.recording import Mode, Recording, record_life_cycle
from crashqueue_faults.power.survey import Failure, Plan, RecordingResult, survey
from crashqueue_faults.power.verdict import WORST_FIRST, StateVerdict, worst

Record = Callable[[Mode], Recording]

REPORT: Final = "guarantees.json"
SAMPLE_SIZE: Final = 24


def measure_guarantees(
    output_directory: str | os.PathLike[str] | None,
    *,
    seed: int,
    processes: int | None,
    progress: ProgressListener,
    modes: Sequence[Mode] = MODES,
    record: Record = record_life_cycle,
) -> Experiment:
    """Measure the contract of each mode; `run_guarantees` says what is asked."""
    check_seed(seed)
    processes = checked_processes(processes)
    directory = None if output_directory is None else claim_directory(output_directory)
    stopwatch = Stopwatch()
    recordings = [record(mode) for mode in modes]
    with no_network(), stopwatch.measuring("guarantees"):
        rows = [
            row
            for failure in Failure
            for row in _rows(failure, recordings, seed, processes, progress)
        ]
    report: dict[str, object] = {
        "bound": {"exact_up_to_pending": EXACT_UP_TO_PENDING, "sample_size_per_point": SAMPLE_SIZE},
        "ok": all(row["as_documented"] for row in rows),
        "recorded_with_sqlite": apsw.sqlite_lib_version(),
        "rows": rows,
        "seed": seed,
    }
    if directory is not None:
        stopwatch.write_environment(directory)
        write_json(directory / REPORT, report)
    return Experiment(ok=bool(report["ok"]), report=report)


def _rows(
    failure: Failure,
    recordings: Sequence[Recording],
    seed: int,
    processes: int,
    progress: ProgressListener,
) -> list[dict[str, object]]:
    def tell(told: Progress) -> None:
        progress(Progress(done=told.done, total=told.total, label=str(failure)))

    plan = Plan(sample_size=SAMPLE_SIZE, seed=seed, failure=failure)
    results = survey(recordings, plan, processes=processes, progress=tell)
    return [_row(failure, result) for result in results]


def _row(failure: Failure, result: RecordingResult) -> dict[str, object]:
    mode, verdicts = result.recording.mode, result.verdicts
    measured = CONTRACTS[worst(verdicts)]
    promise = promise_of(mode, failure)
    distinct, digest = certificate([result])
    is_exact = all(point.census.is_exact for point in result.points)
    return {
        "as_documented": measured is promise.contract,
        "because": promise.because,
        "digest": digest,
        "distinct_states": distinct,
        "documented": str(promise.contract),
        "enumeration": "exact" if is_exact else "sampled",
        "failure": str(failure),
        "journal_mode": mode.journal_mode,
        "measured": str(measured),
        "page": promise.page,
        "synchronous": mode.synchronous,
        "verdicts": counted(verdicts),
        "witnesses": {
            str(verdict): result.smallest(verdict).witness
            for verdict in WORST_FIRST
            if verdicts[verdict] and verdict is not StateVerdict.SOUND
        },
    }
