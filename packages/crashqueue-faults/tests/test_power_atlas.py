"""The atlas: recorded, looked at, certified and drawn; and what it must find first."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from crashqueue_core import DurableQueue, Job
from crashqueue_faults import run_power_loss
from crashqueue_faults.engine.file_operations import FileOperation
from crashqueue_faults.errors import InvalidExperiment, OutputDirectoryNotEmpty
from crashqueue_faults.experiment import Progress, ignore_progress
from crashqueue_faults.power import atlas
from crashqueue_faults.power.atlas import certificate, sample_size
from crashqueue_faults.power.judge import Judge
from crashqueue_faults.power.life_cycle import LIFE_CYCLE
from crashqueue_faults.power.picture import draw_atlas
from crashqueue_faults.power.planted import Planted, catch_planted_mode
from crashqueue_faults.power.recording import (
    LIFE_CYCLES,
    Mode,
    Recording,
    facts_of,
    record_life_cycle,
    record_operation,
)
from crashqueue_faults.power.survey import Plan, crash_points, survey
from crashqueue_faults.power.verdict import StateVerdict
from crashqueue_faults.sites.operations import OPERATIONS, Operation

OPERATION = {operation.name: operation for operation in OPERATIONS}
QUICK = "submit, duplicate"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the bound below which every state is looked at."""
    monkeypatch.setattr("crashqueue_faults.power.enumeration.EXACT_UP_TO_PENDING", 2)


def possible_states(recording: Recording) -> int:
    plan = Plan(sample_size=1, seed=0)
    return sum(plan.census(disk).possible for disk in crash_points(recording))


def test_recording_is_the_same_every_time() -> None:
    assert record_operation(OPERATION["claim"], Mode()) == record_operation(
        OPERATION["claim"], Mode()
    )


def test_creation_is_recorded_from_an_empty_folder() -> None:
    recording = record_operation(OPERATION["create database"], Mode())
    assert recording.base == {}
    assert str(recording.entries[0]) == "create queue.sqlite"
    assert recording.slug == "create-database"


def test_life_cycle_ends_with_three_finished_jobs_and_one_retry(tmp_path: Path) -> None:
    path = tmp_path / "queue.sqlite"
    recording = record_life_cycle(Mode())
    disk = list(crash_points(recording))[-1]
    # The last log's deletion may be pending; it holds nothing that the database does not.
    path.write_bytes(disk.contents[disk.names["queue.sqlite"]])
    with DurableQueue(path, create=False) as queue:
        jobs = queue.list_jobs().jobs
    assert [(job.state, job.attempt_count) for job in jobs] == [
        ("SUCCEEDED", 1),
        ("SUCCEEDED", 2),
        ("SUCCEEDED", 1),
    ]
    answers = [str(entry) for entry in recording.entries].count("the queue answers")
    assert answers == sum(len(session) for session in LIFE_CYCLE)


def test_one_more_write_makes_more_states_by_itself() -> None:
    cancel = OPERATION["cancel"]

    def cancel_and_limit(queue: DurableQueue, job: Job | None) -> object:
        return cancel.perform(queue, job), queue.limit_active_jobs(tenant="default", active_limit=9)

    longer = Operation(name="cancel", prepare=cancel.prepare, perform=cancel_and_limit)
    before = record_operation(cancel, Mode())
    after = record_operation(longer, Mode())
    assert len(after.entries) > len(before.entries)
    assert possible_states(after) > possible_states(before)


def survey_small(processes: int) -> list[Any]:
    recordings = [record_operation(OPERATION[name], Mode()) for name in ("limit change", QUICK)]
    heard: list[Progress] = []
    plan = Plan(sample_size=20, seed=3)
    results = survey(recordings, plan, processes=processes, progress=heard.append)
    assert heard[-1].done == heard[-1].total
    return results


@pytest.mark.usefixtures("small")
def test_second_look_and_its_certificate_are_the_same() -> None:
    first, second = survey_small(1), survey_small(1)
    assert first == second
    assert certificate(first) == certificate(second)
    assert {verdict for result in first for verdict in result.verdicts} == {StateVerdict.SOUND}


def test_number_of_processes_changes_nothing() -> None:
    recording = record_operation(OPERATION[QUICK], Mode())
    plan = Plan(sample_size=20, seed=3)
    alone = survey([recording], plan, processes=1, progress=ignore_progress)
    together = survey([recording], plan, processes=2, progress=ignore_progress)
    assert alone == together


def test_another_seed_looks_at_other_states_where_there_are_too_many() -> None:
    recording = record_operation(OPERATION["submit, new"], Mode())
    disk = list(crash_points(recording))[16]
    chosen = [
        list(Plan(sample_size=100, seed=seed).selections(disk, recording, 16)) for seed in (1, 2)
    ]
    assert chosen[0] != chosen[1]
    assert len(chosen[0]) == len(chosen[1]) == 100


def test_sample_grows_with_the_number_of_states_asked_for() -> None:
    recordings = [record_operation(OPERATION["submit, new"], Mode())]
    assert sample_size(recordings, 1) == 16
    sizes = [sample_size(recordings, states) for states in (5_000, 10_000)]
    assert sizes[0] < sizes[1]
    looked_at = sum(
        Plan(sample_size=sizes[1], seed=0).census(disk).chosen
        for disk in crash_points(recordings[0])
    )
    assert 9_900 < looked_at <= 10_000


