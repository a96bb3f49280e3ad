"""One run: targets in their configurations, each crashed at its boundaries."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from crashqueue_faults.errors import InvalidExperiment, LinuxMissing, TargetBroken
from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import (
    Experiment,
    Progress,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.scratch import scratch_folder
from crashqueue_faults.targets.boundaries import find_boundaries, sample_of
from crashqueue_faults.targets.choice import chosen_subjects, left_out
from crashqueue_faults.targets.course import Course
from crashqueue_faults.targets.findings import Findings, Plan, Subject
from crashqueue_faults.targets.labelled_strip import draw_labelled_strips
from crashqueue_faults.targets.mishaps.visits import Visits
from crashqueue_faults.targets.report import report_of, timings_of
from crashqueue_faults.targets.stand import stand_for

REPORT: Final = "targets.json"
TIMINGS: Final = "timings.json"
PICTURE: Final = "strips.svg"
REPETITIONS: Final = 3


def run_targets(
    output_directory: str | os.PathLike[str],
    *,
    seed: int,
    target: str | None = None,
    configuration: str | None = None,
    sample: int | None = None,
    repetitions: int = REPETITIONS,
    processes: int | None = None,
    actions: bool | None = None,
    progress: ProgressListener = ignore_progress,
) -> Experiment:
    """Crash a target, or all that have what they need, at every boundary, and write the evidence.

    `sample` visits so many boundaries of each configuration only, which the seed chooses. With
    `actions`, which is the default without a sample, connections are dropped, workers are asked to
    end, jobs are poisoned, recoveries crash, and workers' names are used again. The
    directory then holds targets.json, timings.json, environment.json and strips.svg. Raises an
    ExperimentError for arguments that cannot be used, what is not installed, and a platform other
    than Linux; and TargetBroken if the target does not do its job undisturbed. Where all are
    crashed the report tells of one that does not, and of those that lack something.
    """
    if sys.platform != "linux":
        raise LinuxMissing("targets are crashed on Linux: processes are found under /proc")
    plan = Plan(
        subjects=chosen_subjects(target, configuration),
        seed=check_seed(seed),
        sample=_checked("sample", sample, 1_000_000),
        repetitions=_checked("repetitions", repetitions, 100) or REPETITIONS,
        processes=_checked("processes", processes, 64) or os.cpu_count() or 1,
        actions=sample is None if actions is None else actions,
        is_of_all=target is None,
        left_out=left_out() if target is None else {},
    )
    directory = claim_directory(output_directory)
    stopwatch = Stopwatch()
    with scratch_folder() as scratch:
        found, broken = _crash_all(plan, scratch, stopwatch, progress)
    report = report_of(plan, found, broken)
    stopwatch.write_environment(directory, servers=_servers(found))
    write_json(directory / TIMINGS, timings_of(found))
    (directory / PICTURE).write_text(draw_labelled_strips(report, _today()), encoding="utf-8")
    write_json(directory / REPORT, report)
    return Experiment(ok=bool(report["ok"]), report=report)


def _crash_all(
    plan: Plan, folder: Path, stopwatch: Stopwatch, progress: ProgressListener
) -> tuple[list[Findings], dict[str, TargetBroken]]:
    found: list[Findings] = []
    broken: dict[str, TargetBroken] = {}
    for number, subject in enumerate(plan.subjects):
        try:
            found.append(_crash(subject, plan, folder / str(number), stopwatch, progress))
        except TargetBroken as error:
            if not plan.is_of_all:
                raise
            broken[subject.name] = error
    return found, broken


def _crash(
    subject: Subject, plan: Plan, folder: Path, stopwatch: Stopwatch, progress: ProgressListener
) -> Findings:
    with stopwatch.measuring(subject.name), ExitStack() as stack:
        stands = [
            stack.enter_context(
                stand_for(subject.target, subject.configuration, folder / str(number))
            )
            for number in range(plan.processes)
        ]
        boundaries = find_boundaries(stands[0])
        points = sample_of(boundaries.points, plan.sample, f"{plan.seed}/{subject.name}")
        tell = _counting(subject.name, len(points) * plan.repetitions, progress)
        course = Course(stands)
        crashes = [course.visit(points, tell) for _ in range(plan.repetitions)]
        visits = Visits(stands=stands, points=boundaries.points, seed=f"{plan.seed}/{subject.name}")
        mishaps = visits.all() if plan.actions else {}
        server = stands[0].server
    return Findings(
        subject=subject,
        boundaries=boundaries,
        points=points,
        crashes=tuple(zip(*crashes, strict=True)),
        mishaps=mishaps,
        server=server,
    )


def _servers(found: Sequence[Findings]) -> dict[str, str]:
    return {findings.subject.name: findings.server for findings in found if findings.server}


def _counting(label: str, total: int, progress: ProgressListener) -> Callable[[], None]:
    done: list[None] = []

    def tell() -> None:
        done.append(None)
        progress(Progress(done=len(done), total=total, label=label))

    return tell


def _today() -> str:
    return time.strftime("%Y-%m-%d", time.gmtime())


def _checked(argument: str, value: int | None, greatest: int) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= greatest):
        return value
    raise InvalidExperiment(
        f"{argument} must be an integer from 1 to {greatest:,}", argument=argument
    )
