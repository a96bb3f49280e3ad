"""What docs/postgresql.md calls shown: an acknowledgement's worth after a crash or a failover.

Each test starts a server of its own, crashes it, and looks at what its next start, or the standby
that takes its place, still has.
"""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from crashqueue_core import DurableQueue
from crashqueue_faults.servers.postgres import PostgresCluster, started_cluster
from crashqueue_faults.servers.programs import SERVER_USER
from crashqueue_verify import Verdict, audit

# Nothing reaches the log but by a commit that waits for it, and none has to.
CARELESS = {
    "synchronous_commit": "off",
    "wal_writer_delay": "10s",
    "bgwriter_delay": "10s",
    "autovacuum": "off",
}
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
WAITERS = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


def submit(address: str, key: str) -> str:
    """Return the id of the job that the key names now."""
    with DurableQueue(address) as queue:
        return queue.submit(idempotency_key=key, job_type="task", payload=None).job.job_id


def keys(address: str) -> list[str]:
    """Return the keys of the jobs that are there, in a queue in which every rule holds."""
    assert audit(address).verdict is Verdict.HOLDS
    with DurableQueue(address, create=False) as queue:
        return [job.idempotency_key for job in queue.list_jobs().jobs]


def crash(cluster: PostgresCluster) -> None:
    cluster.stop()
    cluster.start()


def test_acknowledged_submission_survives_whatever_the_servers_default_is() -> None:
    with started_cluster(is_durable=False, **CARELESS) as cluster:
        submit(cluster.address(), "a")
        crash(cluster)
        assert keys(cluster.address()) == ["a"]


def test_callers_own_transaction_is_lost_where_it_did_not_wait() -> None:
    with started_cluster(is_durable=False, **CARELESS) as cluster:
        with (
            DurableQueue(cluster.address()) as queue,
            closing(psycopg.connect(cluster.address(), autocommit=True)) as mine,
            mine.transaction(),
        ):
            queue.submit_within(mine, idempotency_key="a", job_type="task", payload=None)
        crash(cluster)
        assert keys(cluster.address()) == []


@contextmanager
def followed() -> Iterator[tuple[PostgresCluster, PostgresCluster]]:
    """Yield a server with an empty queue, and a standby that follows it, both served."""
    with (
        started_cluster(autovacuum="off") as primary,
        tempfile.TemporaryDirectory(prefix="crashqueue-standby-") as name,
    ):
        folder = Path(name)
        folder.chmod(0o755)
        if SERVER_USER:
            shutil.chown(folder, SERVER_USER)
        standby = dataclasses.replace(primary, folder=folder)
        DurableQueue(primary.address()).close()
        how = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        standby._run("pg_basebackup", *how, f"--dbname={primary.address()}")
        with (folder / "data" / "postgresql.conf").open("a") as configuration:
            configuration.write(f"unix_socket_directories = '{folder}'\n")
        standby.start()
        try:
            yield primary, standby
        finally:
            if standby.process_id is not None:
                standby.stop()


def fail_over(primary: PostgresCluster, standby: PostgresCluster) -> str:
    """Lose the primary for good; return the address of the standby that took over."""
    primary.stop()
    if standby.process_id is None:
        standby.start()
    standby._run("pg_ctl", "--wait", "promote")
    return standby.address()


def test_standby_that_lagged_knows_nothing_of_what_was_acknowledged() -> None:
    with followed() as (primary, standby):
        standby.stop()
        acknowledged = submit(primary.address(), "a")
        promoted = fail_over(primary, standby)
        assert keys(promoted) == []
        assert submit(promoted, "a") != acknowledged


@contextmanager
def unanswered_submission(primary: PostgresCluster, key: str) -> Iterator[threading.Thread]:
    """Submit from another thread; yield it once its COMMIT waits for a standby that is away."""
    asking = threading.Thread(target=submit, args=(primary.address(), key), daemon=True)
    asking.start()
    with closing(psycopg.connect(primary.address(), autocommit=True)) as watching:
        while watching.execute(WAITING).fetchone() == (0,):
            watching.execute("SELECT pg_sleep(0.01)")
        yield asking
        asking.join(30)


@pytest.fixture
def synchronous() -> Iterator[tuple[PostgresCluster, PostgresCluster]]:
    """A primary whose commits wait for a standby, once its queue has been made."""
    with followed() as (primary, standby):
        wanted = "ALTER SYSTEM SET synchronous_standby_names = '*'"
        with closing(psycopg.connect(primary.address(), autocommit=True)) as connection:
            for statement in (wanted, "SELECT pg_reload_conf()"):
                connection.execute(statement.encode())
        yield primary, standby


def test_synchronous_standby_has_what_was_acknowledged(
    synchronous: tuple[PostgresCluster, PostgresCluster],
) -> None:
    primary, standby = synchronous
    submit(primary.address(), "a")
    assert keys(fail_over(primary, standby)) == ["a"]


def test_nothing_is_acknowledged_while_the_synchronous_standby_is_away(
    synchronous: tuple[PostgresCluster, PostgresCluster],
) -> None:
    primary, standby = synchronous
    standby.stop()
    with unanswered_submission(primary, "a") as asking:
        assert asking.is_alive()
        assert keys(primary.address()) == []
        standby.start()
    assert not asking.is_alive()
    assert keys(fail_over(primary, standby)) == ["a"]


def test_wait_that_is_cancelled_is_acknowledged_all_the_same(
    synchronous: tuple[PostgresCluster, PostgresCluster],
) -> None:
    primary, standby = synchronous
    standby.stop()
    with (
        unanswered_submission(primary, "a"),
        closing(psycopg.connect(primary.address(), autocommit=True)) as operator,
    ):
        operator.execute(WAITERS)
    assert keys(primary.address()) == ["a"]
    assert keys(fail_over(primary, standby)) == []
