"""Every generic rule on a few rows of the model: those that break it, and those that nearly do."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from crashqueue_verify.findings import Finding
from crashqueue_verify.foreign.evaluating import as_mappings, findings_of
from crashqueue_verify.foreign.evidence import Evidence
from crashqueue_verify.foreign.model import DERIVED_SQL, INDEXES_SQL, MODEL_COLUMNS, TABLES_SQL
from crashqueue_verify.foreign.normalizing import Normalized
from crashqueue_verify.foreign.parameters import query_parameters
from crashqueue_verify.foreign.profile import TRAITS, LeaseRule, Profile, QueryRule
from crashqueue_verify.foreign.profile_toml import parse_profile
from crashqueue_verify.foreign.recognition import Match
from crashqueue_verify.foreign.requirements import Obstacle, Requirements
from crashqueue_verify.foreign.shipped import generic_rules
from crashqueue_verify.staging.deadline import Deadline
from crashqueue_verify.staging.scratch import Scratch, open_scratch

T_REF: Final = 1_800_000_000_000_000
LOST_AFTER_S: Final = 30
NO_QUERY: Final = {"G33", "G38"}
"""Rules about the schema and the file."""

RULES: Final = [rule for rule in generic_rules() if rule.rule.rule_id not in NO_QUERY]
EVERYTHING: Final = frozenset(f"{t}.{c}" for t, columns in MODEL_COLUMNS.items() for c in columns)

_PROFILE: Final = """
format = 1
name = "rows"
title = "Rows"
engines = ["sqlite"]
versions = "1"
basis = "documentation"
facts = "Made up."
[tables.jobs]
name = "jobs"
required = ["id"]
[states]
ready = "waiting"
[lease]
rule = "{lease}"
lost_after_s = {lost_after_s}
rescue = "Nothing."
[model.job]
sql = "SELECT id AS job_key FROM raw_jobs"
[traits]
{traits}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Rows of the model, and the sentences of what is then found, by rule."""

    rule: str
    name: str
    finds: dict[str, list[str]] = field(default_factory=dict)
    since: dict[str, list[int]] = field(default_factory=dict)
    """Since when, by rule, where the case says so."""
    lease: str = "heartbeat"
    traits: dict[str, float] = field(default_factory=dict)
    fills: list[str] = field(default_factory=list)
    """Columns that the system has although each of the rows leaves them empty."""
    has_time: bool = True
    wiped: bool = False
    """Whether there is an UNLOGGED table without a row."""
    job: list[dict[str, Any]] = field(default_factory=list)
    attempt: list[dict[str, Any]] = field(default_factory=list)
    event: list[dict[str, Any]] = field(default_factory=list)
    worker: list[dict[str, Any]] = field(default_factory=list)
    lock: list[dict[str, Any]] = field(default_factory=list)
    queue: list[dict[str, Any]] = field(default_factory=list)
    placement: list[dict[str, Any]] = field(default_factory=list)
    slot: list[dict[str, Any]] = field(default_factory=list)

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return the rows of a table of the model, their times in microseconds since 1970."""
        rows = [{c: _us(c, v) for c, v in row.items()} for row in getattr(self, table)]
        if table == "job":
            return [{"job_key": str(number), **row} for number, row in enumerate(rows, 1)]
        return rows

    @property
    def filled(self) -> frozenset[str]:
        """The columns of the model that the system has."""
        named = {f"{t}.{column}" for t in MODEL_COLUMNS for row in self.rows(t) for column in row}
        return frozenset(named.union(self.fills))


def _us(column: str, value: Any) -> Any:
    is_time = column == "at" or column.endswith("_at")
    return T_REF + value * 1_000_000 if is_time else value


CASES: Final = [
    Case(**entry)
    for file in sorted(Path(__file__).with_name("model_in_toml").glob("*.toml"))
    for entry in tomllib.loads(file.read_text("utf-8"))["cases"]
]


def profile_with(lease: str, traits: dict[str, float]) -> Profile:
    """Return a profile that promises `traits`."""
    lines = "\n".join(f"{name} = {str(value).lower()}" for name, value in traits.items())
    return parse_profile(_PROFILE.format(lease=lease, lost_after_s=LOST_AFTER_S, traits=lines))


def obstacle(
    rule: QueryRule, profile: Profile, columns: frozenset[str], failed: str | None = None
) -> Obstacle | None:
    """Return why a system with this profile and these columns is not asked `rule`.

    `failed` is a table of the model that could not be filled.
    """
    match = Match(profile=profile, schema=None, tables={}, missing=())
    source: Any = SimpleNamespace(kind="file", engine="sqlite")
    obstacles = {failed: "it fails"} if failed else {}
    normalized = Normalized(columns=columns, obstacles=obstacles)
    return Requirements(match, source, normalized).obstacle(rule)


