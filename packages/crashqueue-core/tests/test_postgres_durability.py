"""A commit that was acknowledged is on the server's disk, whatever its defaults are."""

from __future__ import annotations

from contextlib import closing
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from crashqueue_core import DurableQueue, StoreClosed, TransactionRequired
from crashqueue_core.store import postgres_opening

KEPT = ("local", "remote_write", "on", "remote_apply")


@pytest.fixture
def engine() -> str:
    return "postgres"


def address(bench: Any, *settings: str) -> str:
    """Return the bench's address for a session that begins with these settings."""
    options = quote(" ".join(f"-c {each}" for each in settings))
    return f"{bench.place['path']}&options={options}"


def seen_at_commit(bench: Any, do: Any, setting: str, *given: str) -> str:
    """Return the value of a setting when a submission is about to be committed."""
    seen: list[str] = []

    def look(boundary: str) -> None:
        if boundary == "BEFORE_SUBMIT_COMMIT":
            ((value,),) = bench.connection_of(queue).execute(f"SHOW {setting}").fetchall()
            seen.append(value)

    queue = bench.open(path=address(bench, *given), observer=look)
    do.submit(queue)
    (value,) = seen
    return value


@pytest.mark.parametrize(("given", "kept"), [("off", "on"), *zip(KEPT, KEPT, strict=True)])
def test_commit_waits_for_the_disk_at_least(bench: Any, do: Any, given: str, kept: str) -> None:
    assert seen_at_commit(bench, do, "synchronous_commit", f"synchronous_commit={given}") == kept


def test_schema_is_created_durably_too(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    create, seen = postgres_opening.create_schema, []

    def look(connection: psycopg.Connection[Any], schema: str) -> None:
        seen.append(connection.execute("SHOW synchronous_commit").fetchone())
        create(connection, schema)

    monkeypatch.setattr(postgres_opening, "create_schema", look)
    bench.open(path=address(bench, "synchronous_commit=off"))
    assert seen == [("on",)]


def test_callers_own_transaction_is_as_durable_as_the_caller_wants(
    queue: DurableQueue, bench: Any
) -> None:
    with closing(bench.connect()) as mine, mine.transaction():
        mine.execute("SET LOCAL synchronous_commit = off")
        queue.submit_within(mine, idempotency_key="a", job_type="task", payload=1)
        assert mine.execute("SHOW synchronous_commit").fetchone() == ("off",)


def test_durability_of_the_server_can_be_asked_for(bench: Any) -> None:
    queue = bench.open(path=address(bench, "synchronous_commit=off"))
    store: Any = queue._store
    told = store.durability()
    ((fsync,),) = bench.rows("SHOW fsync")
    ((full_page_writes,),) = bench.rows("SHOW full_page_writes")
    ((standby_names,),) = bench.rows("SHOW synchronous_standby_names")
    assert told.synchronous_commit == "on"
    assert told.synchronous_standby_names == standby_names
    assert (told.fsync, told.full_page_writes) == (fsync, full_page_writes)
    queue.close()
    with pytest.raises(StoreClosed):
        store.durability()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ((), "1min"),
        (("idle_in_transaction_session_timeout=7s",), "7s"),
        (("idle_in_transaction_session_timeout=0",), "0"),
    ],
)
def test_rows_of_a_silent_client_are_freed_after_a_while(
    bench: Any, do: Any, given: tuple[str, ...], kept: str
) -> None:
    assert seen_at_commit(bench, do, "idle_in_transaction_session_timeout", *given) == kept


def test_block_that_stays_silent_too_long_has_done_nothing(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    do.submit(queue)
    lease = do.lease_of(do.claim(queue))

    def wait_for_the_end(connection: psycopg.Connection[Any]) -> None:
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = '1ms'")
        pid = connection.info.backend_pid
        while bench.rows("SELECT 1 FROM pg_stat_activity WHERE pid = ?", pid):
            pass

    with pytest.raises(TransactionRequired), queue.acknowledging(**lease) as connection:
        wait_for_the_end(connection)
    assert queue.succeed(**lease).attempt_number == 1
