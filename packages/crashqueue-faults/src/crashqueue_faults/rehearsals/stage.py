"""What the rehearsals have in common: their files, their job, their names for what happened."""

from __future__ import annotations

import signal
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_core import (
    DurableQueue,
    Job,
    JobQueue,
    JobRequest,
    ManualClock,
    QueueError,
    RetryPolicy,
    SeededIdentity,
)
from crashqueue_core.execution import HeldLease
from crashqueue_core.limits import MAX_BATCH
from crashqueue_faults.experiment import Experiment
from crashqueue_faults.network import no_network
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.hosting import hosted, tables_are_whole

START_US: Final = 1_000_000
LEASE_DURATION_US: Final = 100_000
TENANT: Final = "north"
RESULT: Final = {"delivered": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A private folder, and the place of the queue that is played with."""

    folder: Path
    place: Place


@contextmanager
def private_stage(*, database: str | None = None, start_server: bool = False) -> Iterator[Stage]:
    """Yield a stage that is removed afterwards, with the queue wherever `hosted` finds its place.

    For a queue in a file no socket may be opened meanwhile.
    """
    is_file = database is None and not start_server
    with (
        no_network() if is_file else nullcontext(),
        tempfile.TemporaryDirectory(prefix="crashqueuelab-") as name,
        hosted(Path(name), database=database, start_server=start_server) as place,
    ):
        yield Stage(folder=Path(name), place=place)


def watched_network(place: Place) -> AbstractContextManager[None]:
    """Refuse sockets in the block if the queue is in a file; a server is reached through one."""
    return no_network() if place.schema is None else nullcontext()


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
    place: Place, role: str, *, seed: int, now_us: int
) -> tuple[DurableQueue, ManualClock]:
    """Open the rehearsal's queue for one of its roles, whose names the seed fixes."""
    clock = ManualClock(now_us)
    identity = SeededIdentity(f"{seed}/{role}")
    return DurableQueue(**place.where, clock=clock, identity=identity), clock


def request(key: str = "request-1", *, priority: int = 0) -> JobRequest:
    """Return the request for a job of a rehearsal, which may be tried three times."""
    return JobRequest(
        idempotency_key=key,
        job_type="synthetic.rehearsal",
        payload={"request": key},
        priority=priority,
        retry_policy=RetryPolicy(max_attempts=3, base_delay_us=0),
    )


def submit_job(queue: JobQueue, key: str = "request-1") -> Job:
    """Submit one such job."""
    return submit_jobs(queue, [request(key)])[0]


def submit_jobs(queue: JobQueue, requests: Sequence[JobRequest]) -> list[Job]:
    """Submit such jobs in order, as many at a time as a batch may hold."""
    return [
        submission.job
        for first in range(0, len(requests), MAX_BATCH)
        for submission in queue.submit_many(requests[first : first + MAX_BATCH])
    ]


def all_jobs(queue: JobQueue) -> list[Job]:
    """Return every job in the queue, in the order of submission."""
    page = queue.list_jobs(limit=MAX_BATCH)
    jobs = list(page.jobs)
    while page.next_cursor is not None:
        page = queue.list_jobs(limit=MAX_BATCH, cursor=page.next_cursor)
        jobs += page.jobs
    return jobs


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


def evidence(place: Place) -> dict[str, object]:
    """Return what the independent auditor and the engine itself say of the queue."""
    integrity_ok = _file_is_whole(place) if place.schema is None else tables_are_whole(place)
    return {"integrity_ok": integrity_ok, "invariants": str(place.audit().verdict)}


def _file_is_whole(place: Place) -> bool:
    with closing(sqlite3.connect(place.address)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


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
