"""The options of an audit: what is asked, how it is judged, and where the report goes."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from crashqueue_verify import cli
from crashqueue_verify.foreign.new_profile import new_profile

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

SAMPLES = Path(__file__).with_name("samples")
JOBS = """
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY, status TEXT, attempts INTEGER, locked_by TEXT, locked_at INTEGER,
  run_at INTEGER, created_at INTEGER, finished_at INTEGER, payload TEXT
);
INSERT INTO jobs VALUES
  (1, 'done', 1, NULL, NULL, 1700000000, 1700000000, 1700000500, '{}'),
  (2, 'running', 1, 'w1', 1700000100, 1700000000, 1700000000, NULL, '{"secret": "hunter2"}'),
  (3, 'lost', 0, NULL, NULL, 1700000400, 1700000400, NULL, '{}');
"""


@pytest.fixture(name="run")
def _run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Run the command in a folder with jobs.db and its profile mine.toml."""
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(new_profile("my-queue"), encoding="utf-8")
    with contextlib.closing(sqlite3.connect("jobs.db", isolation_level=None)) as connection:
        connection.executescript(JOBS)

    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def report(run: Run, *arguments: object) -> tuple[int, Any]:
    code, out, err = run("jobs.db", "--profile", "mine.toml", "--format", "json", *arguments)
    assert err == ""
    return code, json.loads(out)


def refusal(run: Run, *arguments: object) -> Any:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    return json.loads(err)


def rules(findings: list[dict[str, Any]]) -> list[str]:
    return [finding["rule"] for finding in findings]


def test_a_profile_of_ones_own_judges_its_queue(run: Run) -> None:
    code, document = report(run)
    assert code == 1
    assert (rules(document["findings"]), rules(document["warnings"])) == (["G01"], [])
    assert document["system"]["name"] == "my-queue"


def test_a_queue_of_which_nothing_is_known_is_refused(run: Run) -> None:
    error = refusal(run, "jobs.db")
    assert error["code"] == "NOT_A_QUEUE_DATABASE"
    assert "profile new" in error["hint"]


def test_a_shipped_profile_is_named(run: Run) -> None:
    healthy = SAMPLES / "goqite" / "healthy.sqlite"
    assert run(healthy, "--profile", "goqite")[0] == 0
    assert refusal(run, healthy, "--profile", "litequeue")["code"] == "NOT_A_QUEUE_DATABASE"
    error = refusal(run, healthy, "--profile", "gokite")
    assert error["code"] == "UNKNOWN_NAME"
    assert "no profile gokite; did you mean goqite?" in error["message"]


def test_a_profile_with_a_mistake_is_refused_with_its_line(run: Run) -> None:
    Path("mine.toml").write_text(new_profile("x").replace("format = 1", "format = 2"), "utf-8")
    error = refusal(run, "jobs.db", "--profile", "mine.toml")
    assert error["code"] == "PROFILE_REFUSED"
    assert error["message"] == "mine.toml:7: format: must be 1, the only format there is"
    Path("mine.toml").write_text("name = \n", "utf-8")
    assert (
        "mine.toml: Invalid value (at line 1"
        in refusal(run, "jobs.db", "--profile", "mine.toml")["message"]
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"name = '\xff'", "mine.toml:1: the file is not UTF-8"),
        (b"#" * 1_048_577, "a profile has at most 1,048,576 bytes"),
        (None, "mine.toml: No such file or directory"),
    ],
)
def test_a_profile_that_cannot_be_read_is_refused(
    run: Run, content: bytes | None, message: str
) -> None:
    Path("mine.toml").unlink()
    if content is not None:
        Path("mine.toml").write_bytes(content)
    assert message in refusal(run, "jobs.db", "--profile", "./mine.toml")["message"]


def test_the_files_modification_can_be_the_time(run: Run) -> None:
    os.utime("jobs.db", ns=(0, 1_700_010_000_000_000_000))
    _, document = report(run, "--now", "mtime")
    assert document["reference_time_us"] == 1_700_010_000_000_000
    assert document["reference_time_source"] == "the file's modification"
    assert rules(document["warnings"]) == ["G09"]


def test_a_live_server_has_no_modification_time(run: Run) -> None:
    error = refusal(run, "postgresql://localhost/x", "--now", "mtime")
    assert error["code"] == "INVALID_TIME"


def test_settings_are_given_by_name(run: Run) -> None:
    _, document = report(run, "--set", "lost_after_s=60")
    assert rules(document["warnings"]) == ["G09"]
    error = refusal(run, "jobs.db", "--profile", "mine.toml", "--set", "lost_after=60")
    assert "did you mean lost_after_s?" in error["message"]


def test_only_the_rules_asked_for_are_reported(run: Run) -> None:
    code, document = report(run, "--rule", "g09", "--rule", "G02", "--set", "lost_after_s=60")
    assert code == 0
    assert document["rule_count"] == 2
    assert rules(document["warnings"]) == ["G09"]


def test_an_unknown_rule_is_refused_with_what_comes_close(run: Run) -> None:
    for option in (["--rule", "MQ1"], ["--ignore", "MQ1=x"]):
        error = refusal(run, "jobs.db", "--profile", "mine.toml", *option)
        assert error["code"] == "UNKNOWN_NAME"
        assert "no rule MQ1; did you mean MQ01" in error["message"]


