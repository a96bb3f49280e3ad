"""The commands about profiles and rules."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crashqueue_verify import RULES, cli
from crashqueue_verify.foreign.loading import profile_text
from crashqueue_verify.foreign.new_profile import new_profile
from crashqueue_verify.foreign.shipped import generic_rules, shipped_profiles
from crashqueue_verify.report.json import report_schema
from crashqueue_verify.report.system_page import system_page

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

JOBS = """
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY, status TEXT, attempts INTEGER, locked_by TEXT, locked_at INTEGER,
  run_at INTEGER, created_at INTEGER, finished_at INTEGER, last_error TEXT, colour TEXT
);
INSERT INTO jobs VALUES
  (1, 'done', 1, NULL, NULL, 1700000000, 1700000000, 1700000500, NULL, 'red'),
  (2, 'queued', 1, NULL, NULL, 1700000400, 1700000400, NULL, 'oops', 'red'),
  (3, 'lost', 0, NULL, NULL, 1700000400, 1700000400, NULL, NULL, 'red'),
  (4, 'lost', 0, NULL, NULL, 1700000400, 1700000400, NULL, NULL, 'red');
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


def edit(old: str, new: str) -> None:
    text = Path("mine.toml").read_text("utf-8")
    assert old in text
    Path("mine.toml").write_text(text.replace(old, new, 1), "utf-8")


def test_every_shipped_profile_is_listed(run: Run) -> None:
    code, out, _ = run("profile", "list")
    assert code == 0
    listed = [line.split()[0] for line in out.splitlines()]
    assert listed == ["name", *(profile.name for profile in shipped_profiles())]


def test_a_new_profile_is_free_of_mistakes(run: Run) -> None:
    code, out, _ = run("profile", "new", "night-shift")
    assert code == 0
    assert tomllib.loads(out)["name"] == "night-shift"
    Path("night.toml").write_text(out, encoding="utf-8")
    assert run("profile", "check", "night.toml") == (
        0,
        "night.toml: no mistakes, 1 rule\n",
        "",
    )
    assert json.loads(run("profile", "new", "Night Shift")[2])["code"] == "PROFILE_REFUSED"


def test_mistakes_are_told_by_line(run: Run) -> None:
    edit("locked_by AS lease_owner", "locked_bye AS lease_owner")
    edit("{count:job} put", "{jobkey} put")
    code, out, err = run("profile", "check", "mine.toml")
    assert (code, err) == (1, "")
    assert out == (
        "mine.toml:57: model.job.sql: no column locked_bye; did you mean locked_by or locked_at or "
        "lock_key?\n"
        "mine.toml:72: rules.says: {jobkey} is no column of the result; did you mean job_key?\n"
    )


def test_a_trial_says_what_the_profile_makes_of_a_database(run: Run) -> None:
    code, out, err = run("profile", "check", "mine.toml", "jobs.db")
    assert (code, err) == (0, "")
    assert (
        "mine.toml: no mistakes, 1 rule\n"
        "\n"
        "Tables\n"
        "  jobs: jobs\n"
        "    optional and missing: queue, kind, payload, max_attempts\n"
        "    not in the profile: colour\n"
        "\n"
        "Rows of the model\n"
        "  job 4\n"
        "  states that [states] does not name: lost (2)\n"
        "\n"
        "Rules\n"
        "  as of 2023-11-14T22:21:40.000000+00:00 (newest time in the data)\n"
    ) in out
    assert "  G01   2 rows\n" in out
    assert "  MQ01  1 row\n" in out
    assert "My queue does not store it: " in out


def test_a_trial_takes_the_options_of_an_audit(run: Run) -> None:
    _, out, _ = run(
        "profile", "check", "mine.toml", "jobs.db", "--now", "5", "--set", "lost_after_s=1"
    )
    assert "  as of 1970-01-01T00:00:00.000005+00:00 (given)\n" in out
    code, _, err = run("profile", "check", "mine.toml", "jobs.db", "--set", "lost=1")
    assert (code, json.loads(err)["code"]) == (2, "INVALID_SETTING")


def test_a_trial_on_another_queue_says_what_is_missing(run: Run) -> None:
    edit('name = "jobs"', 'name = "work"')
    code, out, _ = run("profile", "check", "mine.toml", "jobs.db")
    assert code == 1
    assert "  jobs: no such table\n\nNot this queue: the database lacks work\n" in out


def test_a_trial_on_another_version_says_which_columns_are_missing(run: Run) -> None:
    edit('"locked_by", "locked_at"', '"locked_by", "lease", "locked_at"')
    code, out, _ = run("profile", "check", "mine.toml", "jobs.db")
    assert code == 1
    assert "    required and missing: lease\n" in out
    assert "Not this queue: the database lacks jobs.lease\n" in out


def test_a_trial_on_another_engine_is_refused(run: Run) -> None:
    edit('engines = ["postgresql", "sqlite"]', 'engines = ["postgresql"]')
    code, _, err = run("profile", "check", "mine.toml", "jobs.db")
    assert code == 2
    assert "the profile is for postgresql" in json.loads(err)["message"]


