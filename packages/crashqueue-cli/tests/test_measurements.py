"""The commands that measure what a failure leaves."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crashqueue_cli import measuring
from crashqueue_cli.table import guarantee_table
from crashqueue_faults import Experiment, Progress
from crashqueue_faults.power.run import DEFAULT_STATES

if TYPE_CHECKING:
    from conftest import InProcess

WITNESS = "delete-full.life-cycle-of-three-jobs.44.0"
ROWS = [
    {
        "as_documented": failure == "power loss",
        "documented": "nothing acknowledged is lost",
        "failure": failure,
        "journal_mode": "WAL",
        "measured": measured,
        "synchronous": synchronous,
        "witnesses": witnesses,
    }
    for failure, synchronous, measured, witnesses in [
        ("power loss", "FULL", "nothing acknowledged is lost", {}),
        ("power loss", "OFF", "corruption", {"corrupt": "w" * 100, "lost": "wal-off.claim.1.1"}),
        ("process crash", "FULL", "a suffix of acknowledged operations can be lost", {}),
        ("process crash", "OFF", "nothing acknowledged is lost", {}),
    ]
]


def test_power_loss_of_one_operation_prints_the_atlas(run: InProcess, tmp_path: Path) -> None:
    options = ["--only", "submit, conflict", "--states", "50", "--processes", "1"]
    printed = run.ok("power-loss", "--output-directory", str(tmp_path / "e"), *options)
    assert printed == json.loads((tmp_path / "e" / "atlas.json").read_text("utf-8"))
    assert (tmp_path / "e" / "atlas.svg").is_file()
    assert list(printed["operations"]) == ["submit, conflict"]
    assert printed["verdicts"] == {"sound": printed["distinct_states"]}
    assert printed["planted_bug"]["caught"] is True


def test_same_seed_gives_the_same_atlas(run: InProcess, tmp_path: Path) -> None:
    options = ["--only", "claim", "--states", "50", "--seed", "3", "--processes", "1"]
    first, second = (
        run.ok("power-loss", "--output-directory", str(tmp_path / folder), *options)
        for folder in ("first", "second")
    )
    assert first == second


def test_witness_of_an_atlas_is_built_again(run: InProcess, tmp_path: Path) -> None:
    named = ["--witness", WITNESS, "--output-directory", str(tmp_path / "w")]
    printed = run.ok("power-loss", *named)
    assert printed == json.loads((tmp_path / "w" / "witness.json").read_text("utf-8"))
    assert (printed["witness"], printed["verdict"]) == (WITNESS, "lost")
    files = {path.name: path.stat().st_size for path in (tmp_path / "w" / "files").iterdir()}
    assert printed["files"] == files


def test_command_that_a_witness_gives_can_be_carried_out(run: InProcess, tmp_path: Path) -> None:
    named = ["--witness", WITNESS, "--output-directory", str(tmp_path / "w")]
    (command, *_) = run.ok("power-loss", *named)["look"]
    program, path = command.split()
    assert program == "crashqueue-verify"
    assert run.ok("check", "--database", str(tmp_path / "w" / path))["verdict"] == "HOLDS"


def test_power_loss_is_told_its_size_and_tells_its_progress(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[dict[str, object]] = []

    def measure(output_directory: Path, *, progress: object, **options: object) -> Experiment:
        assert callable(progress)
        progress(Progress(done=1, total=2, label="claim"))
        given.append(options)
        return Experiment(ok=False, report={"ok": False})

    monkeypatch.setattr(measuring, "run_power_loss", measure)
    options = ["--only", "claim", "--states", "1_000", "--processes", "2", "--seed", "7"]
    for more in (options, []):
        ending = run("power-loss", "--output-directory", str(tmp_path), *more)
        assert (ending.exit_code, ending.document) == (1, {"ok": False})
    assert given == [
        {"only": "claim", "states": 1000, "processes": 2, "seed": 7},
        {"only": None, "states": DEFAULT_STATES, "processes": None, "seed": 20260827},
    ]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--only", "nonsense"], "INVALID_EXPERIMENT"),
        (["--seed", "-1"], "INVALID_EXPERIMENT"),
        (["--states", "0"], "INVALID_EXPERIMENT"),
        (["--only", "claim", "--processes", "65"], "INVALID_EXPERIMENT"),
        (["--witness", "nonsense"], "INVALID_EXPERIMENT"),
        (["--witness", "wal-full.claim.0.1"], "INVALID_EXPERIMENT"),
        (["--witness", WITNESS, "--only", "claim"], "USAGE_ERROR"),
        (["--witness", WITNESS, "--states", "1"], "USAGE_ERROR"),
        (["--witness", WITNESS, "--processes", "1"], "USAGE_ERROR"),
    ],
)
def test_unusable_power_loss_is_refused_with_nothing_written(
    run: InProcess, tmp_path: Path, options: list[str], code: str
) -> None:
    ending = run("power-loss", "--output-directory", str(tmp_path / "e"), *options)
    assert (ending.exit_code, ending.error["code"]) == (2, code)
    assert not (tmp_path / "e").exists()


@pytest.mark.parametrize("folder", [None, "e"])
def test_guarantees_are_told_where_and_how(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str | None
) -> None:
    given: list[tuple[Path | None, object]] = []

    def measure(
        output_directory: Path | None, *, seed: int, processes: int, progress: object
    ) -> Experiment:
        assert callable(progress)
        progress(Progress(done=1, total=2, label="power loss"))
        given.append((output_directory, (seed, processes)))
        return Experiment(ok=False, report={"ok": False})

    monkeypatch.setattr(measuring, "run_guarantees", measure)
    where = [] if folder is None else ["--output-directory", str(tmp_path / folder)]
    ending = run("guarantees", "--seed", "7", "--processes", "2", *where)
    assert (ending.exit_code, ending.document) == (1, {"ok": False})
    assert given == [(folder and tmp_path / folder, (7, 2))]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--seed", "-1"], "INVALID_EXPERIMENT"),
        (["--processes", "0"], "INVALID_EXPERIMENT"),
        (["--output-directory", "."], "OUTPUT_DIRECTORY_NOT_EMPTY"),
        (["--only", "claim"], "USAGE_ERROR"),
    ],
)
def test_unusable_guarantees_are_refused(run: InProcess, options: list[str], code: str) -> None:
    ending = run("guarantees", *options)
    assert (ending.exit_code, ending.error["code"]) == (2, code)


@pytest.mark.parametrize(
    "command",
    [
        ["campaign", "--sites", "io"],
        ["campaign", "--sites", "errors"],
        ["campaign", "--sites", "all"],
        ["power-loss"],
        ["power-loss", "--witness", WITNESS],
        ["guarantees"],
    ],
)
def test_what_needs_the_engine_ends_with_6_without_it(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "apsw", None)
    ending = run(*command, "--output-directory", str(tmp_path / "e"))
    assert (ending.exit_code, ending.error["code"]) == (6, "ENGINE_MISSING")
    assert not (tmp_path / "e").exists()


def test_table_has_a_line_for_each_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    lines = guarantee_table({"rows": ROWS}).splitlines()
    cells = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines]
    assert cells[1] == [
        "journal mode",
        "synchronous",
        "after a power loss",
        "after a process crash",
    ]
    full, documented, off, _ = cells[3:7]
    assert full == [
        "WAL",
        "FULL",
        "nothing acknowledged is lost",
        "a suffix of acknowledged operations can be lost",
    ]
    assert documented == ["but documented: nothing acknowledged is lost"]
    assert off == ["WAL", "OFF", "corruption", "nothing acknowledged is lost"]


def test_witnesses_are_never_broken_over_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = guarantee_table({"rows": ROWS}).splitlines()
    assert lines[-2:] == [f"  WAL OFF, corrupt: {'w' * 100}", "  WAL OFF, lost: wal-off.claim.1.1"]