def fill(scratch: Scratch, case: Case) -> None:
    """Put the rows of `case` into the tables of the model."""
    scratch.build(TABLES_SQL)
    for table in MODEL_COLUMNS:
        for row in case.rows(table):
            scratch.insert(table, tuple(row), [tuple(row.values())])
    scratch.append("filled", [(name,) for name in sorted(case.filled)])
    if case.wiped:
        scratch.append("catalogue_table", [("workers", None, "workers", None, 1, None, 0)])
    scratch.build(INDEXES_SQL)


def found(case: Case, folder: Path) -> dict[str, tuple[Finding, ...]]:
    """Return all that the generic rules find, by rule."""
    profile = profile_with(case.lease, case.traits)
    parameters = query_parameters(profile, {})
    parameters["t_ref"] = T_REF if case.has_time else None
    found: dict[str, tuple[Finding, ...]] = {}
    with open_scratch(folder, Deadline(10.0)) as scratch:
        fill(scratch, case)
        for table, sql in DERIVED_SQL.items():
            scratch.fill(table, sql, parameters)
        evidence = Evidence(scratch, profile, show_payloads=False)
        for rule in RULES:
            if obstacle(rule, profile, case.filled) is None:
                cursor = scratch.query(rule.sql, parameters)
                rows = as_mappings((column[0] for column in cursor.description), cursor)
                findings, _ = findings_of(rule, rows, evidence, None)
                if findings:
                    found[rule.rule.rule_id] = findings
    return found


@pytest.mark.parametrize("example", CASES, ids=lambda case: f"{case.rule}: {case.name}")
def test_the_rules_find_what_the_example_names_and_no_more(example: Case, tmp_path: Path) -> None:
    findings = found(example, tmp_path)
    assert {
        rule_id: sorted(finding.sentence for finding in those)
        for rule_id, those in findings.items()
    } == {rule_id: sorted(those) for rule_id, those in example.finds.items()}
    for rule_id, times in example.since.items():
        expected = sorted(T_REF + time * 1_000_000 for time in times)
        assert sorted(finding.since_us or 0 for finding in findings[rule_id]) == expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.rule.rule_id)
def test_each_rule_is_seen_to_find_something_and_to_be_silent_though_asked(rule: QueryRule) -> None:
    rule_id = rule.rule.rule_id
    own = [case for case in CASES if case.rule == rule_id]
    assert any(rule_id in case.finds for case in own)
    assert any(
        rule_id not in case.finds
        and obstacle(rule, profile_with(case.lease, case.traits), case.filled) is None
        for case in own
    )


def all_traits() -> dict[str, float]:
    return {name: True if isinstance(value, bool) else 9 for name, value in TRAITS.items()}


def leases_of(rule: QueryRule) -> list[str]:
    """Return the kinds of lease that `rule` is about."""
    choices = [choice for need in rule.needs for choice in need.split("|")]
    named = [choice.removeprefix("lease.") for choice in choices if choice.startswith("lease.")]
    return named or ["heartbeat"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.rule.rule_id)
def test_a_rule_is_asked_of_a_system_that_has_everything(rule: QueryRule) -> None:
    for lease in leases_of(rule):
        assert obstacle(rule, profile_with(lease, all_traits()), EVERYTHING) is None


@pytest.mark.parametrize(
    ("rule", "need"),
    [(rule, need) for rule in RULES for need in rule.needs],
    ids=lambda value: value if isinstance(value, str) else value.rule.rule_id,
)
def test_a_rule_is_skipped_for_each_need_that_is_not_met(rule: QueryRule, need: str) -> None:
    missing = set(need.split("|"))
    traits = {n: value for n, value in all_traits().items() if f"trait.{n}" not in missing}
    is_leased = not any(choice.startswith("lease.") for choice in missing)
    lease = leases_of(rule)[0] if is_leased else LeaseRule.INVISIBLE
    skipped = obstacle(rule, profile_with(lease, traits), EVERYTHING - missing)
    assert skipped is not None
    assert skipped.is_by_design
    assert skipped.reason.startswith("Rows ")


def test_a_rule_is_not_asked_half_when_one_of_two_tables_could_not_be_filled() -> None:
    (rule,) = (rule for rule in RULES if "attempt.job_key|event.job_key" in rule.needs[0])
    profile = profile_with("heartbeat", {})
    assert obstacle(rule, profile, frozenset({"event.job_key"})) is None
    assert obstacle(rule, profile, frozenset({"event.job_key"}), "attempt") == Obstacle(
        reason="it fails", is_by_design=False
    )


def test_every_rule_says_what_it_needs_but_those_without_a_query() -> None:
    assert {rule.rule.rule_id for rule in generic_rules() if not rule.needs} == NO_QUERY
