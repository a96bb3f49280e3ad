"""A role does with a queue on PostgreSQL what it was granted, and is told what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from crashqueue_core import DurableQueue, RetryPolicy, StoreReadOnly

READER = ("USAGE ON SCHEMA {schema}", "SELECT ON ALL TABLES IN SCHEMA {schema}")
WORKER = (
    *READER,
    "INSERT ON {schema}.jobs, {schema}.attempts, {schema}.events, {schema}.submissions",
    "INSERT ON {schema}.tenants",
    "UPDATE ON {schema}.jobs, {schema}.attempts, {schema}.submissions, {schema}.tenants",
)
numbers = count(1)


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def role(bench: Any) -> Iterator[str]:
    """A role of this test alone, which was granted nothing."""
    name = f"{bench.schema}_role_{next(numbers)}"
    bench.rows(f"CREATE ROLE {name}")
    yield name
    bench.rows(f"DROP OWNED BY {name}")
    bench.rows(f"DROP ROLE {name}")


def grant(bench: Any, role: str, *privileges: str) -> None:
    for privilege in privileges:
        bench.rows(f"GRANT {privilege.format(schema=bench.schema)} TO {role}")


def open_as(bench: Any, role: str, **options: Any) -> DurableQueue:
    path = f"{bench.place['path']}&options=-c%20role%3D{role}"
    queue: DurableQueue = bench.open(path=path, **options)
    return queue


def refuse_to_open(bench: Any, role: str, privileges: str) -> None:
    with pytest.raises(StoreReadOnly, match=f"must be granted {privileges}") as caught:
        open_as(bench, role)
    assert caught.value.data["privileges"] == privileges


def test_role_that_may_not_make_the_schema_is_told(bench: Any, role: str) -> None:
    refuse_to_open(bench, role, "CREATE on the database")
    assert bench.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?", bench.schema) == []


@pytest.mark.parametrize("granted", ["nothing", "USAGE", "CREATE"])
def test_role_that_may_not_fill_the_schema_is_told(bench: Any, role: str, granted: str) -> None:
    bench.rows(f"CREATE SCHEMA {bench.schema}")
    if granted != "nothing":
        grant(bench, role, f"{granted} ON SCHEMA {{schema}}")
    refuse_to_open(bench, role, "USAGE and CREATE on the schema")
    assert bench.rows("SELECT 1 FROM pg_tables WHERE schemaname = ?", bench.schema) == []


@pytest.mark.parametrize("granted", [(), READER[:1]])
def test_role_that_may_not_read_is_told(
    queue: DurableQueue, bench: Any, role: str, granted: tuple[str, ...]
) -> None:
    grant(bench, role, *granted)
    refuse_to_open(bench, role, "USAGE on the schema and SELECT on its tables")


def test_role_from_which_rows_are_hidden_is_told(
    queue: DurableQueue, bench: Any, do: Any, role: str
) -> None:
    """Else it would see a queue without these jobs, and take their keys for free."""
    do.submit(queue)
    grant(bench, role, *WORKER)
    bench.rows("ALTER TABLE jobs ENABLE ROW LEVEL SECURITY")
    with pytest.raises(StoreReadOnly, match="row security hides rows from this role: jobs"):
        open_as(bench, role)
    assert len(bench.open().list_jobs().jobs) == 1


def test_role_that_may_only_read_reads(queue: DurableQueue, bench: Any, do: Any, role: str) -> None:
    job = do.submit(queue)
    grant(bench, role, *READER)
    reader = open_as(bench, role)
    assert reader.get(job.job_id) == job
    assert [event.kind for event in reader.history(job.job_id)] == ["SUBMITTED"]
    for write in (do.submit, do.claim, lambda its: its.cancel(job_id=job.job_id)):
        with pytest.raises(StoreReadOnly, match="permission denied for table"):
            write(reader)
    assert queue.get(job.job_id) == job


def test_role_with_the_documented_privileges_works(
    queue: DurableQueue, bench: Any, do: Any, role: str
) -> None:
    grant(bench, role, *WORKER)
    worker = open_as(bench, role, create=False)
    worker.limit_active_jobs(tenant="default", active_limit=3)
    do.submit(worker, retry_policy=RetryPolicy(max_attempts=1))
    dead = worker.fail(**do.lease_of(do.claim(worker)), error="x")
    worker.redrive(job_id=dead.job_id, attempt_budget=1)
    worker.succeed(**do.lease_of(do.claim(worker)))
    assert do.kinds(queue, dead.job_id) == "SUBMITTED CLAIMED FAILED REDRIVEN CLAIMED SUCCEEDED"
