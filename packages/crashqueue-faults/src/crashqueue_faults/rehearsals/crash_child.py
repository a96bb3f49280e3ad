"""The child that is killed: it makes a queue, takes a lease, says so, and waits for its end."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from crashqueue_core import Boundary
from crashqueue_faults.network import no_network
from crashqueue_faults.rehearsals.stage import (
    LEASE_DURATION_US,
    START_US,
    TENANT,
    open_queue,
    submit_job,
)


def run() -> None:
    """Exit with 2, having touched nothing, unless started by the rehearsal with its orders."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Take a lease on a queue that did not exist, report it, and wait until standard input ends."""
    try:
        (text,) = arguments
        orders = json.loads(text)
        path, seed = Path(orders["path"]), int(orders["seed"])
        make_exclusively(path)
    except (ValueError, TypeError, KeyError, OSError) as error:
        sys.stderr.write(f"this program is started by the rehearsal only: {error}\n")
        return 2
    with no_network():
        hold_lease(path, seed)
    return 0


def make_exclusively(path: Path) -> None:
    """Make the file; one that exists is somebody's, and is not opened."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def hold_lease(path: Path, seed: int) -> None:
    """Commit a lease, report the boundary on standard output, and stay idle under it."""
    queue, _ = open_queue(path, "child", seed=seed, now_us=START_US)
    with queue:
        north = queue.for_tenant(TENANT)
        job = north.claim_job(
            job_id=submit_job(north).job_id,
            worker_id="worker-child",
            lease_duration_us=LEASE_DURATION_US,
        )
        report = {"boundary": Boundary.AFTER_CLAIM_COMMIT, "job_id": job.job_id}
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    run()