def test_a_trial_on_rows_without_a_time_says_so(run: Run) -> None:
    with contextlib.closing(sqlite3.connect("jobs.db", isolation_level=None)) as connection:
        connection.execute("DELETE FROM jobs")
    _, out, _ = run("profile", "check", "mine.toml", "jobs.db")
    assert "Rows of the model\n  none\n" in out
    assert "  no row has a time, so nothing can be late: fill created_at, or give --now\n" in out


def test_a_trial_names_the_rules_that_fail(run: Run) -> None:
    edit("attempts > 0", "json_extract(last_error, '$.x') IS NULL")
    _, out, _ = run("profile", "check", "mine.toml", "jobs.db")
    assert "Not checked\n  MQ01: its query fails on this database: malformed JSON\n" in out


def test_a_trial_on_a_dump(run: Run) -> None:
    Path("jobs.sql").write_text(
        "-- PostgreSQL database dump\n"
        "CREATE TABLE public.jobs (id bigint, status text, attempts integer, locked_by text,\n"
        "    locked_at timestamp with time zone, run_at timestamp with time zone,\n"
        "    created_at timestamp with time zone);\n"
        "COPY public.jobs (id, status, attempts, locked_by, locked_at, run_at, created_at)"
        " FROM stdin;\n"
        "1\tqueued\t0\t\\N\t\\N\t2026-01-01 00:00:00+00\t2026-01-01 00:00:00+00\n"
        "\\.\n"
        "-- PostgreSQL database dump complete\n",
        encoding="utf-8",
    )
    code, out, _ = run("profile", "check", "mine.toml", "jobs.sql", "--schema", "public")
    assert code == 0
    assert "  job 1\n" in out


def test_a_damaged_database_cannot_be_tried(run: Run) -> None:
    Path("jobs.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 600)
    code, _, err = run("profile", "check", "mine.toml", "jobs.db")
    assert (code, json.loads(err)["code"]) == (2, "UNREADABLE")


def test_a_profile_is_shown(run: Run) -> None:
    _, out, _ = run("profile", "show", "goqite")
    assert out.startswith("goqite (goqite), postgresql and sqlite, 0.2 to 0.4\n")
    assert "  max_receive=3  " in out
    assert max(map(len, out.splitlines())) <= 100
    _, page, _ = run("profile", "show", "goqite", "--format", "markdown")
    (goqite,) = (profile for profile in shipped_profiles() if profile.name == "goqite")
    assert page == system_page(goqite)
    assert run("profile", "show", "goqite", "--format", "toml")[1] == profile_text("goqite")
    mine = run("profile", "show", "mine.toml", "--format", "toml")[1]
    assert mine == Path("mine.toml").read_text("utf-8")


def test_a_profile_for_tables_of_any_name_is_shown(run: Run) -> None:
    edit('name = "jobs"', 'pattern = "jobs_(?P<part>.+)"')
    assert "  names that match jobs_(?P<part>.+)\n" in run("profile", "show", "mine.toml")[1]
    page = run("profile", "show", "mine.toml", "--format", "markdown")[1]
    assert "Tables whose whole name matches `jobs_(?P<part>.+)`" in page


def test_bad_requests_are_structured_errors(run: Run) -> None:
    for arguments in (["profile"], ["profile", "make"], ["explain"], ["schema", "x"]):
        code, out, err = run(*arguments)
        assert (code, out, json.loads(err)["code"]) == (2, "", "BAD_ARGUMENTS")
    assert json.loads(run("profile", "show", "gokite")[2])["code"] == "UNKNOWN_NAME"
    assert json.loads(run("profile", "check", "none.toml")[2])["code"] == "PROFILE_REFUSED"


def test_the_schema_is_printed(run: Run) -> None:
    assert run("schema") == (0, report_schema(), "")


def test_every_rule_is_explained(run: Run) -> None:
    own = [rule for profile in shipped_profiles() for rule in profile.rules]
    for rule_id in (*RULES, *(rule.rule.rule_id for rule in (*generic_rules(), *own))):
        code, out, err = run("explain", rule_id)
        assert (code, err) == (0, "")
        assert out.startswith(f"{rule_id}  ")
        for title in ("Why it matters", "What to do"):
            assert f"\n\n{title}\n  " in out


def test_a_generic_rule_names_the_systems_that_it_does_not_apply_to(run: Run) -> None:
    exempt = [(p, r) for p in shipped_profiles() for r in p.exempt]
    profile, rule_id = exempt[0]
    assert f"\nDoes not apply to\n  {profile.title}: " in run("explain", rule_id)[1]


def test_the_query_of_a_rule_is_shown_if_it_has_one(run: Run) -> None:
    assert "  SELECT " in run("explain", "g01")[1]
    assert "SELECT" not in run("explain", "G33")[1]


def test_rules_of_a_file_are_explained(run: Run) -> None:
    assert "  warning, asked of My queue\n" in run("explain", "MQ01", "--profile", "mine.toml")[1]
    error = json.loads(run("explain", "MQ01")[2])
    assert error["code"] == "UNKNOWN_NAME"
    assert "did you mean" in error["message"]
