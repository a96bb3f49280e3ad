"""The server ends the connection at any step of an operation: all or nothing, and never twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import pytest

from crashqueue_core import DurableQueue, OutcomeUnknown, ServerUnavailable, TransactionRequired
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_wire import Wire

OPERATIONS = (
    *("SUBMIT", "CLAIM", "HEARTBEAT", "CHECKPOINT", "SUCCESS", "FAILURE", "RELEASE"),
    *("RECOVERY", "PROMOTION", "CANCELLATION", "REDRIVE", "LIMIT"),
)


@pytest.fixture
def engine() -> str:
    return "postgres"


class Axe:
    """Ends the server's side of a queue's connection before its n-th round trip, once."""

    def __init__(self, bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self._bench = bench
        self._exchange = Wire.exchange
        self._left: int | None = None

        def passing(wire: Wire, statements: Sequence[Change], answers: list[Any]) -> None:
            self._swing(wire)
            self._exchange(wire, statements, answers)

        monkeypatch.setattr(Wire, "exchange", passing)

    def set(self, round_trip: int | None) -> None:
        self._left = round_trip

    @property
    def has_fallen(self) -> bool:
        return self._left is None

    def _swing(self, wire: Wire) -> None:
        if self._left == 0:
            self._left = None
            pid = wire.connection.info.backend_pid
            self._bench.rows("SELECT pg_terminate_backend(?, 5000)", pid)
        elif self._left is not None:
            self._left -= 1


@pytest.fixture
def axe(bench: Any, monkeypatch: pytest.MonkeyPatch) -> Axe:
    return Axe(bench, monkeypatch)


def run_to_the_end(run: Callable[[], object]) -> None:
    """Carry the operation out, asking again where its outcome is said to be unknown."""
    try:
        run()
    except OutcomeUnknown:
        run()


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_happens_once_wherever_the_connection_ends(
    bench: Any, axe: Axe, do: Any, sibling: Any, postgres: Any, postgres_dsn: str, name: str
) -> None:
    prepare = sibling("test_boundaries").operation
    round_trip = 0
    while True:
        here = type(bench)(postgres, postgres_dsn)
        with here.open() as queue:
            run = prepare(name, queue, here, do)
            events = len(here.dump()["events"])
            axe.set(round_trip)
            run_to_the_end(run)
            assert len(here.dump()["events"]) == events + 1
        if not axe.has_fallen:
            break
        round_trip += 1
    assert round_trip >= 2


@pytest.mark.parametrize("use", ["get", "history", "attempts", "list_jobs", "counts"])
def test_read_is_carried_out_again(queue: DurableQueue, do: Any, axe: Axe, use: str) -> None:
    do.submit(queue)
    job = do.claim(queue)
    axe.set(0)
    assert getattr(queue, use)(*([job.job_id] if use in ("get", "history", "attempts") else []))
    assert axe.has_fallen


def test_block_whose_connection_ended_has_done_nothing(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))
    bench.rows("CREATE TABLE effects (key text)")

    def lose(connection: Any) -> None:
        connection.execute(f"INSERT INTO {bench.schema}.effects VALUES ('a')")
        bench.rows("SELECT pg_terminate_backend(?, 5000)", connection.info.backend_pid)

    with pytest.raises(TransactionRequired), queue.acknowledging(**lease) as connection:
        lose(connection)
    assert bench.rows("SELECT * FROM effects") == []
    assert queue.succeed(**lease).attempt_number == 1


@pytest.mark.parametrize("is_known", [False, True])
def test_callers_connection_that_ended_harms_the_caller_alone(
    queue: DurableQueue, bench: Any, do: Any, is_known: bool
) -> None:
    with closing(bench.connect()) as mine:
        mine.execute("BEGIN")
        if is_known:
            queue.submit_within(mine, idempotency_key="lost", job_type="task", payload={})
        bench.rows("SELECT pg_terminate_backend(?, 5000)", mine.info.backend_pid)
        with pytest.raises(ServerUnavailable, match="the server ended the connection"):
            queue.submit_within(mine, idempotency_key="a", job_type="task", payload={})
    assert queue.list_jobs().jobs == ()
    assert do.submit(queue, "a").submission_sequence == 1
