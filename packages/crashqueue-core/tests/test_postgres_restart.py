"""The server crashes and comes back: what was acknowledged is there, and the queue goes on."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import DurableQueue, ServerUnavailable, Worker

PATIENCE_S = 30


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture(scope="session")
def postgres(cluster_server: Any) -> Any:
    """A server of this file's own, which may be stopped."""
    return cluster_server


@pytest.fixture(scope="session")
def postgres_dsn(postgres: Any) -> str:
    return str(postgres.create("crashqueue_restart"))


@pytest.mark.parametrize("boundary", ["BEFORE_SUBMIT_COMMIT", "AFTER_SUBMIT_COMMIT"])
def test_crash_around_a_commit_loses_nothing_that_was_acknowledged(
    bench: Any, postgres_cluster: Any, do: Any, boundary: str
) -> None:
    passed: list[str] = []

    def restart_once(here: str) -> None:
        passed.append(here)
        if here == boundary and passed.count(here) == 1:
            postgres_cluster.stop()
            postgres_cluster.start()

    bench.open().close()
    queue = bench.open(observer=restart_once)
    job = do.submit(queue)
    assert passed.count("AFTER_SUBMIT_COMMIT") == 1
    assert queue.get(job.job_id) == job
    assert [each.job_id for each in bench.open().list_jobs().jobs] == [job.job_id]


def test_acknowledged_commit_is_on_the_disk_where_the_servers_default_would_not_wait(
    bench: Any, postgres_cluster: Any, do: Any
) -> None:
    """What is committed as the default has it is lost: nothing writes it out behind our back."""
    bench.open().close()
    bench.rows("CREATE TABLE others (number int)")
    queue = bench.open(path=f"{bench.place['path']}&options=-c%20synchronous_commit%3Doff")
    ((writer,),) = bench.rows("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'")
    os.kill(writer, signal.SIGSTOP)
    job = do.submit(queue)
    with closing(bench.connect()) as other:
        other.execute("SET synchronous_commit = off")
        other.execute("INSERT INTO others VALUES (1)")
    os.kill(writer, signal.SIGKILL)
    postgres_cluster.stop()
    postgres_cluster.start()
    assert queue.get(job.job_id) == job
    assert bench.rows("SELECT * FROM others") == []


def test_lease_survives_the_server(queue: DurableQueue, postgres_cluster: Any, do: Any) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    postgres_cluster.stop()
    with pytest.raises(ServerUnavailable):
        queue.succeed(**lease)
    postgres_cluster.start()
    assert queue.succeed(**lease).attempt_number == 1


def test_worker_waits_for_the_server_and_goes_on(
    bench: Any, postgres_cluster: Any, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue, told, done = bench.open(), threading.Semaphore(0), threading.Event()
    promote = queue.promote_due

    def promote_due(**arguments: Any) -> Any:
        try:
            return promote(**arguments)
        except ServerUnavailable:
            told.release()
            raise

    monkeypatch.setattr(queue, "promote_due", promote_due)
    do.submit(queue)
    worker = Worker(queue, lambda _: done.set(), poll_interval_us=1_000)
    postgres_cluster.stop()
    working = threading.Thread(target=worker.run)
    working.start()
    try:
        for _ in range(2):
            assert told.acquire(timeout=PATIENCE_S)
        postgres_cluster.start()
        assert done.wait(PATIENCE_S)
    finally:
        worker.stop()
        working.join(PATIENCE_S)
