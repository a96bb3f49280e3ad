"""One job replayed from a live PostgreSQL and from a dump."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_core import DurableQueue
from crashqueue_verify import Verdict, replay, replaying
from crashqueue_verify.errors import JobNotFound, NotAQueueDatabase, SeveralSystems, UnknownName
from crashqueue_verify.staging.deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def queue(lab: Any, postgres_lab: Any) -> Iterator[Any]:
    yield postgres_lab.write(lab, "submit claim fail", "submit")
    postgres_lab.script("DROP SCHEMA IF EXISTS other CASCADE")


@pytest.fixture
def job_id(queue: Any) -> str:
    with queue.connection() as connection:
        ((found,),) = connection.execute("SELECT job_id FROM jobs WHERE idempotency_key = 'a'")
    return str(found)


@pytest.fixture
def dump(queue: Any, tmp_path: Path) -> Path:
    path = tmp_path / "queue.sql"
    path.write_bytes(queue.dump())
    return path


def test_a_history_is_replayed_live_and_from_a_dump(queue: Any, job_id: str, dump: Path) -> None:
    live = replay(queue.address, job_id)
    assert live == replay(dump, job_id)
    assert [step.kind for step in live.steps] == ["SUBMITTED", "CLAIMED", "FAILED"]
    assert (live.agrees, live.verdict, live.job["state"]) == (True, Verdict.HOLDS, "RETRY_WAIT")


def test_a_row_that_disagrees_is_named(queue: Any, job_id: str) -> None:
    queue.script("UPDATE jobs SET priority = 9")
    assert [finding.rule_id for finding in replay(queue.address, job_id).findings] == ["CQ147"]


def test_of_two_queues_one_must_be_chosen(queue: Any, job_id: str) -> None:
    DurableQueue(queue.address, schema="other").close()
    with pytest.raises(SeveralSystems, match="crashqueue, other"):
        replay(queue.address, job_id)
    assert replay(queue.address, job_id, schema="crashqueue").agrees
    with pytest.raises(JobNotFound):
        replay(queue.address, job_id, schema="other")


def test_a_database_without_a_queue_is_refused(queue: Any) -> None:
    with pytest.raises(UnknownName, match="there is no schema other"):
        replay(queue.address, "any", schema="other")
    queue.script("CREATE SCHEMA other", "CREATE TABLE other.jobs (job_id text)")
    with pytest.raises(NotAQueueDatabase, match="names CrashQueueLab"):
        replay(queue.address, "any", schema="other")


def test_a_dump_that_is_cut_is_damaged(dump: Path, job_id: str) -> None:
    dump.write_bytes(dump.read_bytes()[:-500])
    answer = replay(dump, job_id)
    assert [finding.rule_id for finding in answer.findings] == ["CQ102"]


def test_a_replay_out_of_time_says_nothing(
    dump: Path, job_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "Deadline", lambda _limit_s: Deadline(-1.0))
    answer = replay(dump, job_id)
    assert answer.verdict is Verdict.UNKNOWN
    assert {item.reason for item in answer.not_evaluated} == {"the time limit was reached"}
