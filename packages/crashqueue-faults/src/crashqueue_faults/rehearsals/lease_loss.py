"""A worker is too slow: its lease runs out, another takes over, and its late result is refused.

Everything happens in one process, with a clock that is moved by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from crashqueue_core import Job, JobQueue, ManualClock
from crashqueue_core.execution import held_lease
from crashqueue_faults.effects import (
    Destination,
    Effect,
    StaleWriter,
    commit_effect,
    count_effects,
    create_ledger,
)
from crashqueue_faults.experiment import DEFAULT_SEED, Experiment, check_seed
from crashqueue_faults.rehearsals.stage import (
    LEASE_DURATION_US,
    RESULT,
    START_US,
    TENANT,
    Stage,
    evidence,
    finish,
    lease_facts,
    open_queue,
    private_stage,
    refusal,
    submit_job,
    told,
)

LIMITS: Final = (
    "the loss of the lease is simulated by moving a clock; no process ends",
    "both workers live in one process, and no machine or network is involved",
    "a fence protects only destinations that check it",
)
EXPECTED: Final = {
    "abandoned": {"attempts": 1, "fence": 1, "state": "LEASED"},
    "reclaimed": {"attempts": 2, "fence": 2, "state": "LEASED"},
    "late_result_of_old_worker": "lease_lost",
    "late_heartbeat_of_old_worker": "lease_lost",
    "late_effect_of_old_worker": "stale_writer",
    "effects_at_fenced_destination": 1,
    "finished": {"attempts": 2, "fence": 2, "state": "SUCCEEDED"},
    "receipt_repeated": True,
    "other_result": "result_conflict",
    "evidence": {"integrity_ok": True, "invariants": "HOLDS"},
}


def run_lease_loss(
    *, seed: int = DEFAULT_SEED, database: str | None = None, start_server: bool = False
) -> Experiment:
    """Play the story and report its facts; the seed fixes the whole report.

    The queue is in a SQLite file, or where `rehearsals.hosting.hosted` says.
    """
    check_seed(seed)
    with private_stage(database=database, start_server=start_server) as stage:
        facts = _play(stage, seed)
    return told("lease-loss", seed, facts, EXPECTED, LIMITS)


def _play(stage: Stage, seed: int) -> dict[str, object]:
    ledger = stage.folder / "effects.sqlite"
    create_ledger(ledger)
    queue, clock = open_queue(stage.place, "lease-loss", seed=seed, now_us=START_US)
    with queue:
        north = queue.for_tenant(TENANT)
        old, new = _hand_over(north, clock)
        commit(ledger, new)
        facts = {
            "abandoned": lease_facts(old),
            "reclaimed": lease_facts(new),
            **_come_back_late(north, ledger, old),
            **finish(north, held_lease(new)),
            "other_result": refusal(lambda: north.succeed(**held_lease(new), result="another")),
        }
    effects = count_effects(ledger, [Destination.FENCED])
    return {
        **facts,
        "effects_at_fenced_destination": effects["fenced"],
        "evidence": evidence(stage.place),
    }


def _hand_over(north: JobQueue, clock: ManualClock) -> tuple[Job, Job]:
    job_id = submit_job(north).job_id
    old = north.claim_job(
        job_id=job_id, worker_id="worker-old", lease_duration_us=LEASE_DURATION_US
    )
    clock.advance(LEASE_DURATION_US)
    new = north.claim_job(
        job_id=job_id, worker_id="worker-new", lease_duration_us=LEASE_DURATION_US
    )
    return old, new


def _come_back_late(north: JobQueue, ledger: Path, old: Job) -> dict[str, object]:
    lease = held_lease(old)
    return {
        "late_heartbeat_of_old_worker": refusal(
            lambda: north.heartbeat(**lease, lease_duration_us=LEASE_DURATION_US)
        ),
        "late_result_of_old_worker": refusal(lambda: north.succeed(**lease, result=RESULT)),
        "late_effect_of_old_worker": effect_refusal(ledger, old),
    }


def effect_refusal(ledger: Path, job: Job) -> str:
    """Return "stale_writer" if the fenced destination refuses the job's effect, or "accepted"."""
    try:
        commit(ledger, job)
    except StaleWriter:
        return "stale_writer"
    return "accepted"


def commit(ledger: Path, job: Job) -> None:
    """Commit the job's effect at the fenced destination under the fence of its lease."""
    effect = Effect(
        effect_key=job.idempotency_key,
        value=1,
        job_id=job.job_id,
        attempt_number=job.attempt_count,
        fence=job.fence,
    )
    commit_effect(ledger, effect, [Destination.FENCED], lambda _: None)
