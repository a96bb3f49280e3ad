"""Contents of a schema on PostgreSQL: read, compared, kept, set up again; and whole runs there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from crashqueue_core import QueueError
from crashqueue_core.lifecycle import Transition
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.rows import UPDATE_JOB, updated_job
from crashqueue_faults import InvalidExperiment, run_sites
from crashqueue_faults.errors import RehearsalInterrupted
from crashqueue_faults.sites import postgres_engine
from crashqueue_faults.sites.contents import ABSENT, UNREADABLE
from crashqueue_faults.sites.crew import Crew, helpers, work_here
from crashqueue_faults.sites.planted import PLANTED_BUGS
from crashqueue_faults.sites.postgres_engine import PostgresSchema
from crashqueue_faults.sites.report import repeat_command
from crashqueue_faults.sites.scenes import Scene, operation_scene
from crashqueue_faults.sites.server import hosted
from crashqueue_faults.sites.tasks import EXPLORE, Task, operation_named, problem_of
from crashqueue_faults.sites.wording import POSTGRES_WORDING


def crew_here(_number: int) -> AbstractContextManager[Crew]:
    return nullcontext(work_here)


@pytest.fixture(scope="module")
def address(postgres: Any) -> str:
    return str(postgres.address(postgres.create("site_contents")))


@pytest.fixture
def sql(address: str) -> Iterator[Any]:
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        yield lambda text: connection.execute(text.encode())


@pytest.fixture
def engine(address: str) -> Iterator[PostgresSchema]:
    with PostgresSchema.opened(address, "contents") as engine:
        yield engine


@pytest.fixture
def scene(folder: Path, engine: PostgresSchema) -> Scene:
    return operation_scene(operation_named("submit, new"), folder / "start", "1", engine)


def test_what_was_kept_is_set_up_again_with_the_same_content(
    scene: Scene, engine: PostgresSchema, folder: Path
) -> None:
    old, new = scene.contents(folder, keep=lambda number: engine.keep(folder, folder / f"{number}"))
    assert old.digest != new.digest
    engine.set_up(folder / "1", folder)
    assert engine.content(folder) == new
    engine.set_up(folder / "0", folder)
    assert engine.content(folder) == old


def test_numbers_that_an_undone_transaction_used_up_are_no_content(
    scene: Scene, engine: PostgresSchema, folder: Path, sql: Any
) -> None:
    _, new = scene.contents(folder)
    place = scene.set_up(folder)
    sql("SELECT nextval(pg_get_serial_sequence('contents.jobs', 'job_number'))")
    sql("SELECT nextval(pg_get_serial_sequence('contents.events', 'event_sequence'))")
    scene.perform(place, engine.kind(""), lambda: None)
    assert engine.content(folder) == new


def test_a_history_that_is_guarded_no_more_is_another_content(
    scene: Scene, engine: PostgresSchema, folder: Path, sql: Any
) -> None:
    scene.set_up(folder)
    guarded = engine.content(folder)
    sql("ALTER TABLE contents.events DISABLE TRIGGER events_refuse_change")
    assert engine.content(folder) != guarded


def test_an_absent_schema_has_no_content_and_one_without_tables_is_unreadable(
    engine: PostgresSchema, folder: Path, sql: Any
) -> None:
    engine.set_up(folder, folder)
    assert engine.content(folder).digest == ABSENT
    engine.keep(folder, folder / "kept")
    assert list((folder / "kept").iterdir()) == []
    sql("CREATE SCHEMA contents")
    unreadable = engine.content(folder)
    assert unreadable.digest == UNREADABLE
    assert "does not exist" in unreadable.problem


def test_a_session_that_does_not_end_is_waited_for_in_vain(
    engine: PostgresSchema, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_engine, "LONGEST_END_S", 0)
    with (
        closing(psycopg.connect(engine.place(folder).address)),
        pytest.raises(RehearsalInterrupted, match="keeps the session"),
    ):
        engine.await_end()


def test_a_sound_queue_passes_a_run_that_leaves_nothing_on_the_server(
    folder: Path, address: str, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The auditor looks at one state in a test of its own, and at all of them in a run by hand.
    monkeypatch.setattr("crashqueue_faults.sites.tasks.problem_of", lambda *_: "")
    hasty = {"hasty-answer": PLANTED_BUGS["hasty-answer"]}
    monkeypatch.setattr("crashqueue_faults.sites.course.PLANTED_BUGS", hasty)
    experiment = run_sites(
        folder / "evidence",
        sites="statements",
        seed=1,
        only="create database",
        database=address,
        open_crew=crew_here,
    )
    assert experiment.ok
    report = json.loads((folder / "evidence" / "sites.json").read_text("utf-8"))
    assert report == experiment.report
    assert report["planted_bugs"]["hasty-answer"]["found"]["statements"] == ["lost"]
    assert report["states"]["findings"] == []
    environment = json.loads((folder / "evidence" / "environment.json").read_text("utf-8"))
    assert environment["postgresql"] == sql("SHOW server_version").fetchone()[0]
    witness = folder / "evidence" / "planted-bugs" / "statements-hasty-answer" / "lost"
    assert json.loads((witness / "tables.json").read_text("utf-8"))["jobs"]
    schemas = sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'crashqueuelab%'")
    assert schemas.fetchall() == []


def test_an_impatient_recovery_is_found_by_the_auditor(
    folder: Path, engine: PostgresSchema
) -> None:
    bug = PLANTED_BUGS["impatient-recovery"]
    scene = operation_scene(bug.operation, folder / "start", "1", engine)
    kind = engine.kind("impatient-recovery")
    scene.contents(folder, kind, lambda number: engine.keep(folder, folder / f"{number}"))
    assert problem_of(folder / "0", folder, engine) == ""
    assert problem_of(folder / "1", folder, engine).startswith("the audit says VIOLATED: CQ")


class _DroppedFence(PostgresStatements):
    __slots__ = ()

    def apply(self, transition: Transition) -> None:
        job = replace(transition.job, fence=transition.job.fence - 1)
        super().apply(replace(transition, job=job))


class _ForgottenAttempt(PostgresStatements):
    __slots__ = ()

    def apply(self, transition: Transition) -> None:
        super().apply(replace(transition, opened=None))


class _OpenAttempt(PostgresStatements):
    __slots__ = ()

    def apply(self, transition: Transition) -> None:
        super().apply(replace(transition, ended=None))


class _SkippedEvent(PostgresStatements):
    __slots__ = ()

    def apply(self, transition: Transition) -> None:
        row = UPDATE_JOB.replace("UPDATE jobs", f'UPDATE "{self._schema}".jobs')
        self._rounds.tell(Change(row.replace("?", "%s"), updated_job(transition.job)))
        self.transitions.append(transition)


@pytest.mark.parametrize(
    ("statements", "operation"),
    [
        (_DroppedFence, "claim"),
        (_ForgottenAttempt, "claim"),
        (_OpenAttempt, "succeed"),
        (_SkippedEvent, "heartbeat"),
    ],
)
def test_what_a_broken_store_commits_whole_is_found_by_the_auditor(
    folder: Path, engine: PostgresSchema, statements: type[PostgresStatements], operation: str
) -> None:
    broken: type[PostgresStore] = type("Broken", (PostgresStore,), {"transaction_kind": statements})
    scene = operation_scene(operation_named(operation), folder / "start", "1", engine)
    scene.contents(folder, broken, lambda number: engine.keep(folder, folder / f"{number}"))
    assert problem_of(folder / "1", folder, engine).startswith("the audit says VIOLATED: CQ")


def explored(folder: Path, address: str) -> Task:
    return Task(
        work=EXPLORE,
        room=str(folder),
        kept="",
        seed="1",
        operation="heartbeat",
        address=address,
        schema="explored",
    )


def test_a_helper_and_this_process_find_the_same(folder: Path, address: str) -> None:
    (here,) = work_here([explored(folder / "here", address)])
    with helpers(1) as work:
        (there,) = work([explored(folder / "there", address)])
    assert [state["digest"] for state in here["states"]] == [
        state["digest"] for state in there["states"]
    ]
    postgres_engine.remove_schemas(address, "explored")


def test_an_address_is_not_told_with_the_task_that_failed(folder: Path, address: str) -> None:
    task = explored(folder, address)
    assert task.as_dict()["address"] == address
    assert task.without_address()["address"] == ""


def test_a_server_of_the_runs_own_is_there_as_long_as_the_run() -> None:
    with hosted("crashqueuelab-x", database=None, start_server=True) as server:
        assert server is not None
        assert server.schema == "crashqueuelab_x"
        with closing(psycopg.connect(server.address)) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sites": "io"}, "its files are the server's"),
        ({"start_server": True}, "not both"),
        ({"database": "somewhere.sqlite"}, "begins with postgresql://"),
    ],
)
def test_what_cannot_be_done_on_a_server_is_refused(
    folder: Path, arguments: dict[str, Any], message: str
) -> None:
    standard: dict[str, Any] = {
        "sites": "statements",
        "seed": 1,
        "database": "postgresql:///nowhere",
    }
    with pytest.raises(InvalidExperiment, match=message):
        run_sites(folder / "evidence", **(standard | arguments))
    assert not (folder / "evidence").exists()


def test_a_server_that_cannot_be_reached_is_said_to_be_so(folder: Path) -> None:
    with pytest.raises(QueueError) as refusal:
        run_sites(
            folder / "evidence",
            sites="statements",
            seed=1,
            database=f"postgresql:///nowhere?host={folder}",
        )
    assert refusal.value.code == "SERVER_UNAVAILABLE"
    assert not (folder / "evidence").exists()


def test_the_command_that_repeats_a_failure_names_no_address() -> None:
    assert repeat_command(1, "statements", "claim", POSTGRES_WORDING) == (
        "crashqueuelab campaign --sites statements --database ADDRESS --output-directory DIR "
        '--seed 1 --only "claim"'
    )
