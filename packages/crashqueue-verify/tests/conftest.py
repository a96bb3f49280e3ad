"""Histories in a compact notation, written by the queue itself, and ways to break them."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_core import (
    DurableQueue,
    Job,
    ManualClock,
    RetryPolicy,
    SeededIdentity,
    TenantQueue,
)
from crashqueue_verify import Report, audit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LEASE_US = 1_000
DELAY_US = 10_000
TICK_US = 10
GENESIS = "0" * 64


@dataclass(slots=True)
class Storyteller:
    """Tells one job's story, a verb at a time; the clock ticks before each verb.

    submit claim renew succeed return (succeed with a result) fail bury (fail for good) expire
    release promote cancel redrive; take (claim by name, after expiry if leased) save (a checkpoint)
    limit; `still` before a verb keeps the clock from ticking. Some take an argument: `in:north`
    `submit:2` `save:2` (version) `claim:1,2` `take:1,2` (versions) `limit:2` `limit:none`.
    """

    queue: DurableQueue
    clock: ManualClock
    key: str
    tenant: str = "default"
    job: Job = field(init=False)

    def tell(self, verbs: str) -> None:
        tick_us = TICK_US
        for verb in verbs.split():
            if verb == "still":
                tick_us = 0
                continue
            self.clock.advance(tick_us)
            tick_us = TICK_US
            name, *argument = verb.split(":")
            getattr(self, f"_{name}")(*argument)

    @property
    def _view(self) -> TenantQueue:
        return self.queue.for_tenant(self.tenant)

    @property
    def _lease(self) -> Any:
        job = self.job
        return {
            "job_id": job.job_id,
            "worker_id": job.lease_worker_id,
            "lease_token": job.lease_token,
        }

    def _in(self, tenant: str) -> None:
        self.tenant = tenant

    def _limit(self, limit: str) -> None:
        active_limit = None if limit == "none" else int(limit)
        self.queue.limit_active_jobs(tenant=self.tenant, active_limit=active_limit)

    def _submit(self, version: str = "1") -> None:
        self.job = self._view.submit(
            idempotency_key=self.key,
            job_type="synthetic.effect",
            payload={"effect_key": self.key, "näme": 'quote " and \n'},
            retry_policy=RetryPolicy(base_delay_us=DELAY_US, max_attempts=3),
            checkpoint_version=int(version),
        ).job

    def _claim(self, versions: str = "1") -> None:
        claimed = self._view.claim(
            worker_id=f"worker-{self.key}",
            lease_duration_us=LEASE_US,
            checkpoint_versions=map(int, versions.split(",")),
        )
        assert claimed is not None
        assert claimed.job_id == self.job.job_id
        self.job = claimed

    def _take(self, versions: str = "1") -> None:
        self.clock.advance(LEASE_US)
        self.job = self._view.claim_job(
            job_id=self.job.job_id,
            worker_id=f"heir-{self.key}",
            lease_duration_us=LEASE_US,
            checkpoint_versions=map(int, versions.split(",")),
        )

    def _save(self, version: str = "1") -> None:
        self.job = self._view.checkpoint(
            **self._lease,
            checkpoint={"näme": ["saved", 1.5], "before": None},
            checkpoint_version=int(version),
        )

    def _renew(self) -> None:
        self.job = self.queue.heartbeat(**self._lease, lease_duration_us=LEASE_US)

    def _succeed(self) -> None:
        self.job = self.queue.succeed(**self._lease).job

    def _return(self) -> None:
        self.job = self.queue.succeed(**self._lease, result={"answer": 42}).job

    def _fail(self) -> None:
        self.job = self.queue.fail(**self._lease, error='no "answer"\nat all')

    def _bury(self) -> None:
        self.job = self.queue.fail(**self._lease, error="hopeless", retryable=False)

    def _expire(self) -> None:
        self.clock.advance(LEASE_US)
        (self.job,) = self.queue.recover_expired()

    def _release(self) -> None:
        self.job = self.queue.release(**self._lease)

    def _promote(self) -> None:
        self.clock.advance(4 * DELAY_US)
        (self.job,) = self.queue.promote_due()

    def _cancel(self) -> None:
        self.job = self.queue.cancel(job_id=self.job.job_id)

    def _redrive(self) -> None:
        self.job = self.queue.redrive(job_id=self.job.job_id, attempt_budget=2)


class Lab:
    """One database, written by the queue and then broken by hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._clock = ManualClock(1_000_000)

    def write(self, *stories: str) -> Lab:
        """Tell one story after another, each about a job of its own with keys a, b, c …"""
        with DurableQueue(
            self.path, clock=self._clock, identity=SeededIdentity("stories")
        ) as queue:
            for key, verbs in zip("abcdefgh", stories, strict=False):
                Storyteller(queue, self._clock, key).tell(verbs)
        return self

    def job_id(self, key: str = "a") -> str:
        with self.connection() as connection:
            return str(
                connection.execute(
                    "SELECT job_id FROM jobs WHERE idempotency_key = ?", (key,)
                ).fetchone()[0]
            )

    @contextlib.contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            yield connection

    def edit(self, *statements: str, rechain: bool = True) -> Lab:
        """Change rows by SQL with triggers and checks out of the way; mend the digests after."""
        with self.connection() as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.create_function("sha256", 1, _sha256)
            triggers = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                connection.execute(statement)
            if rechain:
                _rechain(connection)
            for _, sql in triggers:
                connection.execute(sql)
        return self

    def script(self, *statements: str) -> Lab:
        """Run SQL as anybody may, who has the file."""
        with self.connection() as connection:
            for statement in statements:
                connection.execute(statement)
        return self

    def rebuild(self, table: str, old: str, new: str) -> Lab:
        """Make `table` again with `new` for `old` in its definition, all rows kept."""
        with self.connection() as connection:
            (sql,) = connection.execute(
                "SELECT sql FROM sqlite_master WHERE name = ?", (table,)
            ).fetchone()
            assert old in sql
            connection.execute("PRAGMA legacy_alter_table = ON")
            connection.execute(sql.replace(old, new).replace(f"TABLE {table}", "TABLE rebuilt"))
            connection.execute(f"INSERT INTO rebuilt SELECT * FROM {table}")
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"ALTER TABLE rebuilt RENAME TO {table}")
        return self

    def audit(self, *, now_us: int | None = None) -> Report:
        return audit(self.path, now_us=now_us)

    def broken_rules(self) -> set[str]:
        return {finding.rule_id for finding in self.audit().findings}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _rechain(connection: sqlite3.Connection) -> None:
    """Compute every digest anew, as somebody would who covers tracks."""
    for (job_id,) in connection.execute("SELECT job_id FROM jobs").fetchall():
        end = _chain_events(connection, "job_id = ?", job_id)
        connection.execute(
            "UPDATE jobs SET history_digest = ?, history_length = ? WHERE job_id = ?",
            (*end, job_id),
        )
    for (tenant,) in connection.execute("SELECT tenant FROM tenants").fetchall():
        end = _chain_events(connection, "job_id IS NULL AND tenant = ?", tenant)
        connection.execute(
            "UPDATE tenants SET history_digest = ?, history_length = ? WHERE tenant = ?",
            (*end, tenant),
        )


def _chain_events(connection: sqlite3.Connection, where: str, name: str) -> tuple[str, int]:
    columns = "event_sequence, event_number, tenant, coalesce(job_id, ''), kind, state"
    digest, number = GENESIS, 0
    for sequence, number, tenant, job_id, *rest in connection.execute(
        f"SELECT {columns}, occurred_at_us, data FROM events WHERE {where} ORDER BY event_number",
        (name,),
    ).fetchall():
        connection.execute(
            "UPDATE events SET previous_digest = ? WHERE event_sequence = ?", (digest, sequence)
        )
        digest = _sha256("\n".join(map(str, (digest, tenant, job_id, number, *rest))))
    return digest, number


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    folder = tmp_path / "queue"
    folder.mkdir()
    return Lab(folder / "queue.sqlite")


@pytest.fixture
def story(lab: Lab) -> Callable[..., Lab]:
    """Write stories into a fresh database: `story("submit claim succeed", "submit")`."""
    return lab.write
