"""Which of the queues in a source an audit is about, and by which numbers it is judged."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify import InvalidTime, audit
from crashqueue_verify.errors import InvalidSetting, SeveralSystems, UnknownName
from crashqueue_verify.foreign.choosing import choose
from crashqueue_verify.foreign.options import Options
from crashqueue_verify.foreign.profile_toml import parse_profile
from crashqueue_verify.staging.catalogue import Catalogue, RawColumn, RawTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PROFILE = parse_profile("""
format = 1
name = "tiny"
title = "Tiny"
engines = ["sqlite", "postgresql"]
versions = "1"
basis = "observed"
facts = "Made up."
[tables.jobs]
name = "tiny_jobs"
required = ["id", "status", "made_at"]
[settings.max_receive]
default = 3
meaning = "Deliveries before a job is dead."
[states]
todo = "waiting"
busy = "running"
[lease]
rule = "age"
lost_after_s = 60
rescue = "Nothing."
[model.job]
table = "jobs"
sql = '''
SELECT id AS job_key, rowid AS row_id, status AS state_raw, unix_us(made_at) AS created_at
  FROM raw_jobs
'''
[[rules]]
id = "TY01"
severity = "information"
sentence = "Numbers are as set."
why = "Why not."
action = "Nothing."
says = "{max} and {lost}"
sql = "SELECT :max_receive AS max, :lost_after_us AS lost"
""")


class Server:
    """A source with the same queue in some schemas."""

    engine = "postgresql"
    kind = "dump"
    captured_at_us = None

    def __init__(self, *schemas: str) -> None:
        columns = tuple(
            RawColumn(name=name, declared_type="text") for name in ("id", "status", "made_at")
        )
        self.catalogue = Catalogue(
            tables=tuple(RawTable(schema=s, name="tiny_jobs", columns=columns) for s in schemas)
        )


def chosen_schema(*schemas: str, wanted: str | None) -> str | None:
    source: Any = Server(*schemas)
    return choose(source, Options(profiles=(PROFILE,), schema=wanted)).schema


def test_one_of_two_schemas_is_chosen_by_name() -> None:
    assert chosen_schema("public", "jobs", wanted="jobs") == "jobs"
    with pytest.raises(SeveralSystems, match="tiny in public, tiny in jobs"):
        chosen_schema("public", "jobs", wanted=None)


def test_a_schema_that_is_not_there_is_refused_with_what_comes_close() -> None:
    with pytest.raises(UnknownName, match=r"no schema pubic; did you mean public\?"):
        chosen_schema("public", "jobs", wanted="pubic")
    with pytest.raises(UnknownName, match=r"no schema elsewhere \(there is jobs, public\)"):
        chosen_schema("public", "jobs", wanted="elsewhere")


@pytest.fixture(name="database")
def _database(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE tiny_jobs (id TEXT, status TEXT, made_at INTEGER)")
        connection.execute("INSERT INTO tiny_jobs VALUES ('a', 'todo', 1700000000)")
    return path


def test_settings_reach_the_rules(database: Path) -> None:
    settings = {"max_receive": 5, "lost_after_s": 2.5}
    (finding,) = audit(database, profiles=[PROFILE], settings=settings).information
    assert finding.sentence == "5 and 2500000"


def test_an_unknown_setting_is_refused_with_what_comes_close(database: Path) -> None:
    with pytest.raises(InvalidSetting, match="no setting max_recieve; did you mean max_receive"):
        audit(database, profiles=[PROFILE], settings={"max_recieve": 5})
    with pytest.raises(InvalidSetting, match="it has lost_after_s, max_receive"):
        audit(database, profiles=[PROFILE], settings={"t_ref": 5})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1, 1e13])
def test_a_number_that_cannot_be_reckoned_with_is_refused(database: Path, value: float) -> None:
    with pytest.raises(InvalidSetting, match="must be from 0 to 1,000,000,000,000"):
        audit(database, profiles=[PROFILE], settings={"lost_after_s": value})


def test_a_database_of_ours_has_no_settings(story: Callable[..., Any]) -> None:
    with pytest.raises(InvalidSetting, match="CrashQueueLab has no setting lost_after_s"):
        audit(story("submit").path, settings={"lost_after_s": 1})


def test_the_newest_time_in_the_data_judges_unless_another_is_given(database: Path) -> None:
    os.utime(database, ns=(0, 1_800_000_000_000_000_000))
    for wanted, expected in (
        ({}, (1_700_000_000_000_000, "newest time in the data")),
        ({"use_mtime": True}, (1_800_000_000_000_000, "the file's modification")),
        ({"now_us": 7}, (7, "given")),
    ):
        time = audit(database, profiles=[PROFILE], **wanted).reference_time
        assert time is not None
        assert (time.time_us, time.source) == expected


def test_a_log_that_is_newer_than_the_file_counts(story: Callable[..., Any]) -> None:
    lab = story("submit")
    with lab.connection() as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("UPDATE jobs SET priority = 0")
        log = lab.path.with_name("queue.sqlite-wal")
        os.utime(lab.path, ns=(0, 1_000_000))
        os.utime(log, ns=(0, 5_000_000))
        time = audit(lab.path, use_mtime=True).reference_time
    assert time is not None
    assert (time.time_us, time.source) == (5_000, "the file's modification")


def test_a_time_beyond_64_bits_is_refused(database: Path) -> None:
    with pytest.raises(InvalidTime):
        audit(database, now_us=2**63)
