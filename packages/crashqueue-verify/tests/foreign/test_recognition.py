"""Which system wrote the tables: one, none, several, or one that is nearly known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crashqueue_verify import audit
from crashqueue_verify.errors import (
    NotAQueueDatabase,
    RowsAlone,
    SchemaUnknown,
    SeveralSystems,
)
from crashqueue_verify.foreign.choosing import choose
from crashqueue_verify.foreign.options import Options
from crashqueue_verify.foreign.profile_toml import parse_profile
from crashqueue_verify.staging.catalogue import Catalogue, RawColumn, RawTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.staging.catalogue import Target

SAMPLES = Path(__file__).parents[1] / "samples"

PROFILE = """
format = 1
name = "{name}"
title = "{name}"
engines = ["sqlite"]
versions = "1"
basis = "documentation"
facts = "Made up."
{more}
[states]
new = "waiting"
[lease]
rule = "invisible"
rescue = "Nothing."
[model.job]
sql = "SELECT id AS job_key, state AS state_raw FROM raw_jobs"
"""

NAMED = '[tables.jobs]\nname = "jobs"\nrequired = ["id", "state"]\noptional = ["extra"]'
PER_QUEUE = '[tables.jobs]\npattern = "q_(?P<part>.+)"\nrequired = ["id", "state"]'


class FakeSource:
    engine = "sqlite"
    kind = "file"
    captured_at_us: int | None = None
    changed_meanwhile = False

    def __init__(self, *tables: RawTable) -> None:
        self.catalogue = Catalogue(tables=tables)

    def stage(self, table: RawTable, columns: Sequence[str], into: Target) -> None:
        into.insert([])


def table(name: str, *columns: str, schema: str | None = None) -> RawTable:
    declared = tuple(RawColumn(name=column, declared_type="text") for column in columns)
    return RawTable(schema=schema, name=name, columns=declared)


def profile(more: str, name: str = "mine") -> Profile:
    return parse_profile(PROFILE.format(name=name, more=more))


def chosen(*profiles: Profile, tables: tuple[RawTable, ...]) -> Match:
    return choose(FakeSource(*tables), Options(profiles=profiles))


def test_a_system_is_recognised_by_its_table_and_columns() -> None:
    match = chosen(profile(NAMED), tables=(table("other"), table("jobs", "id", "state", "more")))
    assert [found.name for found in match.tables["jobs"]] == ["jobs"]
    assert match.has_column("jobs", "more")
    assert not match.has_column("jobs", "extra")


def test_tables_made_per_queue_are_found_by_their_pattern() -> None:
    match = chosen(
        profile(PER_QUEUE),
        tables=(table("q_a", "id", "state"), table("q_b", "id", "state"), table("q_c", "id")),
    )
    assert [found.name for found in match.tables["jobs"]] == ["q_a", "q_b"]
    assert match.has_column("jobs", "part")


def test_unknown_tables_are_named() -> None:
    tables = tuple(table(f"table{number}\x1b[2J") for number in range(14))
    with pytest.raises(NotAQueueDatabase, match=r"table0\\x1b\[2J.* and 2 more$"):
        chosen(profile(NAMED), tables=tables)


def test_an_empty_database_has_no_tables() -> None:
    with pytest.raises(NotAQueueDatabase, match="none"):
        chosen(profile(NAMED), tables=())


def test_a_missing_column_is_named() -> None:
    with pytest.raises(SchemaUnknown, match=r"tables of mine, without jobs\.state"):
        chosen(profile(NAMED), tables=(table("jobs", "id"),))


def test_a_pattern_alone_is_nearly_nothing() -> None:
    with pytest.raises(NotAQueueDatabase):
        chosen(profile(PER_QUEUE), tables=(table("q_a", "id"),))


def test_two_systems_in_one_database_are_both_named() -> None:
    other = profile(NAMED, name="other")
    with pytest.raises(SeveralSystems, match="mine, other"):
        chosen(profile(NAMED), other, tables=(table("jobs", "id", "state"),))


def test_one_system_in_two_schemas_is_two() -> None:
    tables = (
        table("jobs", "id", "state", schema="north"),
        table("jobs", "id", "state", schema="south"),
    )
    with pytest.raises(SeveralSystems, match="mine in north, mine in south"):
        chosen(profile(NAMED), tables=tables)


def test_a_table_can_rule_a_system_out() -> None:
    picky = profile('without = ["jobs_v2"]\n' + NAMED)
    tables = (table("jobs", "id", "state"), table("jobs_v2"))
    with pytest.raises(NotAQueueDatabase):
        chosen(picky, tables=tables)


def test_an_optional_table_may_be_missing_or_of_another_make() -> None:
    more = NAMED + '\n[tables.workers]\nname = "workers"\nrequired = ["id"]\nis_optional = true'
    jobs = table("jobs", "id", "state")
    assert chosen(profile(more), tables=(jobs,)).tables["workers"] == ()
    assert chosen(profile(more), tables=(jobs, table("workers"))).tables["workers"] == ()
    assert chosen(profile(more), tables=(jobs, table("workers", "id"))).tables["workers"] != ()


def test_of_tables_that_are_all_optional_one_must_be_there() -> None:
    optional = NAMED + "\nis_optional = true"
    other = optional.replace("jobs", "results")
    jobs = table("jobs", "id", "state")
    assert chosen(profile(optional + "\n" + other), tables=(jobs,)).tables["results"] == ()
    with pytest.raises(NotAQueueDatabase):
        chosen(profile(optional + "\n" + other), tables=(table("users", "id"),))


def test_a_profile_for_another_engine_is_not_asked() -> None:
    elsewhere = parse_profile(
        PROFILE.format(name="mine", more=NAMED).replace('["sqlite"]', '["postgresql"]')
    )
    with pytest.raises(NotAQueueDatabase):
        chosen(elsewhere, tables=(table("jobs", "id", "state"),))


def test_rows_without_declarations_are_refused() -> None:
    elsewhere = parse_profile(
        PROFILE.format(name="mine", more=NAMED).replace('["sqlite"]', '["postgresql"]')
    )
    undeclared = RawTable(
        schema="public",
        name="jobs",
        columns=tuple(RawColumn(name=name, declared_type="") for name in ("id", "state")),
    )
    source = FakeSource(undeclared)
    source.engine = "postgresql"
    with pytest.raises(RowsAlone, match="not their declarations"):
        choose(source, Options(profiles=(elsewhere,)))


def test_a_dump_that_is_cut_is_still_a_dump_in_the_report(tmp_path: Path) -> None:
    whole = (SAMPLES / "chancy" / "healthy.sql").read_bytes()
    (tmp_path / "cut.sql").write_bytes(whole[: len(whole) // 2])
    report = audit(tmp_path / "cut.sql")
    assert (report.system.engine, report.system.source_kind) == ("postgresql", "dump")
    assert [finding.rule_id for finding in report.findings] == ["G38"]
