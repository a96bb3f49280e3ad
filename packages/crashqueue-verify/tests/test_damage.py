"""A damaged or hostile file of ours gets a report, never a traceback."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify import RULES, Verdict, audit, replay
from crashqueue_verify.native import sqlite_source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


def overwrite(path: Path, offset: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


@pytest.fixture
def damaged(story: Callable[..., Any]) -> Any:
    """A database with an index that has lost its content."""
    lab = story("submit claim succeed", "submit")
    with lab.connection() as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_jobs_1'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    overwrite(lab.path, (page - 1) * size + 3, b"\0\0")
    return lab


def test_damage_is_one_finding_and_the_rest_is_not_guessed(damaged: Any) -> None:
    report = damaged.audit()
    assert [finding.rule_id for finding in report.findings] == ["CQ102"]
    assert report.verdict is Verdict.VIOLATED
    unseen = {rule_id for item in report.not_evaluated for rule_id in item.rule_ids}
    assert unseen == set(RULES) - {"CQ101", "CQ102"}


def test_a_truncated_file_is_damaged(story: Callable[..., Any]) -> None:
    lab = story(*["submit claim succeed"] * 8)
    size = lab.path.stat().st_size
    for kept in (size - 4096, size // 2, 4096, 1000, 100):
        with lab.path.open("r+b") as file:
            file.truncate(kept)
        assert lab.broken_rules() == {"CQ102"}


def test_a_damaged_header_is_damaged(story: Callable[..., Any]) -> None:
    lab = story("submit")
    overwrite(lab.path, 100, b"\xff" * 40)
    assert lab.broken_rules() == {"CQ102"}
    answer = replay(lab.path, "any")
    assert [finding.rule_id for finding in answer.findings] == ["CQ102"]
    assert not answer.agrees


def rows(lab: Any) -> list[Any]:
    with lab.connection() as connection:
        return [
            connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("tenants", "jobs", "attempts", "events")
        ]


@pytest.mark.parametrize("seed", range(40))
def test_random_damage_is_found_unless_it_hits_unused_space(
    story: Callable[..., Any], seed: int
) -> None:
    lab = story("submit claim succeed", "limit:2 submit claim fail promote claim", "submit")
    before = rows(lab)
    chance = random.Random(seed)
    size = lab.path.stat().st_size
    for _ in range(chance.randint(1, 30)):
        garbage = chance.randbytes(chance.randint(1, 64))
        overwrite(lab.path, chance.randrange(100, size - 64), garbage)
    if lab.audit().verdict is Verdict.HOLDS:
        assert rows(lab) == before


def test_a_trigger_that_never_ends_is_interrupted(
    story: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_source, "PROBE_TIME_LIMIT_S", 0.05)
    lab = story("submit").script(
        "DROP TRIGGER events_refuse_update",
        f"CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events BEGIN {ENDLESS}; END",
    )
    report = lab.audit()
    assert report.verdict is Verdict.UNKNOWN
    assert [(item.rule_ids, item.reason) for item in report.not_evaluated] == [
        (("CQ103",), "the time limit was reached")
    ]


def test_a_trigger_that_calls_unknown_functions_is_not_believed(story: Callable[..., Any]) -> None:
    lab = story("submit").script(
        "DROP TRIGGER events_refuse_update",
        "CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events BEGIN SELECT secret(); END",
    )
    report = lab.audit()
    assert report.verdict is Verdict.UNKNOWN
    assert "no such function: secret" in report.not_evaluated[0].reason


def test_an_audit_out_of_time_never_holds(story: Callable[..., Any]) -> None:
    lab = story("submit")
    lab.edit(
        "UPDATE events SET data = '{}' WHERE 0",
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) "
        "INSERT INTO events SELECT i, 'default', 'ghost', i, '', '', 9999999, '{}', '' FROM n",
    )
    report = audit(lab.path, time_limit_s=0.0)
    assert report.verdict is not Verdict.HOLDS
    assert {item.reason for item in report.not_evaluated} == {"the time limit was reached"}


def test_text_that_steers_a_terminal_is_escaped(story: Callable[..., Any]) -> None:
    lab = story("submit claim")
    lab.edit("UPDATE attempts SET worker_id = 'w' || char(27) || '[2J' || char(8238) || char(10)")
    (finding,) = lab.audit().findings
    assert finding.evidence[0]["worker_id"] == "w\\x1b[2J\\u202e\\n"


def test_a_database_in_another_encoding_is_named(lab: Any) -> None:
    lab.script("PRAGMA encoding = 'UTF-16le'", "CREATE TABLE t (a)")
    lab.script("PRAGMA application_id = 1129401410", "PRAGMA user_version = 2")
    sentences = [finding.sentence for finding in lab.audit().findings]
    assert sentences == [
        "the database stores text as UTF-16le, not as UTF-8",
        "the table tenants is missing",
        "the table jobs is missing",
        "the table attempts is missing",
        "the table events is missing",
    ]


def test_a_table_named_like_sqlites_own_functions_deceives_nobody(
    story: Callable[..., Any],
) -> None:
    lab = story("submit").script(
        "CREATE TABLE pragma_table_list (schema, name, type, strict)",
        "INSERT INTO pragma_table_list VALUES ('main', 'attempts', 'table', 1)",
        "DROP TABLE attempts",
        "CREATE TABLE attempts (job_id)",
    )
    assert [finding.sentence for finding in lab.audit().findings] == [
        "attempts is not a STRICT table"
    ]
