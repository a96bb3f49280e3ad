"""Only a queue's schema is opened; whatever else a schema holds stays as it was."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import (
    DurableQueue,
    FormatTooNew,
    FormatTooOld,
    InvalidArgument,
    NotAQueueDatabase,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreNotFound,
    StoreReadOnly,
    StoreUnavailable,
)
from crashqueue_core.store import postgres_opening

CREATE_AT_ONCE = """
import json, sys
from crashqueue_core import DurableQueue
place, key = json.loads(sys.argv[1]), sys.argv[2]
import crashqueue_core.store.postgres
print("ready", flush=True)
sys.stdin.readline()
with DurableQueue(**place, busy_timeout_us=60_000_000) as queue:
    queue.submit(idempotency_key=key, job_type="task", payload={})
"""
CATALOGUE = """
    SELECT n.nspname, c.relname, c.relkind, c.oid FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? ORDER BY 1, 2
"""


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def schema(bench: Any) -> str:
    """The name of the bench's schema, which is there and empty."""
    bench.rows(f"CREATE SCHEMA {bench.schema}")
    return str(bench.schema)


def theirs(*statements: str) -> Callable[[Any], None]:
    def make(bench: Any) -> None:
        for statement in statements:
            bench.rows(statement)

    return make


def ours_with(statement: str) -> Callable[[Any], None]:
    def make(bench: Any) -> None:
        bench.open().close()
        bench.rows(statement)

    return make


FOREIGN: dict[str, tuple[Callable[[Any], None], type[StoreError]]] = {
    "table": (theirs("CREATE TABLE t (x int)"), NotAQueueDatabase),
    "view": (theirs("CREATE VIEW v AS SELECT 1 AS x"), NotAQueueDatabase),
    "sequence": (theirs("CREATE SEQUENCE s"), NotAQueueDatabase),
    "function": (
        theirs("CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'"),
        NotAQueueDatabase,
    ),
    "type": (theirs("CREATE TYPE mood AS ENUM ('good')"), NotAQueueDatabase),
    "domain": (theirs("CREATE DOMAIN small AS int"), NotAQueueDatabase),
    "collation": (theirs('CREATE COLLATION plain FROM "C"'), NotAQueueDatabase),
    "other queue": (theirs("CREATE TABLE jobs (job_id text)"), NotAQueueDatabase),
    "other format": (theirs("CREATE TABLE format (mime text)"), NotAQueueDatabase),
    "format that is a sequence": (theirs("CREATE SEQUENCE format"), NotAQueueDatabase),
    "other application": (
        theirs(
            "CREATE TABLE format (application text, version bigint)",
            "INSERT INTO format VALUES ('theirs', 2)",
        ),
        NotAQueueDatabase,
    ),
    "nameless": (ours_with("DELETE FROM format"), NotAQueueDatabase),
    "newer format": (ours_with("UPDATE format SET version = 3"), FormatTooNew),
    "older format": (ours_with("UPDATE format SET version = 1"), FormatTooOld),
    "queue without its jobs": (ours_with("DROP TABLE jobs CASCADE"), StoreCorrupt),
    "queue of which the name alone is left": (
        ours_with("DROP TABLE submissions, tenants, jobs, attempts, events"),
        StoreCorrupt,
    ),
    "impossible format": (ours_with("UPDATE format SET version = 0"), StoreCorrupt),
}


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_schema_is_refused_untouched(
    bench: Any, schema: str, kind: str, create: bool
) -> None:
    make, refusal = FOREIGN[kind]
    make(bench)
    before = bench.rows(CATALOGUE, schema)
    with pytest.raises(StoreError) as caught:
        bench.open(create=create)
    assert type(caught.value) is refusal
    assert caught.value.data["schema"] == schema
    assert bench.rows(CATALOGUE, schema) == before


@pytest.mark.parametrize("exists", [False, True])
def test_absent_and_empty_schemas_become_a_queue_only_when_asked(bench: Any, exists: bool) -> None:
    if exists:
        bench.rows(f"CREATE SCHEMA {bench.schema}")
    with pytest.raises(StoreNotFound, match="no queue in this schema"):
        bench.open(create=False)
    assert bench.rows(CATALOGUE, bench.schema) == []
    assert bench.open().list_jobs().jobs == ()
    assert bench.open(create=False).list_jobs().jobs == ()
    assert bench.rows("SELECT * FROM format") == [("crashqueuelab", 2)]


