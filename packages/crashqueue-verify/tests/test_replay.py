"""Replaying one job."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify import JobNotFound, Verdict, replay

if TYPE_CHECKING:
    from collections.abc import Callable


def test_replay_tells_each_step_and_the_state_after_it(story: Callable[..., Any]) -> None:
    lab = story("submit claim fail cancel")
    answer = replay(lab.path, lab.job_id())
    assert [(step.event_number, step.kind, step.state) for step in answer.steps] == [
        (1, "SUBMITTED", "QUEUED"),
        (2, "CLAIMED", "LEASED"),
        (3, "FAILED", "RETRY_WAIT"),
        (4, "CANCELLED", "CANCELLED"),
    ]
    assert [step.occurred_at_us for step in answer.steps] == [1000010, 1000020, 1000030, 1000040]
    assert answer.agrees
    assert answer.verdict is Verdict.HOLDS


def test_replay_ends_with_the_columns_of_the_row(story: Callable[..., Any]) -> None:
    lab = story("in:north submit:2 claim:2,3 save:3 renew")
    answer = replay(lab.path, lab.job_id())
    with lab.connection() as connection:
        cursor = connection.execute("SELECT * FROM jobs")
        names = [column[0] for column in cursor.description]
        row = dict(zip(names, cursor.fetchone(), strict=True))
    del row["payload"], row["job_number"]
    assert answer.job == row


def test_replay_disagrees_with_an_edited_row(story: Callable[..., Any]) -> None:
    lab = story("submit claim succeed").edit("UPDATE jobs SET state = 'QUEUED'")
    answer = replay(lab.path, lab.job_id())
    assert not answer.agrees
    assert answer.job["state"] == "SUCCEEDED"
    assert [finding.rule_id for finding in answer.findings] == ["CQ141"]
    assert answer.verdict is Verdict.VIOLATED


def test_replay_stops_at_the_first_illegal_event(story: Callable[..., Any]) -> None:
    lab = story("submit claim succeed")
    lab.edit("UPDATE events SET kind = 'REDRIVEN' WHERE event_number = 2")
    answer = replay(lab.path, lab.job_id())
    assert [step.kind for step in answer.steps] == ["SUBMITTED"]
    assert answer.job["state"] == "QUEUED"
    assert answer.job["history_length"] == 3


def test_replay_of_a_broken_beginning_has_no_columns_from_it(story: Callable[..., Any]) -> None:
    lab = story("submit").edit("UPDATE events SET data = '{}'")
    answer = replay(lab.path, lab.job_id())
    assert "priority" not in answer.job
    assert answer.steps == ()


def test_replay_of_a_removed_job_says_so(story: Callable[..., Any]) -> None:
    lab = story("submit claim")
    job_id = lab.job_id()
    lab.script("PRAGMA foreign_keys = OFF", "DELETE FROM jobs")
    answer = replay(lab.path, job_id)
    assert [finding.rule_id for finding in answer.findings] == ["CQ116"]
    assert len(answer.steps) == 2


def test_replay_notices_a_cut_off_history(story: Callable[..., Any]) -> None:
    lab = story("submit claim").edit("DELETE FROM events WHERE event_number = 2", rechain=False)
    answer = replay(lab.path, lab.job_id())
    assert [finding.rule_id for finding in answer.findings] == ["CQ124"]


def test_an_unknown_job_is_an_error_with_a_hint(story: Callable[..., Any]) -> None:
    with pytest.raises(JobNotFound, match=r"no job \\x1bnobody") as caught:
        replay(story("submit").path, "\x1bnobody")
    assert caught.value.as_dict().keys() == {"code", "message", "hint"}
    assert caught.value.code == "JOB_NOT_FOUND"


def test_a_database_of_another_shape_is_not_replayed(story: Callable[..., Any]) -> None:
    lab = story("submit")
    job_id = lab.job_id()
    lab.script("DROP TABLE attempts")
    answer = replay(lab.path, job_id)
    assert [finding.rule_id for finding in answer.findings] == ["CQ101"]
    assert not answer.agrees
    assert answer.not_evaluated


def test_replay_is_ready_for_json(story: Callable[..., Any]) -> None:
    lab = story("submit claim succeed")
    answer = replay(lab.path, lab.job_id()).as_dict()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["agrees"] is True


def test_a_database_that_cannot_be_copied_is_unknown(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = story("submit")
    monkeypatch.setattr("crashqueue_verify.source.copy.COPY_TRIES", 0)
    answer = replay(lab.path, lab.job_id())
    assert answer.verdict is Verdict.UNKNOWN
    assert not answer.agrees


def test_a_job_id_that_is_no_text_is_not_found(story: Callable[..., Any]) -> None:
    with pytest.raises(JobNotFound, match="udcff"):
        replay(story("submit").path, "job-\udcff")
