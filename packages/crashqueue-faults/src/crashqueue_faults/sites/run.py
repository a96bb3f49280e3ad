"""One run: the planted bugs, then every operation and every recovery at every site."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final

from crashqueue_faults.engine.required import require_engine
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import (
    Experiment,
    ProgressListener,
    check_seed,
    ignore_progress,
)
from crashqueue_faults.network import no_network
from crashqueue_faults.scratch import scratch_folder
from crashqueue_faults.sites.course import Course
from crashqueue_faults.sites.crew import Crew, helpers
from crashqueue_faults.sites.death import require_fork
from crashqueue_faults.sites.operations import OPERATIONS
from crashqueue_faults.sites.report import report_of
from crashqueue_faults.sites.server import hosted, require_server
from crashqueue_faults.sites.tasks import MODULES, POSTGRES_MODULES
from crashqueue_faults.sites.wording import POSTGRES_WORDING, SQLITE_WORDING, Wording

REPORT: Final = "sites.json"
ALL: Final = "all"

OpenCrew = Callable[[int], AbstractContextManager[Crew]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is run: layers, names of operations, seed, how many helpers, and the report's words."""

    layers: tuple[str, ...]
    operations: tuple[str, ...]
    seed: int
    processes: int
    wording: Wording


def run_sites(
    output_directory: str | os.PathLike[str],
    *,
    sites: str = ALL,
    seed: int,
    processes: int | None = None,
    only: str | None = None,
    database: str | None = None,
    start_server: bool = False,
    progress: ProgressListener = ignore_progress,
    open_crew: OpenCrew = helpers,
) -> Experiment:
    """Crash, or disturb, every operation at every site of a layer, and write the evidence.

    `sites` is "statements", "io", "errors" or "all"; `only` names one operation. `processes` (the
    number of processors unless given) helpers work side by side; the report does not depend on
    them. With `database`, the address of a PostgreSQL database in which the run makes and removes
    schemas of its own, or with `start_server`, a server for this run, the layers but "io" are
    those of PostgreSQL. The directory then holds sites.json,
    environment.json, and the databases of each bad verdict's first case: under failures/, and
    those of the planted bugs under planted-bugs/. Raises an ExperimentError, with nothing written,
    for arguments that cannot be used, where processes cannot be forked, and, on SQLite, but for the
    layer of statements, without APSW; the queue's own StoreError where PostgreSQL cannot be used.
    """
    on_server = require_server(database, start_server=start_server)
    plan = _plan(sites, seed, processes, only, on_server=on_server)
    stopwatch = Stopwatch()
    with (
        nullcontext() if on_server else no_network(),
        scratch_folder() as rooms,
        hosted(rooms.name, database=database, start_server=start_server) as server,
        open_crew(plan.processes) as crew,
    ):
        directory = claim_directory(output_directory)
        course = Course(
            seed=seed,
            server=server,
            crew=crew,
            rooms=rooms,
            directory=directory,
            stopwatch=stopwatch,
            progress=progress,
        )
        report = _run(plan, course)
    stopwatch.write_environment(directory, **({} if server is None else server.as_dict()))
    write_json(directory / REPORT, report)
    return Experiment(ok=bool(report["ok"]), report=report)


def _run(plan: Plan, course: Course) -> dict[str, object]:
    planted = course.plant(plan.layers)
    space = course.explore(plan.operations)
    layers = {layer: course.visit(layer, plan.operations, space) for layer in plan.layers}
    return report_of(plan.seed, planted, space, layers, plan.wording)


def _plan(
    sites: str,
    seed: int,
    processes: int | None,
    only: str | None,
    *,
    on_server: bool = False,
) -> Plan:
    if sites not in (*MODULES, ALL):
        known = ", ".join((*MODULES, ALL))
        raise InvalidExperiment(f"sites must be one of {known}", argument="sites")
    if processes is not None and not (type(processes) is int and 1 <= processes <= 64):
        raise InvalidExperiment("processes must be an integer from 1 to 64", argument="processes")
    names = tuple(operation.name for operation in OPERATIONS)
    if only is not None and only not in names:
        raise InvalidExperiment(
            f"there is no operation {only!r}; there are: {'; '.join(names)}",
            argument="only",
            known=list(names),
        )
    require_fork()
    if on_server and sites not in (*POSTGRES_MODULES, ALL):
        raise InvalidExperiment(
            "on PostgreSQL, sites must be statements, errors or all: its files are the server's",
            argument="sites",
        )
    layers = tuple(POSTGRES_MODULES if on_server else MODULES) if sites == ALL else (sites,)
    if not on_server and layers != ("statements",):
        require_engine()
    return Plan(
        layers=layers,
        operations=names if only is None else (only,),
        seed=check_seed(seed),
        processes=processes or os.cpu_count() or 1,
        wording=POSTGRES_WORDING if on_server else SQLITE_WORDING,
    )
