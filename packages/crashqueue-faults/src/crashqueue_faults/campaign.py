"""The campaign: all thirteen fault points, each exactly once, in an order that the seed fixes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Final, cast

from crashqueue_core.errors import StoreUnavailable
from crashqueue_faults.case import Case, CaseResult
from crashqueue_faults.case_run import SpawnChild, run_case
from crashqueue_faults.crash import spawn_child
from crashqueue_faults.effects import Destination
from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import (
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.network import no_network
from crashqueue_faults.order import check_processes, seeded_order
from crashqueue_faults.planted import catch_planted_bug
from crashqueue_faults.points import FaultPoint, fault_point
from crashqueue_faults.side_by_side import run_side_by_side
from crashqueue_faults.sites.server import require_server
from crashqueue_faults.summary import summary_of

REPORT: Final = "campaign.json"


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
    database: str | None = None,
    start_server: bool = False,
    progress: ProgressListener = ignore_progress,
    spawn: SpawnChild = spawn_child,
) -> Experiment:
    """Crash a child at every fault point, or at one, and write the evidence.

    `processes` (the number of processors unless given) children live side by side; the reports do
    not depend on it. The directory then holds campaign.json, environment.json, the planted bug's
    database, and one directory per case.

    With `database`, the address of a PostgreSQL database in which the campaign makes and drops
    schemas of its own, or with `start_server`, a server of its own, more strikes than a process's
    end, and `only` may name an action, or ACTION:POINT; `spawn` is for SQLite.

    Raises an ExperimentError for arguments that cannot be used, and the queue's own StoreError
    where the database cannot be used, with nothing written.
    """
    if require_server(database, start_server=start_server):
        return _run_on_server(
            output_directory,
            database=database,
            seed=seed,
            only=only,
            processes=processes,
            progress=progress,
        )
    plan = _plan(seed, only, processes)
    directory = claim_directory(output_directory)
    stopwatch = Stopwatch()
    with no_network(), stopwatch.measuring("campaign"):
        planted = catch_planted_bug(directory / "planted-bug", seed)
        results = _run_cases(plan, directory, spawn, stopwatch, progress)
    named = {result.case.point.value: result for result in results}
    report = summary_of(plan.seed, planted, named, repeat=repeat_command)
    stopwatch.write_environment(directory)
    write_json(directory / REPORT, report)
    return Experiment(ok=bool(report["ok"]), report=report)


def repeat_command(seed: int, point: str) -> str:
    """Return the one command that runs this case alone again."""
    return f"crashqueuelab campaign --output-directory DIR --seed {seed} --only {point}"


def _run_on_server(output_directory: str | os.PathLike[str], **options: object) -> Experiment:
    # Late, since campaigns on files need no package beyond Python's own.
    try:
        module = import_module("crashqueue_faults.outages.campaign")
    except ImportError as error:
        raise StoreUnavailable(
            'psycopg 3 is missing: install "crashqueue-faults[postgres]"'
        ) from error
    return cast("Experiment", module.run_outages(output_directory, **options))


def _plan(seed: int, only: str | None, processes: int | None) -> Plan:
    points = FaultPoint if only is None else [fault_point(only)]
    return Plan(
        seed=check_seed(seed),
        points=seeded_order(points, seed),
        processes=check_processes(processes) or os.cpu_count() or 1,
    )


def _run_cases(
    plan: Plan,
    directory: Path,
    spawn: SpawnChild,
    stopwatch: Stopwatch,
    progress: ProgressListener,
) -> Sequence[CaseResult]:
    done = count(1)

    def run(point: FaultPoint) -> CaseResult:
        case = Case(point=point, destinations=tuple(Destination), seed=f"{plan.seed}/{point}")
        with stopwatch.measuring(point):
            return run_case(case, directory / point.lower(), spawn=spawn)

    def finished(point: FaultPoint) -> None:
        progress(Progress(done=next(done), total=len(plan.points), label=point))

    return run_side_by_side(run, plan.points, processes=plan.processes, finished=finished)
