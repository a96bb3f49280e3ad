"""Real processes that leave one barrier together: every job is claimed once."""

from __future__ import annotations

import json
from typing import Any

from crashqueue_core import DurableQueue, JobState

CLAIM_ALL = """
import json, sys
from crashqueue_core import DurableQueue
place, worker_id = sys.argv[1:]
with DurableQueue(**json.loads(place), busy_timeout_us=60_000_000) as queue:
    print("ready", flush=True)
    sys.stdin.readline()
    claimed = []
    while (job := queue.claim(worker_id=worker_id, lease_duration_us=60_000_000)) is not None:
        claimed.append(job.job_id)
    print(json.dumps(claimed))
"""

SUBMIT_SAME = """
import json, sys
from crashqueue_core import DurableQueue
with DurableQueue(**json.loads(sys.argv[1]), busy_timeout_us=60_000_000) as queue:
    print("ready", flush=True)
    sys.stdin.readline()
    print(queue.submit(idempotency_key="one", job_type="task", payload={}).created)
"""

CLAIM_ONE = """
import json, os, sys
from crashqueue_core import DurableQueue, LeaseBusy

place, job_id = sys.argv[1:]
with DurableQueue(**json.loads(place), busy_timeout_us=60_000_000) as queue:
    print("ready", flush=True)
    sys.stdin.readline()
    worker_id = f"worker-{os.getpid()}"
    try:
        job = queue.claim_job(job_id=job_id, worker_id=worker_id, lease_duration_us=60_000_000)
        print("claimed", job.fence)
    except LeaseBusy as refusal:
        print(refusal.code)
"""

SUBMIT_MANY = """
import json, sys
from crashqueue_core import AdmissionFull, DurableQueue

place, prefix = sys.argv[1:]
with DurableQueue(**json.loads(place), busy_timeout_us=60_000_000) as queue:
    print("ready", flush=True)
    sys.stdin.readline()
    north, admitted = queue.for_tenant("north"), 0
    for number in range(10):
        try:
            north.submit(idempotency_key=f"{prefix}-{number}", job_type="task", payload={})
            admitted += 1
        except AdmissionFull:
            pass
    print(admitted)
"""


def race(start_child: Any, program: str, arguments: list[tuple[object, ...]]) -> list[str]:
    """Let one child per entry start at once; return what each said."""
    children = [start_child(program, *entry) for entry in arguments]
    assert [child.stdout.readline() for child in children] == ["ready\n"] * len(children)
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    answers = [child.communicate(timeout=60) for child in children]
    assert [complaints for _, complaints in answers] == [""] * len(children)
    return [said for said, _ in answers]


def test_each_job_is_claimed_exactly_once(
    queue: DurableQueue, bench: Any, do: Any, start_child: Any
) -> None:
    jobs = [do.submit(queue, f"key-{number}").job_id for number in range(30)]
    said = race(start_child, CLAIM_ALL, [(bench.place_json, f"worker-{n}") for n in range(3)])
    claimed = [job_id for answer in said for job_id in json.loads(answer)]
    assert sorted(claimed) == sorted(jobs)
    assert queue.counts()[JobState.LEASED] == 30
    assert [len(queue.attempts(job_id)) for job_id in jobs] == [1] * 30
    sequences = [row[0] for row in bench.rows("SELECT event_sequence FROM events ORDER BY 1")]
    assert len(set(sequences)) == 60


def test_same_submission_from_several_processes_is_one_job(
    queue: DurableQueue, bench: Any, start_child: Any
) -> None:
    said = race(start_child, SUBMIT_SAME, [(bench.place_json,)] * 3)
    assert sorted(said) == ["False\n", "False\n", "True\n"]
    assert len(bench.dump()["events"]) == 1


def test_job_that_several_processes_name_is_leased_to_one(
    queue: DurableQueue, bench: Any, do: Any, start_child: Any
) -> None:
    job = do.submit(queue)
    said = race(start_child, CLAIM_ONE, [(bench.place_json, job.job_id)] * 3)
    assert sorted(said) == ["LEASE_BUSY\n", "LEASE_BUSY\n", "claimed 1\n"]
    assert (queue.get(job.job_id).fence, len(queue.attempts(job.job_id))) == (1, 1)


def test_limit_holds_when_several_processes_submit(
    queue: DurableQueue, bench: Any, start_child: Any
) -> None:
    queue.limit_active_jobs(tenant="north", active_limit=13)
    said = race(start_child, SUBMIT_MANY, [(bench.place_json, f"child-{n}") for n in range(3)])
    assert sum(map(int, said)) == 13
    jobs = queue.for_tenant("north").list_jobs().jobs
    assert [job.submission_sequence for job in jobs] == list(range(1, 14))
