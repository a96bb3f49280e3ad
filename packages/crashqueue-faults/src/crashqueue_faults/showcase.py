"""The showcase: the comparison and the campaign, and one JSON object that sums them up."""

from __future__ import annotations

import os
from typing import Any, Final

from crashqueue_faults.campaign import run_campaign
from crashqueue_faults.case_run import SpawnChild
from crashqueue_faults.comparison import SCENARIOS, run_comparison
from crashqueue_faults.crash import spawn_child
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
from crashqueue_faults.points import FaultPoint

REPORT: Final = "showcase.json"
COMPARISON: Final = "comparison"
CAMPAIGN: Final = "campaign"

_SUMMED_UP: Final = (
    "crash_mode",
    "crash_time_invariants_all_ok",
    "crash_time_replay_all_ok",
    "exit_codes",
    "failed",
    "named_fault_points",
    "ok",
    "passed",
    "planted_bug",
    "recovery_all_succeeded",
    "repeat",
    "timeouts",
)


def run_showcase(
    output_directory: str | os.PathLike[str],
    *,
    seed: int = DEFAULT_SEED,
    progress: ProgressListener = ignore_progress,
    spawn: SpawnChild = spawn_child,
) -> Experiment:
    """Run both experiments below `output_directory` and write showcase.json there.

    Raises an ExperimentError, with nothing written, for arguments that cannot be used.
    """
    check_seed(seed)
    directory = claim_directory(output_directory)
    stopwatch = Stopwatch()
    total = len(SCENARIOS) + len(FaultPoint)

    def tell_after(finished: int) -> ProgressListener:
        return lambda p: progress(Progress(done=finished + p.done, total=total, label=p.label))

    with stopwatch.measuring("showcase"):
        comparison = run_comparison(
            directory / COMPARISON, seed=seed, progress=tell_after(0), spawn=spawn
        )
        campaign = run_campaign(
            directory / CAMPAIGN, seed=seed, progress=tell_after(len(SCENARIOS)), spawn=spawn
        )
    report = _report(seed, comparison, campaign)
    stopwatch.write_environment(directory)
    write_json(directory / REPORT, report)
    return Experiment(ok=comparison.ok and campaign.ok, report=report)


def _report(seed: int, comparison: Experiment, campaign: Experiment) -> dict[str, Any]:
    return {
        "artifacts": {
            "campaign": f"{CAMPAIGN}/campaign.json",
            "comparison": f"{COMPARISON}/comparison.json",
        },
        "effect_commit_before_acknowledgement": _comparison(comparison),
        "ok": comparison.ok and campaign.ok,
        "process_fault_campaign": {key: campaign.report[key] for key in _SUMMED_UP},
        "queue_delivery_semantics": DELIVERY_SEMANTICS,
        "seed": seed,
    }


def _comparison(comparison: Experiment) -> dict[str, Any]:
    scenarios = {name.value: comparison.report[name] for name in SCENARIOS}
    return {
        "attempts_per_scenario": {n: s["attempt_count"] for n, s in scenarios.items()},
        "durable_effects": {n: s["effect_count"] for n, s in scenarios.items()},
        "final_states": {n: s["final_state"] for n, s in scenarios.items()},
        "invariants_ok": all(s["invariants_ok"] for s in scenarios.values()),
        "ok": comparison.ok,
    }
