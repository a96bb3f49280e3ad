"""The report of a campaign on a server: the keys of every campaign, and a matrix of verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crashqueue_faults.judgement import verdict
from crashqueue_faults.outages.actions import FaultAction, describe_action
from crashqueue_faults.outages.case import OutageResult
from crashqueue_faults.outages.plan import OutagePlan
from crashqueue_faults.planted import PlantedBug
from crashqueue_faults.summary import summary_of

_NOT_STRUCK: Final = "a server that is not the campaign's own is never stopped or killed"


def report_of(
    plan: OutagePlan, planted: PlantedBug, results: Sequence[OutageResult]
) -> dict[str, object]:
    """Return the report, which the seed fixes to the last byte."""
    names = {result.case.name: result for result in results}
    return summary_of(plan.seed, planted, names, repeat=repeat_command) | {
        "actions": {action: describe_action(action).strikes for action in _actions(results)},
        "engine": "PostgreSQL",
        "matrix": {action: _row(action, results) for action in _actions(results)},
        "named_fault_points": len({result.case.point for result in results}),
        "not_run": dict.fromkeys(plan.not_run, _NOT_STRUCK),
        "seed_does_not_fix": "durations, versions and names of schemas (environment.json), "
        "bytes of dumps and database files",
    }


def repeat_command(seed: int, name: str) -> str:
    """Return the one command that runs this case alone again."""
    return (
        f"crashqueuelab campaign --start-server --output-directory DIR --seed {seed} --only {name}"
    )


def _actions(results: Sequence[OutageResult]) -> list[FaultAction]:
    return sorted({result.case.action for result in results})


def _row(action: FaultAction, results: Sequence[OutageResult]) -> dict[str, str]:
    return {
        result.case.point: verdict(result.after_recovery, result.failures)
        for result in results
        if result.case.action is action
    }
