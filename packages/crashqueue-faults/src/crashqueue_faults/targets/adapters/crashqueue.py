"""CrashQueueLab's own queue, on each of its engines: a worker with a lease that it renews."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from crashqueue_core import DurableQueue, RetryPolicy, Worker
from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.target import (
    WORKER_NAME,
    Configuration,
    Engine,
    JobState,
    Promise,
    Quotation,
    Role,
    Sight,
    Store,
)

LEASE_DURATION_US: Final = 1_500_000
POLL_INTERVAL_US: Final = 50_000
BASE_DELAY_US: Final = 1_000
_WORK: Final = (
    f"Worker(queue, perform, lease_duration_us={LEASE_DURATION_US:_}, "
    f"poll_interval_us={POLL_INTERVAL_US:_}).run()"
)
_DEFAULT: Final = Configuration(
    name="default",
    settings={
        "queue": "DurableQueue(path)",
        "submit": f"retry_policy=RetryPolicy(base_delay_us={BASE_DELAY_US:_})",
        "worker": _WORK,
    },
    promise=Promise.AT_LEAST_ONCE,
    quotation=Quotation(
        text="Execution is at least once. A worker that dies after its effect and before its "
        "acknowledgement is succeeded by another that executes again.",
        source="https://pypi.org/project/crashqueue-core/",
    ),
    recovery="start the worker again: it ends leases that ran out, and tries their jobs again",
    patience_s=10.0,
    settling_s=0.1,
    naming="Worker(..., worker_id=…)",
    ends=r"^COMMIT",
)
_ON_A_SERVER: Final = replace(
    _DEFAULT,
    settings=dict(_DEFAULT.settings) | {"queue": 'DurableQueue("postgresql://…")'},
    ends=r"; COMMIT$",
)
_STATES: Final = {
    "QUEUED": JobState.WAITING,
    "RETRY_WAIT": JobState.WAITING,
    "LEASED": JobState.RUNNING,
    "SUCCEEDED": JobState.DONE,
    "DEAD_LETTER": JobState.FAILED,
    "CANCELLED": JobState.FAILED,
}
_JOB: Final = "SELECT state, attempt_count FROM jobs"


class Crashqueue:
    """The target: DurableQueue and its Worker, with a short lease."""

    name = "crashqueue"
    library = "crashqueue-core"
    engine = Engine.SQLITE
    configurations: Sequence[Configuration] = (_DEFAULT,)

    def prepare(self) -> None:
        """Do nothing: the library is imported."""

    def create(self, store: Store, configuration: Configuration) -> None:
        """Make the tables."""
        with self.open(store):
            pass

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Submit one job."""
        with self.open(store) as queue:
            queue.submit(
                idempotency_key="request-1",
                job_type="synthetic.effect",
                payload={"effect_key": "effect-1"},
                retry_policy=RetryPolicy(base_delay_us=BASE_DELAY_US),
            )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker."""
        with self.open(store) as queue:
            Worker(
                queue,
                lambda _execution: perform(),
                worker_id=os.environ.get(WORKER_NAME),
                lease_duration_us=LEASE_DURATION_US,
                poll_interval_us=POLL_INTERVAL_US,
            ).run()

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the job's row."""
        with closing(sqlite3.connect(store.folder / "queue.sqlite")) as connection:
            return _sight(*connection.execute(_JOB).fetchone())

    def open(self, store: Store) -> DurableQueue:
        """Open the queue."""
        return DurableQueue(store.folder / "queue.sqlite")


class CrashqueuePostgres(Crashqueue):
    """The same on PostgreSQL."""

    name = "crashqueue-postgres"
    engine = Engine.POSTGRESQL
    configurations: Sequence[Configuration] = (_ON_A_SERVER,)

    def prepare(self) -> None:
        """Import psycopg."""
        import crashqueue_core.store.postgres  # noqa: F401 - only the target's own process needs it

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the job's row."""
        import psycopg

        with closing(psycopg.connect(store.address)) as connection:
            connection.execute("SET search_path TO crashqueue")
            ((state, attempts),) = connection.execute(_JOB).fetchall()
        return _sight(state, attempts)

    def open(self, store: Store) -> DurableQueue:
        """Open the queue by the address of its server."""
        words = dict(word.split("=", 1) for word in store.address.split())
        host, database = quote(words["host"], safe=""), words["dbname"]
        return DurableQueue(f"postgresql:///{database}?host={host}&user={words['user']}")


def _sight(state: str, attempts: int) -> Sight:
    return Sight(state=_STATES[state], content=f"{state}, attempts: {attempts}")
