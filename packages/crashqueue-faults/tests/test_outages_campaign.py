"""Real clients on a real server: some cases of each kind, and what the campaign leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from crashqueue_core.errors import ServerUnavailable, StoreReadOnly, StoreUnavailable
from crashqueue_faults import (
    Experiment,
    InvalidExperiment,
    OutputDirectoryNotEmpty,
    Progress,
    run_campaign,
)
from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.outages import campaign as campaign_module
from crashqueue_faults.outages.campaign import run_outages
from crashqueue_faults.outages.child import OutageOrders
from crashqueue_faults.outages.dialogue import Meanwhile, SpawnClient
from crashqueue_faults.planted import PlantedBug
from crashqueue_verify import Verdict, audit

POINT = "BEFORE_SUCCESS_COMMIT"


@pytest.fixture(scope="module")
def database(postgres: Any) -> str:
    """Lead to a database of somebody else's, in which there is something."""
    dsn = postgres.create("lent", "CREATE TABLE theirs (n int); INSERT INTO theirs VALUES (1)")
    return str(postgres.address(dsn))


def schemas(database: str) -> list[str]:
    with closing(psycopg.connect(database)) as connection:
        rows = connection.execute("SELECT nspname FROM pg_namespace ORDER BY 1").fetchall()
    return [name for (name,) in rows if not name.startswith("pg_")]


@pytest.fixture
def lent(database: str) -> Iterator[str]:
    """The same, and nothing in it may have changed afterwards."""
    yield database
    assert schemas(database) == ["information_schema", "public"]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiment, Path]:
    """Everything that strikes at one point, with real clients on a server of the campaign's own."""
    directory = tmp_path_factory.mktemp("own")
    return run_campaign(directory, seed=7, only=POINT, start_server=True), directory


def test_everything_strikes_at_one_point_as_predicted(own: tuple[Experiment, Path]) -> None:
    experiment, _ = own
    report = experiment.report
    assert experiment.ok
    assert (report["passed"], report["failed"], report["timeouts"]) == (9, 0, 0)
    assert report["exit_codes"] == [0, 86]
    assert report["planted_bug"]["caught"] is True
    assert report["named_fault_points"] == 1
    assert report["not_run"] == {}
    assert {action: row[POINT] for action, row in report["matrix"].items()} == {
        "CRASH_SERVER": "recovered",
        "DROP": "recovered",
        "DROP_ANSWER_LOST": "recovered",
        "DROP_COMMIT_LOST": "recovered",
        "EXIT": "duplicated",
        "EXIT_ANSWER_LOST": "recovered",
        "EXIT_COMMIT_LOST": "duplicated",
        "KILL_BACKEND": "recovered",
        "PARTITION": "duplicated",
    }


def test_its_dumps_can_be_audited_by_themselves(own: tuple[Experiment, Path]) -> None:
    _, directory = own
    dumps = sorted(directory.rglob("queue.sql"))
    assert len(dumps) == 2 * 9 + 1
    found = {path: audit(path).verdict for path in dumps}
    assert found.pop(directory / "planted-bug" / "queue.sql") is Verdict.VIOLATED
    assert set(found.values()) == {Verdict.HOLDS}


def test_its_report_is_what_is_written(own: tuple[Experiment, Path]) -> None:
    experiment, directory = own
    assert json.loads((directory / "campaign.json").read_text("utf-8")) == experiment.report
    case = directory / "drop" / POINT.lower() / "case.json"
    assert json.loads(case.read_text("utf-8")) == experiment.report["cases"][f"DROP:{POINT}"]


def files_that_the_seed_fixes(directory: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*.json"))
        if path.name != "environment.json"
    }


def test_the_same_seed_gives_the_same_bytes_on_another_server(
    own: tuple[Experiment, Path], lent: str, tmp_path: Path
) -> None:
    _, directory = own
    run_campaign(tmp_path, seed=7, only="DROP_ANSWER_LOST", processes=1, database=lent)
    found = files_that_the_seed_fixes(tmp_path)
    case = f"drop_answer_lost/{POINT.lower()}"
    for name in ("case.json", "history.json"):
        assert found[f"{case}/{name}"] == (directory / case / name).read_bytes()
    environment = json.loads((tmp_path / "environment.json").read_text("utf-8"))
    prefix = environment["schemas"].removesuffix("…").encode()
    for content in found.values():
        assert prefix not in content
        assert str(tmp_path).encode() not in content


def here(
    spawn: SpawnClient, directory: Path, database: str, only: str, **options: Any
) -> Experiment:
    return run_outages(
        directory, database=database, seed=7, only=only, processes=1, spawn=spawn, **options
    )


