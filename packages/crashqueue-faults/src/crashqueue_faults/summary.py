"""What every campaign's report says, wherever its queues are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from crashqueue_faults.case import CaseResult
from crashqueue_faults.experiment import DELIVERY_SEMANTICS
from crashqueue_faults.planted import PlantedBug

CRASH_MODE: Final = "spawned_process_os_exit"


def summary_of(
    seed: int,
    planted: PlantedBug,
    results: Mapping[str, CaseResult],
    *,
    repeat: Callable[[int, str], str],
) -> dict[str, object]:
    """Return the report on the results, whose names are in the order in which they were planned."""
    failed = {name: result for name, result in results.items() if not result.ok}
    every = results.values()
    exit_codes = {r.child.exit_code for r in every if r.child.exit_code is not None}
    return {
        "cases": {name: result.as_dict() for name, result in results.items()},
        "crash_mode": CRASH_MODE,
        "crash_time_invariants_all_ok": all(r.at_crash.invariants_ok for r in every),
        "crash_time_replay_all_ok": all(r.at_crash.replay_ok for r in every),
        "exit_codes": sorted(exit_codes),
        "failed": len(failed),
        "named_fault_points": len(results),
        "ok": planted.caught and not failed,
        "order": list(results),
        "passed": len(results) - len(failed),
        "planted_bug": planted.as_dict(),
        "queue_delivery_semantics": DELIVERY_SEMANTICS,
        "recovery_all_succeeded": all(r.after_recovery.state == "SUCCEEDED" for r in every),
        "repeat": [repeat(seed, name) for name in failed],
        "seed": seed,
        "seed_fixes": "order, names, times, histories, digests and every verdict",
        "seed_does_not_fix": "durations and versions (environment.json), bytes of database files",
        "timeouts": sum(result.child.timed_out for result in every),
    }
