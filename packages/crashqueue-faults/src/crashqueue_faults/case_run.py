"""Running one case: prepare, crash a child, look, recover, look again, judge."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from crashqueue_core import QueueError
from crashqueue_faults.case import Case, CaseResult
from crashqueue_faults.child import Orders
from crashqueue_faults.crash import ChildEnd, spawn_child
from crashqueue_faults.effects import create_ledger
from crashqueue_faults.evidence import write_json
from crashqueue_faults.judgement import Failure, Verdict, judge_crash, judge_recovery
from crashqueue_faults.observation import observe, read_history
from crashqueue_faults.place import Place
from crashqueue_faults.points import Workload
from crashqueue_faults.recovery import drive_to_end
from crashqueue_faults.workload import (
    LEASE_DURATION_US,
    START_US,
    TENANT,
    limit_tenant,
    open_queue,
    submit_job,
)

SpawnChild = Callable[[Orders], ChildEnd]

QUEUE: Final = "queue.sqlite"
LEDGER: Final = "effects.sqlite"
REPORT: Final = "case.json"
HISTORY: Final = "history.json"
CRASH_STATE: Final = "at-crash"


def run_case(case: Case, directory: Path, *, spawn: SpawnChild = spawn_child) -> CaseResult:
    """Run one case in `directory`, which is made, and leave its evidence there.

    The evidence: the queue and the effect ledger as they are after recovery, the same files as the
    dead child left them, the job's history, and the case report.
    """
    directory.mkdir(parents=True)
    place, ledger_path = Place.file(directory / QUEUE), directory / LEDGER
    create_ledger(ledger_path)
    now_us = prepare(case, place)
    child = spawn(orders_of(case, place, ledger_path, now_us))
    keep_crash_state(directory)
    at_crash = observe(place, ledger_path, case.destinations)
    stranded = list(recover(case, place, ledger_path))
    after_recovery = observe(place, ledger_path, case.destinations)
    result = CaseResult(
        case=case,
        child=child,
        at_crash=at_crash,
        after_recovery=after_recovery,
        failures=(
            *judge_crash(case.description, child, at_crash),
            *stranded,
            *judge_recovery(case.description, after_recovery),
        ),
    )
    write_json(directory / HISTORY, read_history(place, after_recovery.job_id))
    write_json(directory / REPORT, result.as_dict())
    return result


def prepare(case: Case, place: Place) -> int:
    """Bring the queue to where the child takes over; return the child's time."""
    workload = case.description.workload
    queue, clock = open_queue(place, seed=f"{case.seed}/prepare", now_us=START_US)
    with queue:
        limit_tenant(queue)
        laboratory = queue.for_tenant(TENANT)
        if workload is not Workload.SUBMIT:
            submit_job(laboratory, case.effect_key)
        if workload is Workload.RECOVER:
            laboratory.claim(worker_id="worker-lost", lease_duration_us=LEASE_DURATION_US)
            clock.advance(LEASE_DURATION_US)
    return clock.now_us()


def recover(case: Case, place: Place, ledger_path: Path) -> Iterator[Failure]:
    """Drive the job to its end, and yield what stood in the way."""
    # A queue so broken that it cannot recover is a result, not an accident of the laboratory.
    try:
        drive_to_end(case, place, ledger_path)
    except QueueError as error:
        yield Failure(
            verdict=Verdict.STRANDED, sentence=f"recovery met {error.code}: {error.message}"
        )


def orders_of(case: Case, place: Place, ledger_path: Path, now_us: int) -> Orders:
    """Return what the case's child is told."""
    return Orders(
        queue=place,
        ledger=str(ledger_path),
        effect_key=case.effect_key,
        workload=case.description.workload,
        point=case.point,
        destinations=case.destinations,
        seed=f"{case.seed}/child",
        now_us=now_us,
    )


def keep_crash_state(directory: Path) -> Path:
    """Copy the files as they are to a folder of their own, and return it."""
    # Without -shm: it is an index over the WAL that SQLite rebuilds, and no part of what survives.
    kept = directory / CRASH_STATE
    kept.mkdir()
    for file in sorted(directory.glob("*.sqlite*")):
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, kept / file.name)
    return kept
