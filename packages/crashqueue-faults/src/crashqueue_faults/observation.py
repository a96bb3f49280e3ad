"""What is on disk: the verdict of the independent auditor, the replayed job, the effects."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crashqueue_core import DurableQueue, Event, Job
from crashqueue_faults.effects import Destination, attempts_of_effects, count_effects
from crashqueue_faults.place import Place
from crashqueue_verify import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One look at a queue and its ledger. A queue without a job has no id, state or history.

    Of several `jobs`, which there never should be, the first is looked at.
    `effects_accounted`: each effect was asked for by an attempt that the history has, and by no
    attempt twice. `integrity_ok` is SQLite's own check of the files that are there.
    """

    job_id: str | None
    state: str | None
    attempts: int
    history: tuple[str, ...]
    effects: Mapping[str, int]
    integrity_ok: bool
    invariants_ok: bool
    replay_ok: bool
    effects_accounted: bool = True
    jobs: int = 1
    findings: tuple[Mapping[str, Any], ...] = field(default=())

    def as_dict(self) -> dict[str, object]:
        """Return the observation ready for JSON."""
        return {
            "attempts": self.attempts,
            "effects": dict(self.effects),
            "effects_accounted": self.effects_accounted,
            "findings": list(self.findings),
            "history": list(self.history),
            "integrity_ok": self.integrity_ok,
            "invariants_ok": self.invariants_ok,
            "jobs": self.jobs,
            "replay_ok": self.replay_ok,
            "state": self.state,
        }


def observe(place: Place, ledger_path: Path, destinations: Iterable[Destination]) -> Observation:
    """Look at both. The audit comes first, before anything opens a file: it reads a copy."""
    report = place.audit()
    jobs = _jobs(place)
    job = jobs[0] if jobs else None
    replayed = place.replay(job.job_id) if job else None
    return Observation(
        jobs=len(jobs),
        job_id=job.job_id if job else None,
        state=job.state if job else None,
        attempts=job.attempt_count if job else 0,
        history=tuple(step.kind for step in replayed.steps) if replayed else (),
        effects=count_effects(ledger_path, destinations),
        effects_accounted=_are_accounted(ledger_path, job),
        integrity_ok=all(_is_intact(path) for path in (*place.files, ledger_path)),
        invariants_ok=report.verdict is Verdict.HOLDS,
        replay_ok=replayed is None or replayed.agrees,
        findings=tuple(finding.as_dict() for finding in report.findings),
    )


def read_history(place: Place, job_id: str | None) -> list[dict[str, object]]:
    """Return the job's events ready for JSON; none when there is no job."""
    if job_id is None:
        return []
    with DurableQueue(**place.where, create=False) as queue:
        return [_event_as_dict(event) for event in queue.history(job_id)]


def _jobs(place: Place) -> tuple[Job, ...]:
    with DurableQueue(**place.where, create=False) as queue:
        return queue.list_jobs().jobs


def _are_accounted(ledger_path: Path, job: Job | None) -> bool:
    asked = attempts_of_effects(ledger_path)
    if job is None:
        return not asked
    attempts = range(1, job.attempt_count + 1)
    is_known = all(job_id == job.job_id and number in attempts for _, job_id, number in asked)
    return is_known and len(set(asked)) == len(asked)


def _is_intact(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("PRAGMA integrity_check").fetchall()
    return rows == [("ok",)]


def _event_as_dict(event: Event) -> dict[str, object]:
    return {
        "data": event.data,
        "event_number": event.event_number,
        "kind": event.kind,
        "occurred_at_us": event.occurred_at_us,
        "previous_digest": event.previous_digest,
        "state": event.state,
    }
