"""Rows that cannot be read in full: damage is a finding, the machine's troubles are none."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify import RULES, Verdict, audit
from crashqueue_verify.native import postgresql_rows, postgresql_source
from crashqueue_verify.source.copy import NO_ROOM
from crashqueue_verify.staging import postgresql_source as live_source
from crashqueue_verify.staging.deadline import TIME_LIMIT_REACHED, TimeLimitReached
from crashqueue_verify.staging.errors import PostgresTimeout

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def dump(lab: Any, filled: Any) -> bytes:
    """A dump of two jobs, one of them leased."""
    lab.write("submit claim succeed", "submit claim")
    filled.lab.fill(lab.path)
    return bytes(filled.lab.rows_into(filled.empty_dump))


def broken_rules(report: Any) -> set[str]:
    return {finding.rule_id for finding in report.findings}


def test_a_number_that_is_none_is_damage(dump: bytes, audit_dump: Any) -> None:
    report = audit_dump(dump.replace(b"\t10000\t", b"\tmany\t", 1))
    (finding,) = report.findings
    assert finding.rule_id == "CQ102"
    assert "a value is not of its column's type" in finding.sentence
    unseen = {rule_id for item in report.not_evaluated for rule_id in item.rule_ids}
    skipped = {rule_id for item in report.skipped for rule_id in item.rule_ids}
    assert unseen == set(RULES) - {"CQ101", "CQ102"} - skipped


def test_nothing_where_a_value_must_be_is_damage(dump: bytes, audit_dump: Any) -> None:
    report = audit_dump(dump.replace(b"\tsynthetic.effect\t", b"\t\\N\t", 1))
    (finding,) = report.findings
    assert finding.rule_id == "CQ102"
    assert "NOT NULL constraint failed: jobs.job_type" in finding.sentence


def test_a_dump_that_is_cut_is_damaged_whoever_wrote_it(dump: bytes, audit_dump: Any) -> None:
    assert broken_rules(audit_dump(dump[: len(dump) // 2])) == {"G38"}


def test_a_value_that_is_too_large_is_named(
    lab: Any, filled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.write("submit")
    filled.lab.fill(lab.path)
    monkeypatch.setattr(live_source, "MAX_LINE_BYTES", 100)
    report = filled.lab.audit()
    assert broken_rules(report) == {"CQ104"}
    assert report.system.engine == "postgresql"
    assert {item.reason for item in report.not_evaluated} == {
        "CQ104 does not hold: a value cannot be read"
    }


def fill_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA max_page_count = 1")
    connection.execute("CREATE TABLE t (a)")


def take_for_ever(connection: sqlite3.Connection) -> None:
    connection.set_progress_handler(lambda: 1, 1)
    connection.execute("SELECT 1")


@pytest.mark.parametrize(
    ("trouble", "reason"), [(fill_up, NO_ROOM), (take_for_ever, TIME_LIMIT_REACHED)]
)
def test_what_the_machine_does_not_let_us_read_is_no_finding(
    dump: bytes,
    audit_dump: Any,
    monkeypatch: pytest.MonkeyPatch,
    trouble: Callable[[sqlite3.Connection], None],
    reason: str,
) -> None:
    def meet_trouble(*_args: Any, **_kwargs: Any) -> None:
        with closing(sqlite3.connect(":memory:")) as connection:
            trouble(connection)

    monkeypatch.setattr(postgresql_source, "stage_rows", meet_trouble)
    report = audit_dump(dump)
    assert report.verdict is Verdict.UNKNOWN
    assert {item.reason for item in report.not_evaluated} == {reason}
    assert report.system.name == "crashqueuelab"


@pytest.mark.parametrize("error", [TimeLimitReached("too late"), PostgresTimeout("too late")])
def test_rows_that_take_too_long_are_no_finding(
    dump: bytes, audit_dump: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def take_too_long(*_args: Any, **_kwargs: Any) -> None:
        raise error

    monkeypatch.setattr(postgresql_source, "stage_rows", take_too_long)
    report = audit_dump(dump)
    assert report.verdict is Verdict.UNKNOWN
    assert {item.reason for item in report.not_evaluated} == {"too late"}


def test_a_dump_that_changes_meanwhile_is_not_judged(dump: bytes, tmp_path: Path) -> None:
    path = tmp_path / "queue.sql"
    path.write_bytes(dump)
    report = audit(path, progress=lambda *_: os.utime(path, (1, 1)))
    assert report.verdict is Verdict.UNKNOWN
    assert report.not_evaluated[0].reason == "the source changed while it was read"


def test_progress_tells_of_rows(
    dump: bytes, audit_dump: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_rows, "ROWS_BETWEEN_REPORTS", 2)
    told: list[tuple[str, int, int]] = []
    audit_dump(dump, progress=lambda *words: told.append(words))
    assert ("rows of events", 4, 0) in told
    assert ("jobs checked", 0, 2) in told
