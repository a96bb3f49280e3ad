"""What the rehearsals have in common: their files, their job, their names for what happened."""

from __future__ import annotations

import signal
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from crashqueue_core import (
    DurableQueue,
    Job,
    JobQueue,
    ManualClock,
    QueueError,
    RetryPolicy,
    SeededIdentity,
)
from crashqueue_core.execution import HeldLease
from crashqueue_faults.experiment import Experiment
from crashqueue_faults.network import no_network
from crashqueue_verify import audit

START_US: Final = 1_000_000
LEASE_DURATION_US: Final = 100_000
TENANT: Final = "north"
RESULT: Final = {"delivered": True}


@contextmanager
def private_stage() -> Iterator[Path]:
    """Yield a private directory that is removed afterwards; no socket may be opened meanwhile."""
    with no_network(), tempfile.TemporaryDirectory(prefix="crashqueuelab-") as directory:
        yield Path(directory)


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Let a process that is started in the block ignore Ctrl-C, which is for its parent.

    Only the main thread may set this, and only there an interrupt arrives.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def open_queue(
    path: Path, role: str, *, seed: int, now_us: int
) -> tuple[DurableQueue, ManualClock]:
    """Open the rehearsal's queue for one of its roles, whose names the seed fixes."""
    clock = ManualClock(now_us)
    return DurableQueue(path, clock=clock, identity=SeededIdentity(f"{seed}/{role}")), clock


def submit_job(queue: JobQueue, key: str = "request-1") -> Job:
    """Submit the rehearsal's job, which may be tried three times."""
    submission = queue.submit(
        idempotency_key=key,
        job_type="synthetic.rehearsal",
        payload={"request": key},
        retry_policy=RetryPolicy(max_attempts=3, base_delay_us=0),
    )
    return submission.job


def refusal(command: Callable[[], object]) -> str:
    """Return the name of the refusal that the command meets, in the lower case of reports.

    A command that is carried out is a finding too: it returns "accepted".
    """
    try:
        command()
    except QueueError as error:
        return error.code.lower()
    return "accepted"


def lease_facts(job: Job) -> dict[str, object]:
    """Return what a report says of a job and its lease."""
    return {"attempts": job.attempt_count, "fence": job.fence, "state": job.state}


def finish(north: JobQueue, lease: HeldLease) -> dict[str, object]:
    """Finish the job under `lease`, twice, and return what a report says of it."""
    receipt = north.succeed(**lease, result=RESULT)
    return {
        "finished": lease_facts(receipt.job),
        "receipt_repeated": north.succeed(**lease, result=RESULT) == receipt,
    }


def evidence(path: Path) -> dict[str, object]:
    """Return what the independent auditor and SQLite say of the queue."""
    with closing(sqlite3.connect(path)) as connection:
        integrity = connection.execute("PRAGMA integrity_check").fetchall()
    return {"integrity_ok": integrity == [("ok",)], "invariants": str(audit(path).verdict)}


def told(
    rehearsal: str,
    seed: int,
    facts: Mapping[str, object],
    expected: Mapping[str, object],
    limits: tuple[str, ...],
) -> Experiment:
    """Return the report, which is ok if every expected fact is there as expected."""
    differing = sorted(name for name, fact in expected.items() if facts.get(name) != fact)
    report = {
        **facts,
        "differs_from_expectation": differing,
        "limits": list(limits),
        "ok": not differing,
        "rehearsal": rehearsal,
        "seed": seed,
    }
    return Experiment(ok=not differing, report=report)
