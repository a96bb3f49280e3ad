"""The bug that every campaign on a server must catch first: row and attempt without their event."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from crashqueue_core import DurableQueue, ManualClock, SeededIdentity
from crashqueue_core.lifecycle import Transition
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_changes import Change, applied
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.rows import EVENT_COLUMNS
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.planted import PlantedBug
from crashqueue_faults.workload import LEASE_DURATION_US, START_US, submit_job
from crashqueue_verify import Verdict

QUEUE: Final = "queue.sql"
_PARAMETERS_OF_EVENT: Final = len(EVENT_COLUMNS.split(", "))


class ForgetfulStatements(PostgresStatements):
    """Writes row and attempt of a step, and forgets its event."""

    def apply(self, transition: Transition) -> None:
        """Update the job, end and open its attempts, insert no event."""
        self._rounds.tell(without_event(applied(self._schema, transition)))
        self.transitions.append(transition)


class ForgetfulStore(PostgresStore):
    """A store whose history has holes."""

    transaction_kind = ForgetfulStatements


def without_event(change: Change) -> Change:
    """Return the one statement of a step without its last part, which inserts the event."""
    row_and_attempts, _, _ = change.sql.rpartition(", event AS (")
    return Change(f"{row_and_attempts} SELECT 1", change.parameters[:-_PARAMETERS_OF_EVENT])


def catch_planted_bug(directory: Path, ground: Ground, seed: int) -> PlantedBug:
    """Run a submission and a claim on the broken store, audit what it left, and keep it."""
    directory.mkdir(parents=True)
    identity = SeededIdentity(f"{seed}/planted")
    clock = ManualClock(START_US)
    place = ground.place("planted_bug")
    with DurableQueue(**place.where, clock=clock, identity=identity) as queue:
        submit_job(queue, "effect-planted")
    with DurableQueue(
        **place.where, clock=clock, identity=identity, open_store=ForgetfulStore
    ) as queue:
        queue.claim(worker_id="worker-forgetful", lease_duration_us=LEASE_DURATION_US)
    report = place.audit()
    ground.dump(place, directory / QUEUE)
    rules = tuple(sorted({finding.rule_id for finding in report.findings}))
    return PlantedBug(caught=report.verdict is Verdict.VIOLATED, rules=rules)