def test_atlas_is_byte_identical_and_says_what_it_is(tmp_path: Path) -> None:
    run = run_power_loss(tmp_path / "a", seed=7, only=QUICK, processes=1)
    run_power_loss(tmp_path / "b", seed=7, only=QUICK, processes=1)
    for name in ("atlas.json", "atlas.svg"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    report = json.loads((tmp_path / "a" / "atlas.json").read_text("utf-8"))
    assert run.ok
    assert report == run.report
    assert report["distinct_states"] == report["operations"][QUICK]["distinct_states"] == 4
    assert report["operations"][QUICK]["enumeration"] == "exact"
    assert report["recorded_with_sqlite"] == apsw.sqlite_lib_version()
    assert report["verdicts"] == {"sound": 4}
    assert report["planted_bug"]["caught"] is True
    assert (tmp_path / "a" / "planted-bug" / "files" / "queue.sqlite").exists()
    assert (tmp_path / "a" / "environment.json").exists()


def test_sampled_points_are_called_sampled() -> None:
    recording = record_operation(OPERATION["submit, new"], Mode())
    censuses = [Plan(sample_size=9, seed=0).census(disk) for disk in crash_points(recording)]
    assert {census.is_exact for census in censuses} == {True, False}
    assert all(census.is_exact or census.chosen == 9 for census in censuses)


def test_commit_that_does_not_wait_for_the_disk_is_caught(tmp_path: Path) -> None:
    planted = catch_planted_mode(tmp_path / "planted", 7)
    assert (planted.caught, planted.verdict) == (True, StateVerdict.LOST)
    witness = json.loads((tmp_path / "planted" / "witness.json").read_text("utf-8"))
    assert witness["verdict"] == "lost"
    assert witness["witness"] == planted.witness
    missing = [one["operation"] for one in witness["pending"] if one["arrived"] != "yes"]
    assert len(missing) == 1, "one lost write is enough"


def test_atlas_that_does_not_catch_the_planted_bug_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plant_nothing(directory: Path, seed: int) -> Planted:
        return catch_planted_mode(directory, seed, Mode())

    monkeypatch.setattr(atlas, "catch_planted_mode", plant_nothing)
    run = run_power_loss(tmp_path / "a", seed=7, only=QUICK, processes=1)
    assert run.report["planted_bug"]["caught"] is False
    assert run.report["verdicts"] == {"sound": 4}
    assert not run.ok


def test_atlas_with_a_bad_state_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        atlas, "record_operation", lambda one, _: record_operation(one, Mode(synchronous="OFF"))
    )
    run = run_power_loss(tmp_path / "a", seed=7, only="limit change", states=1, processes=1)
    assert not run.ok
    row = run.report["operations"]["limit change"]
    assert row["verdicts"]["lost"] > 0
    assert row["witness"].startswith("wal-off.limit-change.")
    assert "Witness: wal-off.limit-change." in (tmp_path / "a" / "atlas.svg").read_text("utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": -1},
        {"seed": 1, "only": "sleep"},
        {"seed": 1, "states": 0},
        {"seed": 1, "processes": 65},
    ],
)
def test_arguments_that_cannot_be_used_write_nothing(
    tmp_path: Path, arguments: dict[str, Any]
) -> None:
    with pytest.raises(InvalidExperiment):
        run_power_loss(tmp_path / "new", **arguments)
    assert not (tmp_path / "new").exists()


def test_occupied_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "old").touch()
    with pytest.raises(OutputDirectoryNotEmpty):
        run_power_loss(tmp_path, seed=1, only=QUICK)


@pytest.mark.usefixtures("small")
def test_picture_has_one_row_per_operation_and_one_cell_per_point() -> None:
    results = survey_small(1)
    picture = draw_atlas(results, results[0])
    root = ElementTree.fromstring(picture)
    rows = [group for group in root if group.get("id")]
    assert [row.get("id") for row in rows] == [
        "wal-full.limit-change",
        "wal-full.submit-duplicate",
        "wal-full.limit-change",
    ]
    for row, result in zip(rows, [*results, results[0]], strict=True):
        cells = [
            rect
            for rect in row.iter("{http://www.w3.org/2000/svg}rect")
            if "cell" in rect.get("class", "")
        ]
        assert len(cells) == len(result.points) == len(result.recording.entries) + 1
    assert "planted bug: wal-full" in picture
    assert "prefers-color-scheme: dark" in picture


def test_whole_catalogue_is_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[str] = []

    def note(recordings: list[Recording], *_: object, **__: object) -> list[object]:
        seen.extend(recording.name for recording in recordings)
        raise KeyboardInterrupt

    monkeypatch.setattr(atlas, "survey", note)
    with pytest.raises(KeyboardInterrupt):
        run_power_loss(tmp_path / "a", seed=1, states=1)
    assert seen == [*OPERATION, *LIFE_CYCLES]


def test_facts_come_from_wherever_a_job_stands_in_an_answer(tmp_path: Path) -> None:
    with DurableQueue(tmp_path / "queue.sqlite") as queue:
        submission = queue.submit(idempotency_key="a", job_type="synthetic", payload=1)
    expected = (submission.job.job_id, 1, submission.job.history_digest)
    for answer in (submission, submission.job, (submission,)):
        (fact,) = facts_of(answer)
        assert (fact.subject, fact.history_length, fact.history_digest) == expected


def test_judges_share_nothing(tmp_path: Path) -> None:
    recording = record_operation(OPERATION[QUICK], Mode())
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    moments: list[Callable[..., Any]] = [Judge(folder).moments for folder in folders]
    assert moments[0](recording) == moments[1](recording)


def test_a_log_that_is_begun_anew_is_among_the_recordings() -> None:
    usual, anew = (
        sum(
            isinstance(entry, FileOperation)
            and entry.kind == "write"
            and entry.file.endswith("-wal")
            and entry.offset == 0
            for entry in record_life_cycle(Mode(), name=name).entries
        )
        for name in LIFE_CYCLES
    )
    assert usual == 2  # once for each time that the queue is opened
    assert anew > usual
