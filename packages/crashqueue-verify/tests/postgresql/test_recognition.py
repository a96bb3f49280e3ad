"""Whose queue is in a PostgreSQL database, and in which schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_core import DurableQueue
from crashqueue_verify import Verdict, audit
from crashqueue_verify.cli import main
from crashqueue_verify.errors import (
    FormatTooNew,
    FormatTooOld,
    InvalidSetting,
    NotAQueueDatabase,
    RowsAlone,
    SeveralSystems,
    UnknownName,
)
from crashqueue_verify.foreign.loading import find_profile
from crashqueue_verify.staging.errors import PostgresRefused

if TYPE_CHECKING:
    from collections.abc import Iterator

# Enough of pgmq's tables to be taken for it.
PGMQ = """
    CREATE SCHEMA pgmq;
    CREATE TABLE pgmq.meta (queue_name text, is_partitioned boolean, is_unlogged boolean,
                            created_at timestamptz);
    CREATE TABLE pgmq.q_jobs (msg_id bigint, read_ct integer, enqueued_at timestamptz,
                              vt timestamptz, message jsonb);
"""


@pytest.fixture
def queue(lab: Any, postgres_lab: Any) -> Iterator[Any]:
    """A queue with one job; whatever else a test adds goes away."""
    yield postgres_lab.write(lab, "submit claim succeed")
    postgres_lab.script(
        "DROP SCHEMA IF EXISTS other, pgmq, theirs CASCADE", "DROP TABLE IF EXISTS public.format"
    )


@pytest.mark.parametrize(("version", "error"), [(1, FormatTooOld), (3, FormatTooNew)])
def test_another_version_is_refused(
    queue: Any, audit_dump: Any, version: int, error: type[Exception]
) -> None:
    queue.script(f"UPDATE format SET version = {version}")
    for attempt in (queue.audit, lambda: audit_dump(queue.dump())):
        with pytest.raises(error, match=f"format version {version}; this program knows 2"):
            attempt()


def test_of_two_queues_one_must_be_chosen(queue: Any) -> None:
    DurableQueue(queue.address, schema="other").close()
    with pytest.raises(SeveralSystems, match="crashqueuelab in crashqueue, crashqueuelab in other"):
        queue.audit()
    jobs = {schema: queue.audit(schema=schema).counts.jobs for schema in ("crashqueue", "other")}
    assert jobs == {"crashqueue": 1, "other": 0}


def test_a_schema_that_is_not_there_is_named(queue: Any) -> None:
    with pytest.raises(UnknownName, match="crashqeue"):
        queue.audit(schema="crashqeue")


def test_beside_another_system_one_must_be_chosen(queue: Any) -> None:
    queue.script(PGMQ)
    with pytest.raises(SeveralSystems, match="crashqueuelab in crashqueue, pgmq in pgmq"):
        queue.audit()
    assert queue.audit(schema="crashqueue").system.name == "crashqueuelab"
    assert queue.audit(schema="pgmq").system.name == "pgmq"
    assert queue.audit(profiles=[find_profile("pgmq")]).system.name == "pgmq"


def test_a_profile_of_another_system_does_not_fit(queue: Any) -> None:
    with pytest.raises(NotAQueueDatabase):
        queue.audit(profiles=[find_profile("pgmq")])


def test_a_table_called_format_is_not_enough(queue: Any) -> None:
    queue.script(
        "CREATE TABLE public.format (application text, version bigint)",
        "INSERT INTO public.format VALUES ('another', 7)",
    )
    assert queue.audit().counts.jobs == 1


def test_rows_without_declarations_are_refused(queue: Any, audit_dump: Any) -> None:
    with pytest.raises(RowsAlone):
        audit_dump(queue.dump("--data-only"))


def test_there_are_no_settings(queue: Any) -> None:
    with pytest.raises(InvalidSetting, match="CrashQueueLab has no setting lost_after_s"):
        queue.audit(settings={"lost_after_s": 5})


@pytest.fixture
def outsider(queue: Any) -> Iterator[str]:
    """The address for somebody who may read nothing of our own queue."""
    queue.script("CREATE ROLE outsider LOGIN")
    yield queue.server.address(f"{queue.dsn} user=outsider")
    queue.script("DROP OWNED BY outsider", "DROP ROLE outsider")


def test_a_queue_that_may_not_be_read_is_not_taken_for_another(queue: Any, outsider: str) -> None:
    with pytest.raises(PostgresRefused, match="permission denied for schema crashqueue"):
        audit(outsider)
    queue.script(
        "GRANT USAGE ON SCHEMA crashqueue TO outsider",
        "GRANT SELECT ON crashqueue.format TO outsider",
    )
    with pytest.raises(PostgresRefused, match="permission denied for table"):
        audit(outsider)


def test_a_foreign_table_that_may_not_be_read_is_passed_over(queue: Any, outsider: str) -> None:
    queue.script(
        "GRANT USAGE ON SCHEMA crashqueue TO outsider",
        "GRANT SELECT ON ALL TABLES IN SCHEMA crashqueue TO outsider",
        "CREATE TABLE public.format (application text, version bigint)",
    )
    assert audit(outsider).verdict is Verdict.HOLDS


def test_the_command_says_what_it_looked_at(queue: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([queue.address]) == 0
    text = capsys.readouterr().out
    assert text.startswith("HOLDS: every rule that could be asked of this queue holds\n")
    assert "CQ110, CQ118: PostgreSQL's identity columns leave gaps" in " ".join(text.split())