def test_a_server_that_is_anothers_is_not_struck_and_the_report_says_why(
    lent: str, tmp_path: Path, spawn_client_here: SpawnClient
) -> None:
    told: list[Progress] = []
    experiment = here(spawn_client_here, tmp_path, lent, "BEFORE_HANDLER", progress=told.append)
    report = experiment.report
    assert experiment.ok
    assert sorted(report["order"]) == [
        f"{action}:BEFORE_HANDLER" for action in ("DROP", "EXIT", "PARTITION")
    ]
    assert set(report["not_run"]) == {"KILL_BACKEND", "CRASH_SERVER"}
    assert "never stopped or killed" in report["not_run"]["CRASH_SERVER"]
    assert [each.done for each in told] == [1, 2, 3]


def test_nothing_is_left_of_a_campaign_that_is_interrupted(lent: str, tmp_path: Path) -> None:
    def interrupted(_orders: OutageOrders, _meanwhile: Meanwhile) -> ChildEnd:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        here(interrupted, tmp_path, lent, "DROP:BEFORE_HANDLER")
    assert not (tmp_path / "campaign.json").exists()
    environment = json.loads((tmp_path / "environment.json").read_text("utf-8"))
    assert environment["obstacles"] == {}


def surviving(_orders: OutageOrders, _meanwhile: Meanwhile) -> ChildEnd:
    return ChildEnd(exit_code=None, acknowledged=(), standard_error="")


def test_a_failing_case_prints_the_command_that_repeats_it(lent: str, tmp_path: Path) -> None:
    experiment = here(surviving, tmp_path, lent, "DROP:BEFORE_HANDLER")
    assert not experiment.ok
    assert experiment.report["timeouts"] == 1
    assert experiment.report["matrix"] == {"DROP": {"BEFORE_HANDLER": "unknown"}}
    assert experiment.report["repeat"] == [
        "crashqueuelab campaign --start-server --output-directory DIR --seed 7 "
        "--only DROP:BEFORE_HANDLER"
    ]


def test_a_campaign_that_misses_the_planted_bug_is_not_ok(
    lent: str, tmp_path: Path, spawn_client_here: SpawnClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed = PlantedBug(caught=False, rules=())
    monkeypatch.setattr(campaign_module, "catch_planted_bug", lambda *_: missed)
    experiment = here(spawn_client_here, tmp_path, lent, "EXIT:BEFORE_HANDLER")
    assert (experiment.ok, experiment.report["failed"]) == (False, 0)


def test_a_dump_that_cannot_be_made_is_said(
    lent: str, tmp_path: Path, spawn_client_here: SpawnClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRASHQUEUE_POSTGRES_PROGRAMS", str(tmp_path))
    experiment = here(spawn_client_here, tmp_path / "new", lent, "EXIT:BEFORE_HANDLER")
    assert experiment.ok
    environment = json.loads((tmp_path / "new" / "environment.json").read_text("utf-8"))
    assert "not found" in environment["obstacles"]["pg_dump"]
    assert list((tmp_path / "new").rglob("*.sql")) == []


def test_a_server_that_cannot_be_reached_is_refused_with_nothing_written(tmp_path: Path) -> None:
    with pytest.raises(ServerUnavailable):
        run_campaign(tmp_path / "new", seed=7, database=f"postgresql:///x?host={tmp_path}")
    assert list(tmp_path.iterdir()) == []


def test_a_role_that_may_make_no_schema_is_refused_with_nothing_written(
    database: str, tmp_path: Path
) -> None:
    with closing(psycopg.connect(database, autocommit=True)) as connection:
        connection.execute("DROP ROLE IF EXISTS mere_reader")
        connection.execute("CREATE ROLE mere_reader LOGIN")
        try:
            with pytest.raises(StoreReadOnly):
                run_campaign(
                    tmp_path / "new", seed=7, database=f"{database}&options=-crole%3Dmere_reader"
                )
        finally:
            connection.execute("DROP ROLE mere_reader")
    assert list(tmp_path.iterdir()) == []
    assert schemas(database) == ["information_schema", "public"]


def test_a_directory_that_is_not_empty_is_refused_before_a_server_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign_module, "started_cluster", None)
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputDirectoryNotEmpty):
        run_campaign(tmp_path, seed=7, start_server=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "options",
    [{"database": "queue.sqlite"}, {"database": "postgresql:///x", "start_server": True}],
)
def test_a_place_that_is_none_is_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidExperiment):
        run_campaign(tmp_path / "new", seed=7, **options)
    assert list(tmp_path.iterdir()) == []


def test_without_psycopg_the_refusal_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("crashqueue_faults.campaign.import_module", missing)
    with pytest.raises(StoreUnavailable, match="psycopg 3 is missing"):
        run_campaign(tmp_path / "new", seed=7, start_server=True)
    assert list(tmp_path.iterdir()) == []
