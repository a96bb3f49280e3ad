"""The child that is killed: it makes a queue, takes a lease, says so, and waits for its end."""

from __future__ import annotations

import json
import os
import sys

from crashqueue_core import Boundary
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals import hosting
from crashqueue_faults.rehearsals.stage import (
    LEASE_DURATION_US,
    START_US,
    TENANT,
    open_queue,
    submit_job,
    watched_network,
)


def run() -> None:
    """Exit with 2, having touched nothing, unless started by the rehearsal with its orders."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Take a lease on a queue that did not exist, report it, and wait until standard input ends."""
    try:
        if arguments:
            raise ValueError("it takes no arguments")
        orders = json.loads(sys.stdin.readline())
        place = Place(address=orders["address"], schema=orders["schema"])
        seed = int(orders["seed"])
        make_exclusively(place)
    except (ValueError, TypeError, KeyError, OSError) as error:
        sys.stderr.write(f"this program is started by the rehearsal only: {error}\n")
        return 2
    with watched_network(place):
        hold_lease(place, seed)
    return 0


def make_exclusively(place: Place) -> None:
    """Make the file or the schema; one that exists is somebody's, and is not opened."""
    if place.schema is None:
        os.close(os.open(place.address, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    else:
        hosting.make_exclusively(place)


def hold_lease(place: Place, seed: int) -> None:
    """Commit a lease, report the boundary on standard output, and stay idle under it."""
    queue, _ = open_queue(place, "child", seed=seed, now_us=START_US)
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
