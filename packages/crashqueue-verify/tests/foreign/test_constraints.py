"""G33: indexes, checks and triggers that the library creates and the database lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crashqueue_verify.foreign.constraints import missing_constraints
from crashqueue_verify.foreign.profile_toml import parse_profile
from crashqueue_verify.foreign.recognition import matches
from crashqueue_verify.staging.catalogue import Catalogue, RawColumn, RawIndex, RawTable

PROFILE = parse_profile("""
format = 1
name = "mine"
title = "Mine"
engines = ["postgresql"]
versions = "1"
basis = "documentation"
facts = "Made up."
[tables.jobs]
name = "jobs"
required = ["id", "key"]
optional = ["token"]
[states]
new = "waiting"
[lease]
rule = "invisible"
rescue = "Nothing."
[model.job]
sql = "SELECT id AS job_key, key AS state_raw FROM raw_jobs"
[[constraints]]
table = "jobs"
unique = ["key", "id"]
why = "One key, one job."
[[constraints]]
table = "jobs"
check = "attempts *<= *most"
why = "A budget."
[[constraints]]
table = "jobs"
unique = ["token"]
since = ["token"]
why = "Only newer versions have tokens."
[[constraints]]
table = "jobs"
trigger = "log_changes"
why = "The history."
""")

WHOLE = RawTable(
    schema="public",
    name="jobs",
    columns=tuple(RawColumn(name=name, declared_type="text") for name in ("id", "key")),
    indexes=(RawIndex(name="one", columns=("id", "key"), is_unique=True),),
    checks=("(attempts <= most)",),
    triggers=("log_changes",),
)


def missing(table: RawTable, **functions: str) -> list[object]:
    catalogue = Catalogue(tables=(table,), functions=functions)
    (match,) = matches(catalogue, "postgresql", [PROFILE])
    return [row["missing"] for row in missing_constraints(match, catalogue)]


def test_a_whole_schema_lacks_nothing() -> None:
    assert missing(WHOLE) == []


@pytest.mark.parametrize(
    "indexes",
    [
        (),
        (RawIndex(name="one", columns=("id", "key"), is_unique=False),),
        (RawIndex(name="one", columns=("id",), is_unique=True),),
    ],
    ids=["dropped", "not unique", "fewer columns"],
)
def test_a_unique_index_must_be_on_these_columns(indexes: tuple[RawIndex, ...]) -> None:
    assert missing(replace(WHOLE, indexes=indexes)) == ["a unique index on id, key"]


@pytest.mark.parametrize("checks", [(), ("(attempts <= most) NOT VALID",), ("(attempts > 0)",)])
def test_a_check_must_be_there_and_valid(checks: tuple[str, ...]) -> None:
    assert missing(replace(WHOLE, checks=checks)) == ["a valid CHECK with attempts *<= *most"]


def test_a_dropped_trigger_is_missed_where_there_are_others() -> None:
    assert missing(replace(WHOLE, triggers=("other",))) == ["trigger log_changes"]
    assert missing(replace(WHOLE, triggers=()), notify="BEGIN END") == ["trigger log_changes"]


def test_a_dump_without_any_program_says_nothing_about_triggers() -> None:
    assert missing(replace(WHOLE, triggers=())) == []


def test_a_constraint_of_a_newer_version_is_missed_where_its_column_is() -> None:
    token = RawColumn(name="token", declared_type="text")
    newer = replace(WHOLE, columns=(*WHOLE.columns, token))
    assert missing(newer) == ["a unique index on token"]


def test_nothing_is_said_of_a_table_that_is_rows_alone() -> None:
    columns = tuple(RawColumn(name=name, declared_type="") for name in ("id", "key"))
    assert missing(replace(WHOLE, columns=columns, indexes=(), checks=(), triggers=())) == []
