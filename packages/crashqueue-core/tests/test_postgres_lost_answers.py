"""A COMMIT whose answer is lost on the way: told as unknown, and the truth is had by asking again.

The loss is real: a proxy between queue and server ends the connection before or after the server
has heard the COMMIT, and the queue cannot tell which.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import DurableQueue, JobState, LeaseLost, OutcomeUnknown, RetryPolicy, Worker
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_readiness import readable

LOSSES = {"the answer": True, "the question": False}
"""Whether the commit happened."""


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def proxy(bench: Any, sibling: Any) -> Iterator[Any]:
    with tempfile.TemporaryDirectory() as folder:  # a socket's path must be short
        made = sibling("postgres_proxy").Proxy(Path(folder), bench.dsn)
        made.address = f"{bench.place['path']}&host={folder}&port=5432&sslmode=disable"
        yield made
        bench.close()
        made.close()


@pytest.fixture
def far(bench: Any, proxy: Any) -> DurableQueue:
    """A queue on the other side of the proxy, patient while the server undoes what was cut off."""
    queue: DurableQueue = bench.open(
        path=proxy.address,
        open_store=partial(PostgresStore, prepare=False),
        busy_timeout_us=30_000_000,
    )
    return queue


@pytest.mark.parametrize("loss", LOSSES)
def test_submission_is_asked_again_with_its_key(
    far: DurableQueue, proxy: Any, do: Any, loss: str
) -> None:
    do.submit(far, "before")
    proxy.losing = loss
    with pytest.raises(OutcomeUnknown) as unknown:
        do.submit(far)
    again = far.submit(idempotency_key="key-1", job_type="task", payload={"n": 1})
    assert again.created is not LOSSES[loss]
    assert again.job.submission_sequence == 2
    ((change,), happened) = unknown.value.changes, LOSSES[loss]
    assert (change["job_id"] == again.job.job_id) is happened
    assert proxy.opened == 2


@pytest.mark.parametrize("loss", LOSSES)
def test_claim_is_asked_about_with_its_lease(
    far: DurableQueue, proxy: Any, do: Any, loss: str
) -> None:
    do.submit(far)
    proxy.losing = loss
    with pytest.raises(OutcomeUnknown) as unknown:
        do.claim(far)
    (change,) = unknown.value.changes
    job = far.get(change["job_id"])
    assert (job.lease_token == change["lease_token"]) is LOSSES[loss]
    assert job.state == ("LEASED" if LOSSES[loss] else "QUEUED")


@pytest.mark.parametrize("loss", LOSSES)
def test_success_is_asked_again_with_its_lease(
    far: DurableQueue, proxy: Any, do: Any, loss: str
) -> None:
    job = do.submit(far)
    lease = do.lease_of(do.claim(far))
    proxy.losing = loss
    with pytest.raises(OutcomeUnknown):
        far.succeed(**lease, result=1)
    assert far.get(job.job_id).state == ("SUCCEEDED" if LOSSES[loss] else "LEASED")
    assert far.succeed(**lease, result=1).job.state is JobState.SUCCEEDED
    assert do.kinds(far, job.job_id) == "SUBMITTED CLAIMED SUCCEEDED"


@pytest.mark.parametrize("loss", LOSSES)
def test_failure_is_found_in_the_attempts(
    far: DurableQueue, proxy: Any, do: Any, loss: str
) -> None:
    do.submit(far, retry_policy=RetryPolicy(base_delay_us=0))
    lease = do.lease_of(do.claim(far))
    proxy.losing = loss
    with pytest.raises(OutcomeUnknown):
        far.fail(**lease, error="x")
    (attempt,) = far.attempts(lease["job_id"])
    assert attempt.outcome == ("FAILED" if LOSSES[loss] else None)
    if LOSSES[loss]:
        with pytest.raises(LeaseLost):
            far.fail(**lease, error="x")
    else:
        assert far.fail(**lease, error="x").state == "RETRY_WAIT"


@pytest.mark.parametrize("loss", LOSSES)
def test_effect_and_success_share_the_unknown_outcome(
    far: DurableQueue, proxy: Any, bench: Any, do: Any, loss: str
) -> None:
    do.submit(far)
    lease = do.lease_of(do.claim(far))
    bench.rows("CREATE TABLE effects (key text)")

    def acknowledge() -> None:
        with far.acknowledging(**lease) as connection:
            connection.execute(f"INSERT INTO {bench.schema}.effects VALUES ('a')")

    proxy.losing = loss
    with pytest.raises(OutcomeUnknown):
        acknowledge()
    happened = far.get(lease["job_id"]).state is JobState.SUCCEEDED
    assert happened is LOSSES[loss]
    assert len(bench.rows("SELECT * FROM effects")) == happened


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("moment", ["claim", "acknowledgement"])
def test_worker_does_the_work_once(
    far: DurableQueue, proxy: Any, do: Any, loss: str, moment: str
) -> None:
    runs: list[str] = []

    def handler(execution: Any) -> None:
        runs.append(execution.job.job_id)
        if moment == "acknowledgement":
            proxy.losing = loss

    job = do.submit(far)
    proxy.losing = loss if moment == "claim" else None
    Worker(far, handler, poll_interval_us=1_000).run(until_idle=True)
    assert runs == [job.job_id]
    assert do.kinds(far, job.job_id) == "SUBMITTED CLAIMED SUCCEEDED"


def test_session_whose_last_words_came_before_commit_is_not_unknown(
    far: DurableQueue, proxy: Any, bench: Any, do: Any
) -> None:
    """The server says first that it ends the session, and closes the connection a little later."""
    passed: list[str] = []

    def end_once(boundary: str) -> None:
        passed.append(boundary)
        if len(passed) == 1:
            proxy.withholds_end = True
            pid = bench.connection_of(far).info.backend_pid
            bench.rows("SELECT pg_terminate_backend(?, 5000)", pid)
            assert readable([bench.connection_of(far).fileno()], timeout_s=30)

    store: Any = far._store
    store._observer = end_once
    job = do.submit(far)
    assert passed == ["BEFORE_SUBMIT_COMMIT", "BEFORE_SUBMIT_COMMIT", "AFTER_SUBMIT_COMMIT"]
    assert do.kinds(far, job.job_id) == "SUBMITTED"
