"""The bug that every campaign must catch first: a store that writes the row but not the event.

A laboratory that cannot see a broken queue has nothing to say about a sound one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from crashqueue_core import DurableQueue, ManualClock, SeededIdentity
from crashqueue_core.store.rows import INSERT_EVENT, Row
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_core.store.sqlite_statements import SqliteStatements
from crashqueue_faults.workload import LEASE_DURATION_US, START_US, submit_job
from crashqueue_verify import Verdict, audit


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedBug:
    """Whether the auditor named the planted bug, and by which rules."""

    caught: bool
    rules: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the outcome ready for JSON."""
        return {
            "bug": "the store writes the row and the attempt but not the event",
            "caught": self.caught,
            "rules": list(self.rules),
        }


class ForgetfulStatements(SqliteStatements):
    """Writes row and attempt of a step, and forgets its event."""

    def _write(self, sql: str, parameters: Row) -> int:
        return 0 if sql == INSERT_EVENT else super()._write(sql, parameters)


class ForgetfulStore(SqliteStore):
    """A store whose history has holes."""

    transaction_kind = ForgetfulStatements


def catch_planted_bug(directory: Path, seed: int) -> PlantedBug:
    """Run a submission and a claim on the broken store in `directory`, and audit what it left."""
    directory.mkdir(parents=True)
    path = directory / "queue.sqlite"
    identity = SeededIdentity(f"{seed}/planted")
    clock = ManualClock(START_US)
    with DurableQueue(path, clock=clock, identity=identity) as queue:
        submit_job(queue, "effect-planted")
    with DurableQueue(path, clock=clock, identity=identity, open_store=ForgetfulStore) as queue:
        queue.claim(worker_id="worker-forgetful", lease_duration_us=LEASE_DURATION_US)
    report = audit(path)
    rules = tuple(sorted({finding.rule_id for finding in report.findings}))
    return PlantedBug(caught=report.verdict is Verdict.VIOLATED, rules=rules)
