"""The campaign on a server: every action at every fault point where it makes sense."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from crashqueue_faults.evidence import Stopwatch, check_directory, claim_directory, write_json
from crashqueue_faults.experiment import Experiment, Progress, ProgressListener, ignore_progress
from crashqueue_faults.network import no_network
from crashqueue_faults.outages.case import OutageCase, OutageResult
from crashqueue_faults.outages.case_run import run_case
from crashqueue_faults.outages.dialogue import SpawnClient, spawn_client
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.outages.plan import OutagePlan, plan_outages
from crashqueue_faults.outages.planted import catch_planted_bug
from crashqueue_faults.outages.report import report_of
from crashqueue_faults.outages.session import hosts_of
from crashqueue_faults.servers.postgres import started_cluster
from crashqueue_faults.side_by_side import run_side_by_side

REPORT: Final = "campaign.json"


def run_outages(
    output_directory: str | os.PathLike[str],
    *,
    database: str | None,
    seed: int,
    only: str | None = None,
    processes: int | None = None,
    progress: ProgressListener = ignore_progress,
    spawn: SpawnClient = spawn_client,
) -> Experiment:
    """Strike clients, connections and the server, and write the evidence.

    Without `database` a server is started for the campaign. The directory then holds what
    `run_campaign` leaves there, with a dump where that has a SQLite file. Raises an
    ExperimentError, or the queue's own StoreError where the database cannot be used, with nothing
    written.
    """
    plan = plan_outages(seed, only, processes, has_own_server=database is None)
    check_directory(output_directory)
    with _ground(database) as ground:
        ground.require_usable()
        directory = claim_directory(output_directory)
        campaign = OutageCampaign(
            plan=plan, ground=ground, directory=directory, spawn=spawn, progress=progress
        )
        report = campaign.run()
    write_json(directory / REPORT, report)
    return Experiment(ok=bool(report["ok"]), report=report)


@contextmanager
def _ground(database: str | None) -> Iterator[Ground]:
    if database is not None:
        yield Ground(address=database)
        return
    with started_cluster(autovacuum="off") as cluster:
        yield Ground(address=cluster.address(), cluster=cluster)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageCampaign:
    """A plan being carried out on a ground."""

    plan: OutagePlan
    ground: Ground
    directory: Path
    spawn: SpawnClient
    progress: ProgressListener
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    _done: Iterator[int] = field(default_factory=lambda: count(1))

    def run(self) -> dict[str, object]:
        """Return the report; environment.json is written also where an interrupt comes."""
        try:
            with (
                no_network(known_hosts=hosts_of(self.ground.address)),
                self.stopwatch.measuring("campaign"),
            ):
                planted = catch_planted_bug(
                    self.directory / "planted-bug", self.ground, self.plan.seed
                )
                results = self._results()
        finally:
            if self.ground.cluster is None:
                self.ground.drop_all()
            self.stopwatch.write_environment(self.directory, **self.ground.as_dict())
        return report_of(self.plan, planted, results)

    def _results(self) -> list[OutageResult]:
        """Run clients side by side, and alone those cases in which all clients would suffer."""
        plan = self.plan
        together = [case for case in plan.cases if not case.action.strikes_server]
        alone = [case for case in plan.cases if case.action.strikes_server]
        by_name = {
            result.case.name: result
            for cases, processes in ((together, plan.processes), (alone, 1))
            for result in run_side_by_side(
                self._run, cases, processes=processes, finished=self._finished
            )
        }
        return [by_name[case.name] for case in plan.cases]

    def _run(self, case: OutageCase) -> OutageResult:
        with self.stopwatch.measuring(case.name):
            return run_case(case, self.ground, self.directory / case.folder, spawn=self.spawn)

    def _finished(self, case: OutageCase) -> None:
        total = len(self.plan.cases)
        self.progress(Progress(done=next(self._done), total=total, label=case.name))