def test_one_database_holds_several_queues(bench: Any, do: Any) -> None:
    first, second = bench.open(), bench.open(schema=f"{bench.schema}_second")
    do.submit(first)
    assert do.submit(second).submission_sequence == 1
    assert (len(first.list_jobs().jobs), len(second.list_jobs().jobs)) == (1, 1)


@pytest.mark.parametrize("name", ["", "Queue", "pg_queue", "1st", 'a"b', "a" * 51, "a b", 7, None])
def test_schema_must_be_a_plain_name(bench: Any, name: Any) -> None:
    with pytest.raises(InvalidArgument, match="schema must be"):
        bench.open(schema=name)


def test_processes_may_create_the_same_queue_at_once(bench: Any, start_child: Any) -> None:
    children = [start_child(CREATE_AT_ONCE, bench.place_json, f"key-{n}") for n in range(8)]
    assert [child.stdout.readline() for child in children] == ["ready\n"] * 8
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    assert [child.communicate(timeout=60) for child in children] == [("", "")] * 8
    jobs = bench.open(create=False).list_jobs().jobs
    assert [job.submission_sequence for job in jobs] == list(range(1, 9))


def test_threads_may_create_the_same_queue_at_once(bench: Any) -> None:
    barrier, created = threading.Barrier(6), list[bool]()

    def create() -> None:
        barrier.wait()
        with DurableQueue(**bench.place, busy_timeout_us=60_000_000) as queue:
            created.append(queue.submit(idempotency_key="one", job_type="task", payload={}).created)

    threads = [threading.Thread(target=create) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(created) == [False] * 5 + [True]


def test_creation_waits_for_another_no_longer_than_the_timeout(bench: Any) -> None:
    with bench.connect() as other, other.transaction():
        other.execute(
            "SELECT pg_advisory_xact_lock(%s, hashtext(%s))",
            (postgres_opening._CREATION_LOCK, bench.schema),
        )
        with pytest.raises(StoreBusy):
            bench.open(busy_timeout_us=20_000)
    assert bench.open().list_jobs().jobs == ()


def test_failed_creation_leaves_nothing(
    bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "schema.sql"
    broken.write_text("CREATE TABLE jobs (x int); CREATE TABLE jobs (x int);")
    with monkeypatch.context() as patch:
        patch.setattr(postgres_opening, "_SCHEMA", broken)
        with pytest.raises(StoreCorrupt, match="already exists"):
            bench.open()
    assert bench.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?", bench.schema) == []
    assert bench.open().list_jobs().jobs == ()


def test_schema_for_which_something_is_prepared_is_empty(bench: Any, schema: str) -> None:
    bench.rows(f"ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO PUBLIC")
    bench.rows(f"GRANT USAGE ON SCHEMA {schema} TO PUBLIC")
    assert bench.open().list_jobs().jobs == ()


def test_server_that_is_too_old_is_refused(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_opening, "OLDEST_SERVER", 99_00_00)
    with pytest.raises(StoreUnavailable, match=r"is PostgreSQL \d+; the queue needs 99 or newer"):
        bench.open()
    assert bench.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?", bench.schema) == []


def test_server_that_takes_no_writes_is_told(bench: Any, do: Any) -> None:
    bench.open().close()
    address = f"{bench.place['path']}&options=-c%20default_transaction_read_only%3Don"
    queue = bench.open(path=address)
    assert queue.list_jobs().jobs == ()
    with pytest.raises(StoreReadOnly, match="takes no writes"):
        do.submit(queue)


def test_database_of_another_encoding_is_refused(bench: Any, postgres: Any) -> None:
    dsn = postgres.create("crashqueue_latin", options="ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(NotAQueueDatabase, match="UTF8"):
        bench.open(path=postgres.address(dsn))


def test_missing_driver_is_told(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "crashqueue_core.store.postgres", None)
    with pytest.raises(StoreUnavailable, match=r"crashqueue-core\[postgres\]"):
        bench.open()
