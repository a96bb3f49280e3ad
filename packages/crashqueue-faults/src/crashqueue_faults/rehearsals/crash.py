"""A worker is killed while it holds a lease. What another process then finds, and may do.

The child is real, and so is its end: SIGKILL, which no program can catch.
"""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any, Final

from crashqueue_core import Job, JobQueue, ManualClock
from crashqueue_core.execution import held_lease
from crashqueue_faults.errors import PlatformUnsupported, RehearsalInterrupted
from crashqueue_faults.experiment import DEFAULT_SEED, Experiment, check_seed
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.stage import (
    LEASE_DURATION_US,
    RESULT,
    START_US,
    TENANT,
    evidence,
    finish,
    lease_facts,
    open_queue,
    private_stage,
    refusal,
    told,
)

PATIENCE_S: Final = 60.0
LIMITS: Final = (
    "one process is killed while it waits; what happens inside a write is the campaign's subject",
    "the operating system survives: nothing is said about power loss",
    "time passes by moving a clock",
)
EXPECTED: Final = {
    "boundary_reported_over_pipe": "AFTER_CLAIM_COMMIT",
    "child_exit_code": -9,
    "lease_found": {"attempts": 1, "fence": 1, "state": "LEASED"},
    "evidence_after_crash": {"integrity_ok": True, "invariants": "HOLDS"},
    "claim_before_expiry": "lease_busy",
    "attempts_after_refusal": 1,
    "reclaimed_at_expiry": {"attempts": 2, "fence": 2, "state": "LEASED"},
    "reconstructed_stale_submission": "lease_lost",
    "finished": {"attempts": 2, "fence": 2, "state": "SUCCEEDED"},
    "receipt_repeated": True,
    "evidence": {"integrity_ok": True, "invariants": "HOLDS"},
}


def run_crash(
    *, seed: int = DEFAULT_SEED, database: str | None = None, start_server: bool = False
) -> Experiment:
    """Play the story and report its facts; the seed fixes the whole report.

    The queue is in a SQLite file, or where `rehearsals.hosting.hosted` says. Raises
    PlatformUnsupported where there is no SIGKILL, and RehearsalInterrupted when the child ends
    before it was killed.
    """
    check_seed(seed)
    if not hasattr(signal, "SIGKILL"):
        raise PlatformUnsupported("this platform has no SIGKILL")
    with private_stage(database=database, start_server=start_server) as stage:
        facts = _play(stage.place, seed)
    return told("crash", seed, facts, EXPECTED, LIMITS)


def _play(place: Place, seed: int) -> dict[str, object]:
    boundary, exit_code = _crash_child(place, seed)
    after_crash = evidence(place)
    queue, clock = open_queue(place, "parent", seed=seed, now_us=START_US)
    with queue:
        facts = _take_over(queue.for_tenant(TENANT), clock, boundary["job_id"])
    return {
        "boundary_reported_over_pipe": boundary["boundary"],
        "child_exit_code": exit_code,
        "evidence_after_crash": after_crash,
        **facts,
        "evidence": evidence(place),
    }


def _crash_child(place: Place, seed: int) -> tuple[dict[str, Any], int]:
    """Return the boundary that the child reported before it was killed, and its exit code."""
    program = "from crashqueue_faults.rehearsals.crash_child import run; run()"
    child = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # what could not be written must not be tried again on closing
        start_new_session=True,  # Ctrl-C on a terminal is for the parent
    )
    with child:
        try:
            _give_orders(child, place, seed)
            boundary = _read_boundary(child)
        finally:
            child.kill()
    return boundary, child.returncode


def _give_orders(child: subprocess.Popen[bytes], place: Place, seed: int) -> None:
    # Not on the command line, which everybody on the machine may read: an address can hold a
    # password.
    orders = {"address": place.address, "schema": place.schema, "seed": seed}
    assert child.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(BrokenPipeError):  # the child is gone, as its silence will tell
        child.stdin.write(json.dumps(orders).encode() + b"\n")
        child.stdin.flush()


def _read_boundary(child: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert child.stdout is not None  # noqa: S101 - it is a pipe
    ready, _, _ = select.select([child.stdout], [], [], PATIENCE_S)
    line = child.stdout.readline() if ready else b""
    if not line.endswith(b"\n"):
        raise RehearsalInterrupted("the child did not report that it holds the lease")
    boundary: dict[str, Any] = json.loads(line)
    return boundary


def _take_over(north: JobQueue, clock: ManualClock, job_id: str) -> dict[str, object]:
    found = north.get(job_id)
    # Nobody handed this lease over: it is put together from what the database says.
    stale = held_lease(found)
    refused = refusal(lambda: _claim(north, job_id))
    attempts = north.get(job_id).attempt_count
    clock.set(found.lease_expires_at_us or 0)
    reclaimed = _claim(north, job_id)
    return {
        "lease_found": lease_facts(found),
        "claim_before_expiry": refused,
        "attempts_after_refusal": attempts,
        "reclaimed_at_expiry": lease_facts(reclaimed),
        "reconstructed_stale_submission": refusal(lambda: north.succeed(**stale, result=RESULT)),
        **finish(north, held_lease(reclaimed)),
    }


def _claim(north: JobQueue, job_id: str) -> Job:
    return north.claim_job(
        job_id=job_id, worker_id="worker-parent", lease_duration_us=LEASE_DURATION_US
    )
