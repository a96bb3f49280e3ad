"""What the wheels do once installed, each run from an empty directory."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Environment

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SAMPLES = ROOT / "packages" / "crashqueue-verify" / "tests" / "samples"
(EXAMPLE,) = re.findall(r"```python\n(.+?)```", README.read_text("utf-8"), re.DOTALL)
PRINT_HISTORY = """
import json
print(json.dumps([[event.kind, event.state] for event in queue.history(submitted.job.job_id)]))
queue.close()
"""

IMPORT_ALL = """
import importlib, json, pkgutil, sys
before = {{name.split(".")[0] for name in sys.modules}}
package = importlib.import_module("{package}")
for module in pkgutil.walk_packages(package.__path__, "{package}."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as missing:
            if missing.name != "psycopg":  # what only an extra brings
                raise
after = {{name.split(".")[0] for name in sys.modules}}
print(json.dumps(sorted(after - before - sys.stdlib_module_names)))
"""


@pytest.fixture
def database(core_alone: Environment, tmp_path: Path) -> Path:
    """A database that core alone wrote, in an environment without the auditor."""
    example = EXAMPLE.replace("from crashqueuelab", "from crashqueue_core")
    core_alone.python(example + PRINT_HISTORY, folder=tmp_path)
    return tmp_path / "demo" / "queue.sqlite"


def folder_contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_readme_example_runs_as_printed(everything: Environment, tmp_path: Path) -> None:
    assert everything.python(EXAMPLE + PRINT_HISTORY, folder=tmp_path) == [
        ["SUBMITTED", "QUEUED"],
        ["CLAIMED", "LEASED"],
        ["SUCCEEDED", "SUCCEEDED"],
    ]


@pytest.mark.parametrize("package", ["crashqueue_core", "crashqueue_verify"])
def test_core_and_verify_import_only_themselves_and_python(
    everything: Environment, package: str, tmp_path: Path
) -> None:
    imported = everything.python(IMPORT_ALL.format(package=package), folder=tmp_path)
    assert imported == [package]


def test_core_alone_is_complete(core_alone: Environment, tmp_path: Path) -> None:
    imported = core_alone.python(IMPORT_ALL.format(package="crashqueue_core"), folder=tmp_path)
    assert imported == ["crashqueue_core"]


def test_verify_alone_is_complete(verify_alone: Environment, tmp_path: Path) -> None:
    imported = verify_alone.python(IMPORT_ALL.format(package="crashqueue_verify"), folder=tmp_path)
    assert imported == ["crashqueue_verify"]


def test_verify_alone_audits_a_database_that_core_wrote(
    verify_alone: Environment, database: Path, tmp_path: Path
) -> None:
    before = folder_contents(database.parent)
    printed = verify_alone.output(
        "crashqueue-verify", str(database), "--format", "json", folder=tmp_path
    )
    assert json.loads(printed)["verdict"] == "HOLDS"
    assert folder_contents(database.parent) == before


def test_verify_alone_finds_what_somebody_broke(
    verify_alone: Environment, core_alone: Environment, database: Path, tmp_path: Path
) -> None:
    breakage = "UPDATE jobs SET state = 'QUEUED'"
    core_alone.output(
        "python",
        "-c",
        "import contextlib, sqlite3, sys\n"
        "with contextlib.closing(sqlite3.connect(sys.argv[1])) as connection, connection:\n"
        "    connection.execute(sys.argv[2])",
        str(database),
        breakage,
        folder=tmp_path,
    )
    done = verify_alone.run("crashqueue-verify", str(database), "--format", "json", folder=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["verdict"] == "VIOLATED"


def everything_below(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def test_verify_alone_judges_every_sample_of_other_queues(
    verify_alone: Environment, tmp_path: Path
) -> None:
    expected = json.loads((SAMPLES / "verdicts.json").read_text("utf-8"))
    before = everything_below(SAMPLES)
    found = {name: verdict_on(SAMPLES / name, verify_alone, tmp_path) for name in expected}
    assert found == expected
    assert everything_below(SAMPLES) == before
    assert list(tmp_path.iterdir()) == []


def verdict_on(sample: Path, environment: Environment, folder: Path) -> dict[str, object]:
    done = environment.run("crashqueue-verify", str(sample), "--format", "json", folder=folder)
    if done.returncode == 2:
        return {"code": json.loads(done.stderr)["code"]}
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert done.returncode == {"HOLDS": 0, "VIOLATED": 1, "UNKNOWN": 3}[report["verdict"]]
    findings = [*report["findings"], *report["warnings"], *report["information"]]
    return {
        "system": report["system"]["name"],
        "verdict": report["verdict"],
        "rules": sorted({finding["rule"] for finding in findings}),
    }


@pytest.mark.parametrize("address", ["postgresql://localhost/queue", "postgres://u:secret@h/q"])
def test_verify_alone_says_what_a_live_server_needs(
    verify_alone: Environment, tmp_path: Path, address: str
) -> None:
    done = verify_alone.run("crashqueue-verify", address, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    error = json.loads(done.stderr)
    assert error["code"] == "POSTGRES_MISSING"
    assert 'pip install "crashqueue-verify[postgres]"' in error["hint"]
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    "command", [["crashqueuelab"], ["python", "-m", "crashqueuelab"]], ids=["script", "module"]
)
def test_showcase_prints_the_promised_evidence(
    everything: Environment, command: list[str], tmp_path: Path
) -> None:
    arguments = ["showcase", "--output-directory", "evidence", "--seed", "20260827"]
    evidence = json.loads(everything.output(*command, *arguments, folder=tmp_path))
    comparison = evidence["effect_commit_before_acknowledgement"]
    campaign = evidence["process_fault_campaign"]
    assert evidence["ok"] is True
    assert evidence["seed"] == 20260827
    assert evidence["queue_delivery_semantics"] == "at-least-once execution"
    assert comparison["attempts_per_scenario"] == {"idempotent": 2, "non_idempotent": 2}
    assert comparison["durable_effects"] == {"idempotent": 1, "non_idempotent": 2}
    assert comparison["invariants_ok"] is True
    assert comparison["ok"] is True
    assert campaign["crash_mode"] == "spawned_process_os_exit"
    assert campaign["crash_time_invariants_all_ok"] is True
    assert campaign["crash_time_replay_all_ok"] is True
    assert campaign["recovery_all_succeeded"] is True
    assert campaign["exit_codes"] == [86]
    assert (campaign["failed"], campaign["timeouts"]) == (0, 0)
    assert (campaign["named_fault_points"], campaign["passed"]) == (13, 13)


def test_showcase_refuses_a_directory_that_is_not_empty(
    everything: Environment, tmp_path: Path
) -> None:
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "mine.txt").write_text("keep", "utf-8")
    arguments = ["showcase", "--output-directory", "evidence", "--seed", "1"]
    done = everything.run("crashqueuelab", *arguments, folder=tmp_path)
    assert done.returncode != 0
    assert done.stdout == ""
    assert folder_contents(tmp_path / "evidence") == {"mine.txt": b"keep"}


ENGINE_COMMANDS = [
    ["campaign", "--sites", "io", "--only", "claim"],
    ["power-loss", "--only", "claim", "--states", "100"],
    ["power-loss", "--witness", "wal-full.claim.1.1"],
]


@pytest.mark.parametrize("command", [*ENGINE_COMMANDS, ["guarantees"]], ids=" ".join)
def test_command_that_needs_the_engine_says_so(
    everything: Environment, command: list[str], tmp_path: Path
) -> None:
    arguments = [*command, "--output-directory", "evidence"]
    done = everything.run("crashqueuelab", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (6, "")
    assert json.loads(done.stderr)["error"]["code"] == "ENGINE_MISSING"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ENGINE_COMMANDS, ids=" ".join)
def test_extra_brings_the_engine(
    with_engine: Environment, command: list[str], tmp_path: Path
) -> None:
    arguments = [*command, "--output-directory", "evidence"]
    report = json.loads(with_engine.output("crashqueuelab", *arguments, folder=tmp_path))
    assert report.get("ok", report.get("verdict")) in {True, "sound"}
    assert (tmp_path / "evidence" / "environment.json").is_file()


def test_statements_need_no_engine(everything: Environment, tmp_path: Path) -> None:
    arguments = ["campaign", "--sites", "statements", "--only", "claim"]
    printed = everything.output(
        "crashqueuelab", *arguments, "--output-directory", "evidence", folder=tmp_path
    )
    assert json.loads(printed)["ok"] is True


def seeded_reports(evidence: Path) -> dict[str, bytes]:
    """Return every report that a seed fixes: all JSON but the description of the environment."""
    reports = (path for path in evidence.rglob("*.json") if path.name != "environment.json")
    return {path.relative_to(evidence).as_posix(): path.read_bytes() for path in reports}


def test_campaign_reports_depend_on_the_seed_alone(everything: Environment, tmp_path: Path) -> None:
    for folder in ("first", "second"):
        arguments = ["campaign", "--output-directory", folder, "--seed", "7"]
        everything.output("crashqueuelab", *arguments, folder=tmp_path)
    reports = seeded_reports(tmp_path / "first")
    assert reports == seeded_reports(tmp_path / "second")
    assert len(reports) > 13
    assert [name for name, report in reports.items() if str(tmp_path).encode() in report] == []