def test_an_ignored_rule_is_repeated_with_its_reason(run: Run) -> None:
    code, document = report(run, "--ignore", "G01=set by hand = on purpose")
    assert code == 0
    assert document["ignored"] == [
        {"rule_id": "G01", "reason": "set by hand = on purpose", "finding_count": 1}
    ]


def test_warnings_fail_if_they_are_asked_to(run: Run) -> None:
    asked = ("--ignore", "G01=x", "--set", "lost_after_s=60")
    assert report(run, *asked)[0] == 0
    assert report(run, *asked, "--fail-on", "error")[0] == 0
    assert report(run, *asked, "--fail-on", "warning")[0] == 1
    assert report(run, "--ignore", "G01=x", "--fail-on", "warning")[0] == 0


def test_payloads_are_shown_on_request_only(run: Run) -> None:
    asked = ("jobs.db", "--profile", "mine.toml", "--set", "lost_after_s=60")
    assert "hunter2" not in run(*asked)[1]
    assert "payload=<21 bytes: secret>" in run(*asked)[1]
    assert 'payload={"secret": "hunter2"}' in run(*asked, "--show-payloads")[1]


def test_what_the_time_does_not_suffice_for_is_unknown(run: Run) -> None:
    code, document = report(run, "--time-limit", "0.000000001")
    assert code == 3
    assert document["verdict"] == "UNKNOWN"


def test_a_schema_is_of_postgresql(run: Run) -> None:
    error = refusal(run, "jobs.db", "--profile", "mine.toml", "--schema", "public")
    assert error["code"] == "UNKNOWN_NAME"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ignore", "G01"], "'G01' gives no reason, which the report repeats"),
        (["--ignore", "G01= "], "gives no reason"),
        (["--ignore", "=x"], "gives no reason"),
        (["--set", "lost_after_s"], "'lost_after_s' is not NAME=NUMBER"),
        (["--set", "=5"], "'=5' is not NAME=NUMBER"),
        (["--set", "lost_after_s=nan"], "is not NAME=NUMBER"),
        (["--set", "lost_after_s=long"], "is not NAME=NUMBER"),
        (["--time-limit", "0"], "'0' is no number of seconds"),
        (["--time-limit", "soon"], "'soon' is no number of seconds"),
        (["--fail-on", "information"], "invalid choice: 'information'"),
        (["--prof", "mine.toml"], "unrecognized arguments: --prof"),
    ],
)
def test_a_value_that_means_nothing_is_refused(
    run: Run, arguments: list[str], message: str
) -> None:
    error = refusal(run, "jobs.db", *arguments)
    assert error["code"] == "BAD_ARGUMENTS"
    assert message in error["message"]


def test_every_format_is_written(run: Run) -> None:
    asked = ("jobs.db", "--profile", "mine.toml", "--format")
    assert run(*asked, "text")[1].startswith("VIOLATED: ")
    assert json.loads(run(*asked, "json")[1])["verdict"] == "VIOLATED"
    assert json.loads(run(*asked, "sarif")[1])["version"] == "2.1.0"
    assert ET.fromstring(run(*asked, "junit")[1]).tag == "testsuites"


def test_the_report_replaces_a_file_at_once(run: Run) -> None:
    Path("report.xml").write_text("old")
    asked = ("jobs.db", "--profile", "mine.toml", "--format", "junit", "--output", "report.xml")
    assert run(*asked) == (1, "", "")
    assert ET.parse("report.xml").getroot().tag == "testsuites"
    assert sorted(path.name for path in Path().iterdir()) == ["jobs.db", "mine.toml", "report.xml"]


def test_a_report_that_fails_leaves_the_old_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    Path("report.txt").write_text("old")
    error = refusal(run, "jobs.db", "--profile", "mine.toml", "--output", "report.txt")
    assert error["code"] == "OUTPUT_REFUSED"
    assert error["message"] == "report.txt cannot be written: No space left on device"
    assert Path("report.txt").read_text() == "old"
    assert sorted(path.name for path in Path().iterdir()) == ["jobs.db", "mine.toml", "report.txt"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("jobs.db", "would replace the database that it is about"),
        ("./jobs.db-wal", "would replace the database that it is about"),
        (".", "is a folder"),
        ("nowhere/report.txt", "the folder of nowhere/report.txt does not exist"),
    ],
)
def test_a_place_that_is_none_for_a_report_is_refused(run: Run, target: str, message: str) -> None:
    error = refusal(run, "jobs.db", "--profile", "mine.toml", "--output", target)
    assert error["code"] == "OUTPUT_REFUSED"
    assert message in error["message"]


def test_a_device_is_written_to_and_not_replaced(run: Run) -> None:
    assert run("jobs.db", "--profile", "mine.toml", "--output", os.devnull) == (1, "", "")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["profile", "explain", "schema"])
def test_a_database_may_be_called_like_a_command(run: Run, name: str) -> None:
    Path("jobs.db").rename(name)
    assert run(f"./{name}", "--profile", "mine.toml")[0] == 1


def test_a_dumb_terminal_gets_the_same_text(run: Run) -> None:
    arguments = [sys.executable, "-m", "crashqueue_verify", "jobs.db", "--profile", "mine.toml"]
    printed = [
        subprocess.run(
            arguments, env={**os.environ, "TERM": term}, capture_output=True, check=False
        ).stdout
        for term in ("dumb", "xterm-256color")
    ]
    assert printed[0] == printed[1]
    assert b"\x1b" not in printed[0]
