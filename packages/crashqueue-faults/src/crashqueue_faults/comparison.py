"""The comparison: the same crash between two commits, in front of two kinds of destination.

A worker commits an external effect and dies before it acknowledges. The lease expires, recovery
schedules another attempt, a second worker executes again. How often the effect happened depends on
the destination alone; the queue does the same in both scenarios.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from crashqueue_faults.case import Case, CaseResult
from crashqueue_faults.case_run import SpawnChild, run_case
from crashqueue_faults.crash import spawn_child
from crashqueue_faults.effects import Destination
from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import (
    DEFAULT_SEED,
    DELIVERY_SEMANTICS,
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.network import no_network
from crashqueue_faults.points import FaultPoint

REPORT: Final = "comparison.json"
POINT: Final = FaultPoint.AFTER_EFFECT_COMMIT
SCENARIOS: Final = (Destination.IDEMPOTENT, Destination.NON_IDEMPOTENT)


def run_comparison(
    output_directory: str | os.PathLike[str],
    *,
    seed: int = DEFAULT_SEED,
    progress: ProgressListener = ignore_progress,
    spawn: SpawnChild = spawn_child,
) -> Experiment:
    """Crash one worker per scenario in the two-commit window, recover, and write the evidence.

    The directory then holds comparison.json, environment.json and one directory per scenario with
    queue database, effect database, event history and report. Raises an ExperimentError, with
    nothing written, for arguments that cannot be used.
    """
    check_seed(seed)
    directory = claim_directory(output_directory)
    stopwatch = Stopwatch()
    results: dict[str, CaseResult] = {}
    for done, destination in enumerate(SCENARIOS, start=1):
        with no_network(), stopwatch.measuring(destination):
            results[destination.value] = _run_scenario(destination, seed, directory, spawn)
        progress(Progress(done=done, total=len(SCENARIOS), label=destination))
    report = _report(seed, results)
    stopwatch.write_environment(directory)
    write_json(directory / REPORT, report)
    return Experiment(ok=bool(report["ok"]), report=report)


def _run_scenario(
    destination: Destination, seed: int, directory: Path, spawn: SpawnChild
) -> CaseResult:
    # Both scenarios have the same seed, so that their schedules can be compared name by name.
    case = Case(point=POINT, destinations=(destination,), seed=f"{seed}/comparison")
    return run_case(case, directory / destination, spawn=spawn)


def _report(seed: int, results: dict[str, CaseResult]) -> dict[str, object]:
    scenarios = {name: _scenario(name, result) for name, result in results.items()}
    return {
        **scenarios,
        "fault_point": POINT,
        "ok": all(result.ok for result in results.values()),
        "queue_delivery_semantics": DELIVERY_SEMANTICS,
        "seed": seed,
    }


def _scenario(name: str, result: CaseResult) -> dict[str, object]:
    after = result.after_recovery
    return {
        "attempt_count": after.attempts,
        "effect_count": after.effects[name],
        "exit_code": result.child.exit_code,
        "failures": [failure.as_dict() for failure in result.failures],
        "final_state": after.state,
        "history": list(after.history),
        "invariants_ok": after.invariants_ok and result.at_crash.invariants_ok,
    }
