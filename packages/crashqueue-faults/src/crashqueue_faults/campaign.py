"""The campaign: all thirteen fault points, each exactly once, in an order that the seed fixes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_faults.case import Case, CaseResult
from crashqueue_faults.case_run import SpawnChild, run_case
from crashqueue_faults.crash import spawn_child
from crashqueue_faults.effects import Destination
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import (
    DELIVERY_SEMANTICS,
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.network import no_network
from crashqueue_faults.planted import PlantedBug, catch_planted_bug
from crashqueue_faults.points import FaultPoint, fault_point

REPORT: Final = "campaign.json"
CRASH_MODE: Final = "spawned_process_os_exit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a campaign runs: the points in order, and how many children live at once."""

    seed: int
    points: tuple[FaultPoint, ...]
    processes: int


def run_campaign(
    output_directory: str | os.PathLike[str],
    *,
    seed: int,
    only: str | None = None,
    processes: int | None = None,
    progress: ProgressListener = ignore_progress,
    spawn: SpawnChild = spawn_child,
) -> Experiment:
    """Crash a child at every fault point, or at one, and write the evidence.

    `processes` (the number of processors unless given) children live side by side; the reports do
    not depend on it. The directory then holds campaign.json, environment.json, the planted bug's
    database, and one directory per case. Raises an ExperimentError, with nothing written, for
    arguments that cannot be used.
    """
    plan = _plan(seed, only, processes)
    directory = claim_directory(output_directory)
    stopwatch = Stopwatch()
    with no_network(), stopwatch.measuring("campaign"):
        planted = catch_planted_bug(directory / "planted-bug", seed)
        results = _run_cases(plan, directory, spawn, stopwatch, progress)
    report = _report(plan, planted, results)
    stopwatch.write_environment(directory)
    write_json(directory / REPORT, report)
    return Experiment(ok=bool(report["ok"]), report=report)


def seeded_order(points: Iterable[FaultPoint], seed: int) -> tuple[FaultPoint, ...]:
    """Return the points in an order that only the seed fixes, on every Python and machine."""

    def rank(point: FaultPoint) -> str:
        return hashlib.sha256(f"{seed}/{point}".encode()).hexdigest()

    return tuple(sorted(points, key=rank))


def repeat_command(seed: int, point: FaultPoint) -> str:
    """Return the one command that runs this case alone again."""
    return f"crashqueuelab campaign --output-directory DIR --seed {seed} --only {point}"


def _plan(seed: int, only: str | None, processes: int | None) -> Plan:
    if processes is not None and not (type(processes) is int and 1 <= processes <= 64):
        raise InvalidExperiment("processes must be an integer from 1 to 64", argument="processes")
    points = FaultPoint if only is None else [fault_point(only)]
    return Plan(
        seed=check_seed(seed),
        points=seeded_order(points, seed),
        processes=processes or os.cpu_count() or 1,
    )


def _run_cases(
    plan: Plan,
    directory: Path,
    spawn: SpawnChild,
    stopwatch: Stopwatch,
    progress: ProgressListener,
) -> list[CaseResult]:
    def run(point: FaultPoint) -> CaseResult:
        case = Case(point=point, destinations=tuple(Destination), seed=f"{plan.seed}/{point}")
        with stopwatch.measuring(point):
            return run_case(case, directory / point.lower(), spawn=spawn)

    with ThreadPoolExecutor(plan.processes) as pool:
        futures = {pool.submit(run, point): point for point in plan.points}
        _tell(futures, progress)
        return [future.result() for future in futures]


def _tell(futures: dict[Future[CaseResult], FaultPoint], progress: ProgressListener) -> None:
    for done, future in enumerate(as_completed(futures), start=1):
        progress(Progress(done=done, total=len(futures), label=futures[future]))


def _report(plan: Plan, planted: PlantedBug, results: Sequence[CaseResult]) -> dict[str, object]:
    failed = [result for result in results if not result.ok]
    return {
        "cases": {result.case.point: result.as_dict() for result in results},
        "crash_mode": CRASH_MODE,
        "crash_time_invariants_all_ok": all(r.at_crash.invariants_ok for r in results),
        "crash_time_replay_all_ok": all(r.at_crash.replay_ok for r in results),
        "exit_codes": sorted({r.child.exit_code for r in results if r.child.exit_code is not None}),
        "failed": len(failed),
        "named_fault_points": len(results),
        "ok": planted.caught and not failed,
        "order": list(plan.points),
        "passed": len(results) - len(failed),
        "planted_bug": planted.as_dict(),
        "queue_delivery_semantics": DELIVERY_SEMANTICS,
        "recovery_all_succeeded": all(r.after_recovery.state == "SUCCEEDED" for r in results),
        "repeat": [repeat_command(plan.seed, result.case.point) for result in failed],
        "seed": plan.seed,
        "seed_fixes": "order, names, times, histories, digests and every verdict",
        "seed_does_not_fix": "durations and versions (environment.json), bytes of database files",
        "timeouts": sum(result.child.timed_out for result in results),
    }
