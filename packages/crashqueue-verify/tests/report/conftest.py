"""A queue whose rows hold whatever could steer a terminal, a browser, a parser or a spreadsheet."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from crashqueue_verify import Report, audit
from crashqueue_verify.foreign.profile_toml import parse_profile

if TYPE_CHECKING:
    from crashqueue_verify.foreign.profile import Profile

NOW_US: Final = 1_700_000_000_000_000

HOSTILE: Final = (
    "\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "<script>alert(1)</script><!--",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "nul\x00and\x08back",
    "line\r\nbreak\u2028and\u0085more",
    "turned\u202earound\u2066\u200b",
    "]]>&amp;\"'",
    "{0} {name} }{",
    "[click here](https://example.org)",
    "noncharacter\ufffe\uffff",
    "long" * 2_000,
)

PROFILE: Final = """
format = 1
name = "tiny"
title = "Tiny"
engines = ["sqlite"]
versions = "1"
basis = "documentation"
facts = "Made up."
caveats = ["Nothing is seen of what is not there."]
[tables.jobs]
name = "tiny_jobs"
required = ["id", "status", "made_at", "payload"]
payload = ["payload"]
[states]
todo = "waiting"
done = "succeeded"
[lease]
rule = "invisible"
rescue = "Nothing."
[exempt]
G23 = "Nobody waits here."
[model.job]
table = "jobs"
sql = '''
SELECT id AS job_key, rowid AS row_id, status AS state_raw, unix_us(made_at) AS created_at
  FROM raw_jobs
'''
[[rules]]
id = "TY01"
severity = "warning"
sentence = "No job is called odd."
why = "It is odd."
action = "Rename it."
risk = "Whoever looks for the old name."
reports = ["Tiny #1", "Tiny #2"]
says = "{count:job} called {cause}"
sql = "SELECT id AS job_key, rowid AS row_id, id AS cause FROM raw_jobs WHERE id LIKE 'odd%'"
[[rules]]
id = "TY02"
severity = "information"
sentence = "Few jobs are done."
why = "They take room."
action = "Delete them."
says = "{count:job} done"
sql = "SELECT id AS job_key, rowid AS row_id FROM raw_jobs WHERE status = 'done'"
[[rules]]
id = "TY03"
severity = "error"
sentence = "The query works."
why = "It does not."
action = "Repair it."
says = "{count}"
sql = "SELECT json_extract(id, '$') FROM raw_jobs WHERE id = 'no json'"
"""


@pytest.fixture(name="profile", scope="session")
def _profile() -> Profile:
    return parse_profile(PROFILE)


def write_queue(path: Path, rows: list[tuple[object, ...]]) -> Path:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE tiny_jobs (id, status, made_at, payload)")
        connection.executemany("INSERT INTO tiny_jobs VALUES (?, ?, ?, ?)", rows)
    return path


@pytest.fixture(name="mixed", scope="session")
def _mixed(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Report:
    """Audit a queue with a finding of each severity, and a rule that cannot be evaluated."""
    rows: list[tuple[object, ...]] = [
        ("a", "todo", 1_699_999_000, '{"to": "me"}'),
        ("odd-1", "todo", 1_700_000_000, None),
        ("b", "lost", 1_699_990_000, b"\0"),
        ("no json", "done", 1_699_990_000, 5),
        *((f"c{number}", "done", 1_699_990_000, "x") for number in range(7)),
    ]
    path = write_queue(tmp_path_factory.mktemp("mixed") / "tiny.db", rows)
    return audit(path, profiles=[profile])


@pytest.fixture(name="hostile", scope="session")
def _hostile(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Report:
    """Audit a queue whose every text is hostile, payloads shown."""
    rows: list[tuple[object, ...]] = [
        (f"odd{text}" if number % 2 else text, text, 1_700_000_000, text)
        for number, text in enumerate(HOSTILE)
    ]
    path = write_queue(tmp_path_factory.mktemp("hostile") / "tiny.db", rows)
    return audit(path, profiles=[profile], show_payloads=True)
