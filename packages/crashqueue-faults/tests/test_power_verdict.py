"""Every verdict on a crash state is seen once, each for files made by hand to deserve it."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crashqueue_core import DurableQueue, ManualClock, QueueError, SeededIdentity
from crashqueue_faults.power import aftermath
from crashqueue_faults.power.aftermath import flaw_of_aftermath
from crashqueue_faults.power.files import FileContent, Files, rebuild
from crashqueue_faults.power.judge import Judge, Promise
from crashqueue_faults.power.recording import (
    DATABASE,
    Acknowledged,
    Fact,
    Mode,
    Recording,
    facts_of,
    record_operation,
)
from crashqueue_faults.power.verdict import StateVerdict, worst
from crashqueue_faults.scratch import scratch_folder
from crashqueue_faults.sites.operations import OPERATIONS
from crashqueue_verify import AuditError

FAR_US = 31_622_400_000_000  # a year


@pytest.fixture
def judge() -> Iterator[Judge]:
    with scratch_folder() as folder:
        yield Judge(folder)


def database(folder: Path, *keys: str, delay_us: int = 0, sql: str = "") -> Files:
    """Return the files of a queue with these jobs, after some SQL of ours."""
    path = folder / DATABASE
    path.unlink(missing_ok=True)
    with DurableQueue(path, clock=ManualClock(1), identity=SeededIdentity("test")) as queue:
        for key in keys:
            queue.submit(idempotency_key=key, job_type="synthetic", payload=1, delay_us=delay_us)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)
    return as_files({DATABASE: path.read_bytes()})


def as_files(contents: dict[str, bytes]) -> Files:
    return {
        name: FileContent(data=data, digest=hashlib.sha256(data).digest())
        for name, data in contents.items()
    }


def recording_of(*moments: Files, facts: tuple[Fact, ...] = ()) -> Recording:
    """Return a recording that begins with the first files, and answers once for each later one."""
    return Recording(
        name="made by hand",
        mode=Mode(),
        base={name: content.data for name, content in moments[0].items()},
        entries=tuple(Acknowledged(facts=facts) for _ in moments[1:]),
    )


def promise_of(judge: Judge, *moments: Files, facts: tuple[Fact, ...] = ()) -> Promise:
    """Return what is promised once all these moments have been acknowledged."""
    contents = tuple(judge.moments(recording_of(moment))[0] for moment in moments)
    promise = Promise(recording_of(*moments, facts=facts), contents)
    for _ in moments[1:]:
        promise.advance()
    return promise


def test_last_moment_is_sound_and_an_earlier_one_is_a_loss(judge: Judge, tmp_path: Path) -> None:
    before, after = database(tmp_path, "a"), database(tmp_path, "a", "b")
    promise = promise_of(judge, before, after)
    assert judge.judge(after, promise) is StateVerdict.SOUND
    assert judge.judge(before, promise) is StateVerdict.LOST


def test_what_was_not_acknowledged_may_be_gone_or_there(judge: Judge, tmp_path: Path) -> None:
    before, after = database(tmp_path, "a"), database(tmp_path, "a", "b")
    contents = tuple(judge.moments(recording_of(moment))[0] for moment in (before, after))
    promise = Promise(recording_of(before, after), contents)
    assert promise.acknowledged == 0
    assert judge.judge(before, promise) is StateVerdict.SOUND
    assert judge.judge(after, promise) is StateVerdict.SOUND


def test_content_of_no_moment_is_a_gap(judge: Judge, tmp_path: Path) -> None:
    promise = promise_of(judge, database(tmp_path, "a"), database(tmp_path, "a", "b"))
    assert judge.judge(database(tmp_path, "b"), promise) is StateVerdict.GAP


def test_fact_that_is_nowhere_is_a_loss_whatever_the_moment(judge: Judge, tmp_path: Path) -> None:
    files = database(tmp_path, "a")
    fact = Fact(subject="job-never", history_length=1, history_digest="0" * 64)
    promise = promise_of(judge, files, files, facts=(fact,))
    assert judge.judge(files, promise) is StateVerdict.LOST


def test_job_that_cannot_be_finished_is_stranded(judge: Judge, tmp_path: Path) -> None:
    files = database(tmp_path, "a", delay_us=FAR_US)
    assert judge.judge(files, promise_of(judge, files)) is StateVerdict.STRANDED


def test_broken_invariant_disagrees_with_history(judge: Judge, tmp_path: Path) -> None:
    files = database(tmp_path, "a", sql="UPDATE jobs SET priority = priority + 1")
    promise = promise_of(judge, database(tmp_path, "a"))
    assert judge.judge(files, promise) is StateVerdict.HISTORY_DISAGREES


def test_format_that_the_auditor_refuses_disagrees_too(judge: Judge, tmp_path: Path) -> None:
    files = database(tmp_path, "a", sql="PRAGMA user_version = 99")
    promise = promise_of(judge, database(tmp_path, "a"))
    assert judge.judge(files, promise) is StateVerdict.HISTORY_DISAGREES


def overwritten(files: Files, page: int) -> Files:
    data = bytearray(files[DATABASE].data)
    data[4096 * page : 4096 * (page + 1)] = bytes(4096)
    return as_files({DATABASE: bytes(data)})


def test_damaged_page_is_corrupt_and_a_damaged_header_is_refused(
    judge: Judge, tmp_path: Path
) -> None:
    files = database(tmp_path, "a")
    promise = promise_of(judge, files)
    assert judge.judge(overwritten(files, 2), promise) is StateVerdict.CORRUPT
    assert judge.judge(overwritten(files, 0), promise) is StateVerdict.REFUSED


def test_somebody_elses_tables_are_corrupt(judge: Judge, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other")) as connection:
        connection.execute("CREATE TABLE other (x)")
    files = as_files({DATABASE: (tmp_path / "other").read_bytes()})
    assert judge.judge(files, promise_of(judge, as_files({}))) is StateVerdict.CORRUPT


def test_no_file_and_an_empty_file_are_a_queue_not_yet_made(judge: Judge) -> None:
    promise = promise_of(judge, as_files({}))
    assert judge.judge(as_files({}), promise) is StateVerdict.SOUND
    assert judge.judge(as_files({DATABASE: b""}), promise) is StateVerdict.SOUND


def test_queue_that_refuses_the_files_is_a_verdict(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    path.write_bytes(b"somebody's letter")
    assert flaw_of_aftermath(path) is StateVerdict.REFUSED


def refuse(*_arguments: object) -> bool:
    raise QueueError("no")


def cannot_audit(_path: Path) -> object:
    raise AuditError("no")


@pytest.mark.parametrize(
    ("name", "replacement", "flaw"),
    [
        ("drive_to_end", refuse, StateVerdict.STRANDED),
        ("audit", cannot_audit, StateVerdict.HISTORY_DISAGREES),
    ],
)
def test_failing_on_the_way_to_the_end_is_a_verdict(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    replacement: Callable[..., object],
    flaw: StateVerdict,
) -> None:
    monkeypatch.setattr(aftermath, name, replacement)
    assert flaw_of_aftermath(tmp_path / DATABASE) is flaw


def test_same_database_is_examined_once(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = database(tmp_path, "a")
    promise = promise_of(judge, files)
    examined: list[Path] = []

    def note(path: Path) -> StateVerdict | None:
        examined.append(path)
        return flaw_of_aftermath(path)

    monkeypatch.setattr("crashqueue_faults.power.judge.flaw_of_aftermath", note)
    assert {judge.judge(files, promise) for _ in range(3)} == {StateVerdict.SOUND}
    assert len(examined) == 1


def test_worst_is_the_last_in_order() -> None:
    assert worst(StateVerdict) is StateVerdict.REFUSED
    assert worst([StateVerdict.LOST, StateVerdict.SOUND]) is StateVerdict.LOST


def test_folder_holds_exactly_the_files_of_a_state(tmp_path: Path) -> None:
    rebuild(tmp_path, as_files({"a": b"1", "b": b"2"}))
    rebuild(tmp_path, as_files({"b": b"3"}))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"b": b"3"}


def test_answers_are_read_for_what_they_promise() -> None:
    recordings = {
        operation.name: record_operation(operation, Mode())
        for operation in OPERATIONS
        if operation.name in {"claim_many", "succeed", "limit change", "submit, conflict"}
    }
    facts = {
        name: [len(entry.facts) for entry in one.entries if isinstance(entry, Acknowledged)]
        for name, one in recordings.items()
    }
    assert facts == {
        "claim_many": [2],
        "succeed": [1],
        "limit change": [1],
        "submit, conflict": [0],
    }
    assert list(facts_of(3)) == []


def test_queue_that_answers_before_it_commits_is_found(judge: Judge) -> None:
    (submit,) = (one for one in OPERATIONS if one.name == "submit, new")
    recording = record_operation(submit, Mode())
    answers = [entry for entry in recording.entries if isinstance(entry, Acknowledged)]
    # The answer is moved to the front: given before anything is written.
    hasty = replace(
        recording,
        entries=(*answers, *(e for e in recording.entries if not isinstance(e, Acknowledged))),
    )
    promise = Promise(hasty, judge.moments(hasty))
    promise.advance()
    base = as_files(dict(hasty.base))
    assert judge.judge(base, promise) is StateVerdict.LOST
