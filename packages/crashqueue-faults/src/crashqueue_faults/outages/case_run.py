"""Running one case on a server: prepare, strike, look, recover, look again, judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from crashqueue_faults.case_run import (
    HISTORY,
    LEDGER,
    REPORT,
    keep_crash_state,
    orders_of,
    prepare,
    recover,
)
from crashqueue_faults.effects import create_ledger
from crashqueue_faults.evidence import write_json
from crashqueue_faults.judgement import Failure, Verdict
from crashqueue_faults.observation import Observation, observe, read_history
from crashqueue_faults.outages.actions import COMMITS, FaultAction
from crashqueue_faults.outages.case import OutageCase, OutageResult
from crashqueue_faults.outages.child import OutageOrders
from crashqueue_faults.outages.dialogue import SpawnClient, Strike, spawn_client
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.outages.judgement import judge
from crashqueue_faults.outages.session import await_end, end_session
from crashqueue_faults.place import Place
from crashqueue_faults.workload import LEASE_DURATION_US, START_US, open_queue

QUEUE: Final = "queue.sql"


@dataclass(slots=True, kw_only=True)
class OutageRun:
    """One case under way, in its schema and its directory."""

    case: OutageCase
    ground: Ground
    place: Place
    directory: Path
    acknowledged_before: tuple[str, ...] = ()
    at_crash: Observation | None = None
    failures: list[Failure] = field(default_factory=list)

    @property
    def ledger(self) -> Path:
        """Where the effects are."""
        return self.directory / LEDGER

    def finish(self, spawn: SpawnClient) -> OutageResult:
        """Run the case to its end."""
        create_ledger(self.ledger)
        now_us = prepare(self.case, self.place)
        orders = orders_of(self.case, self.place, self.ledger, now_us)
        child = spawn(OutageOrders(orders=orders, action=self.case.action), self._meanwhile)
        await_end(self.place)
        at_crash = self.at_crash
        if at_crash is None:
            self.acknowledged_before = child.acknowledged
            at_crash = self._look()
        self.failures += recover(self.case, self.place, self.ledger)
        after_recovery = observe(self.place, self.ledger, self.case.destinations)
        self.ground.dump(self.place, self.directory / QUEUE)
        judged = judge(
            self.case.prediction, child, self.acknowledged_before, at_crash, after_recovery
        )
        return OutageResult(
            case=self.case,
            child=child,
            at_crash=at_crash,
            after_recovery=after_recovery,
            failures=(*self.failures, *judged),
        )

    def _meanwhile(self, strike: Strike) -> None:
        """Do to the server what the action does, and look at what it left; the client waits."""
        self.acknowledged_before = strike.acknowledged
        match self.case.action:
            case FaultAction.KILL_BACKEND:
                self.ground.kill_backend(strike.backend_process_id)
            case FaultAction.CRASH_SERVER:
                self.ground.crash()
            case FaultAction.PARTITION:
                self.at_crash = self._look()
                self._supersede(strike.backend_process_id)
                return
            case _:
                await_end(self.place)
        self.at_crash = self._look()

    def _look(self) -> Observation:
        self.ground.dump(self.place, keep_crash_state(self.directory) / QUEUE)
        return observe(self.place, self.ledger, self.case.destinations)

    def _supersede(self, backend_process_id: int) -> None:
        """Let the cut-off client's lease run out, and another worker finish its job."""
        if self.case.point in COMMITS:
            # Its transaction is open: what it has locked is nobody's until the server gives it up.
            self.failures += self._taken_from_under(self.place)
            end_session(self.place, backend_process_id)
        self.failures += recover(self.case, self.place, self.ledger)

    def _taken_from_under(self, place: Place) -> Iterator[Failure]:
        queue, _ = open_queue(
            place, seed=f"{self.case.seed}/early", now_us=START_US + LEASE_DURATION_US
        )
        with queue:
            if queue.recover_expired():
                yield Failure(
                    verdict=Verdict.HISTORY_DISAGREES,
                    sentence="a lease was recovered whose job another transaction had locked",
                )


def run_case(
    case: OutageCase, ground: Ground, directory: Path, *, spawn: SpawnClient = spawn_client
) -> OutageResult:
    """Run one case in `directory`, which is made, and leave its evidence there.

    The evidence: the schema as a dump and the effect ledger, as they were when the action had
    struck and as they are after recovery; the job's history; and the case report.
    """
    directory.mkdir(parents=True)
    place = ground.place(case.schema)
    run = OutageRun(case=case, ground=ground, place=place, directory=directory)
    result = run.finish(spawn)
    write_json(directory / HISTORY, read_history(place, result.after_recovery.job_id))
    write_json(directory / REPORT, result.as_dict())
    return result
