"""A profile from its TOML text, or the list of everything that is wrong with it."""

from __future__ import annotations

import re
import tomllib
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from crashqueue_verify.foreign.model import MODEL_COLUMNS
from crashqueue_verify.foreign.profile import (
    STATES,
    TRAITS,
    Basis,
    Constraint,
    Lease,
    LeaseRule,
    ModelQuery,
    Profile,
    QueryRule,
    Setting,
    TableSpec,
)
from crashqueue_verify.foreign.toml_reader import MAX_NUMBER, Entry, Problem
from crashqueue_verify.rules import Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PROFILE_FORMAT: Final = 1
MAX_SECONDS: Final = 1_000_000_000_000
"""Thirty thousand years, whose microseconds still fit into 64 bits."""
ENGINES: Final = frozenset({"sqlite", "postgresql"})

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_ALIAS: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_RULE_ID: Final = re.compile(r"[A-Z]{1,4}\d{2,3}")
_TAKEN_ID: Final = re.compile(r"(G|CQ)\d+")


class InvalidProfile(Exception):
    """The text is no profile; `problems` says everything that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = problems


def parse_profile(text: str) -> Profile:
    """Return the profile in `text`.

    Raises InvalidProfile with every mistake that can be seen without a database, and
    tomllib.TOMLDecodeError for what is not TOML.
    """
    problems: list[Problem] = []
    root = Entry(tomllib.loads(text), (), problems)
    profile = _profile(root)
    root.close()
    if problems:
        raise InvalidProfile(tuple(problems))
    return profile


def _profile(root: Entry) -> Profile:
    if root.number("format", default=0) != PROFILE_FORMAT:
        root.note("format", f"must be {PROFILE_FORMAT}, the only format there is")
    name = _matching(root, "name", _NAME, "small letters, digits and hyphens")
    schema = root.entry("schema")
    reference = root.entry("reference")
    profile = Profile(
        name=name,
        title=root.text("title"),
        engines=_engines(root),
        versions=root.text("versions"),
        basis=Basis(root.choice("basis", list(Basis))),
        facts=root.text("facts"),
        caveats=root.texts("caveats"),
        tables=MappingProxyType(dict(_tables(root))),
        without=frozenset(root.texts("without")),
        schema_sql=schema.optional_text("sql"),
        settings=MappingProxyType(dict(_settings(root))),
        states=MappingProxyType(dict(_states(root))),
        traits=MappingProxyType(_traits(root)),
        model=MappingProxyType(dict(_model(root))),
        reference_sql=reference.optional_text("sql"),
        lease=_lease(root.entry("lease", is_required=True)),
        exempt=MappingProxyType(_exempt(root.entry("exempt"))),
        constraints=tuple(_constraints(root)),
        rules=read_rules(root),
    )
    schema.close()
    reference.close()
    for rule in profile.rules:
        if _TAKEN_ID.fullmatch(rule.rule.rule_id):
            root.note("rules", f"{rule.rule.rule_id} is a rule of ours: choose other letters")
    if not profile.tables:
        root.note("tables", "must describe at least one table: [tables.jobs]")
    if "job" not in profile.model:
        root.note("model", "must have a query for the jobs: [model.job]")
    return profile


def _engines(root: Entry) -> frozenset[str]:
    engines = frozenset(root.texts("engines"))
    if not engines or not engines <= ENGINES:
        root.note("engines", f"must list one or both of {', '.join(sorted(ENGINES))}")
    return engines


def _tables(root: Entry) -> Iterator[tuple[str, TableSpec]]:
    for alias, entry in root.entries("tables"):
        if not _ALIAS.fullmatch(alias):
            entry.note(None, "the table's alias must be small letters, digits and underscores")
        yield alias, _table(alias, entry)
        entry.close()


def _table(alias: str, entry: Entry) -> TableSpec:
    spec = TableSpec(
        alias=alias,
        name=entry.optional_text("name"),
        pattern=_pattern(entry),
        required=entry.texts("required"),
        optional=entry.texts("optional"),
        payload=frozenset(entry.texts("payload")),
        is_optional=entry.flag("is_optional"),
    )
    if (spec.name is None) == (spec.pattern is None):
        entry.note(None, "needs either a name or a pattern")
    columns = (*spec.required, *spec.optional)
    for column in sorted(spec.payload.difference(columns)):
        entry.note("payload", f"{column} is neither a required nor an optional column")
    if not spec.required or len({*columns}) < len(columns):
        entry.note("required", "must list columns, each of them once")
    return spec


def _pattern(entry: Entry) -> re.Pattern[str] | None:
    text = entry.optional_text("pattern")
    if text is None:
        return None
    try:
        return re.compile(text)
    except re.error as error:
        entry.note("pattern", f"is no regular expression: {error}")
        return None


def _settings(root: Entry) -> Iterator[tuple[str, Setting]]:
    for name, entry in root.entries("settings"):
        yield name, Setting(default=entry.number("default"), meaning=entry.text("meaning"))
        entry.close()


def _states(root: Entry) -> Iterator[tuple[str, str]]:
    entry = root.entry("states", is_required=True)
    for raw in entry:
        yield raw, entry.choice(raw, STATES)


def _traits(root: Entry) -> Mapping[str, float]:
    entry = root.entry("traits")
    traits: dict[str, float] = {}
    for name, default in TRAITS.items():
        is_flag = isinstance(default, bool)
        limit = MAX_SECONDS if name.endswith("_s") else MAX_NUMBER
        traits[name] = (
            int(entry.flag(name)) if is_flag else entry.number(name, default=default, limit=limit)
        )
    entry.close()
    return traits


def _model(root: Entry) -> Iterator[tuple[str, ModelQuery]]:
    for table, entry in root.entries("model"):
        if table not in MODEL_COLUMNS:
            entry.note(None, f"the model has no table {table}: {', '.join(MODEL_COLUMNS)}")
        depends = entry.entry("depends")
        yield (
            table,
            ModelQuery(
                sql=entry.text("sql"),
                alias=_alias(root, entry),
                depends={column: depends.texts(column) for column in depends},
            ),
        )
        entry.close()


def _lease(entry: Entry) -> Lease:
    rule = LeaseRule(entry.choice("rule", list(LeaseRule)))
    lease = Lease(
        rule=rule,
        lost_after_s=entry.number("lost_after_s", default=0, limit=MAX_SECONDS),
        rescue=entry.text("rescue"),
    )
    if rule in (LeaseRule.HEARTBEAT, LeaseRule.AGE) and lease.lost_after_s <= 0:
        entry.note("lost_after_s", f"must be the seconds after which a {rule} lease is lost")
    entry.close()
    return lease


def _exempt(entry: Entry) -> dict[str, str]:
    return {rule_id: entry.text(rule_id) for rule_id in entry}


def _constraints(root: Entry) -> Iterator[Constraint]:
    for entry in root.array("constraints"):
        constraint = Constraint(
            alias=_alias(root, entry) or "",
            unique=frozenset(entry.texts("unique")),
            check=entry.optional_text("check"),
            trigger=entry.optional_text("trigger"),
            since=frozenset(entry.texts("since")),
            why=entry.text("why"),
        )
        given = (bool(constraint.unique), bool(constraint.check), bool(constraint.trigger))
        if not constraint.alias or sum(given) != 1:
            entry.note(None, "needs a table and exactly one of unique, check and trigger")
        entry.close()
        yield constraint


def read_rules(root: Entry) -> tuple[QueryRule, ...]:
    """Return the rules in the array of tables `rules`, whose ids must differ."""
    rules: list[QueryRule] = []
    for entry in root.array("rules"):
        rules.append(_rule(root, entry))
        if rules[-1].rule.rule_id in {other.rule.rule_id for other in rules[:-1]}:
            entry.note("id", "another rule has this id")
        entry.close()
    return tuple(rules)


def _rule(root: Entry, entry: Entry) -> QueryRule:
    rule = Rule(
        rule_id=_matching(entry, "id", _RULE_ID, "one to four capitals and a number, as in MQ01"),
        severity=Severity(entry.choice("severity", list(Severity))),
        sentence=entry.text("sentence"),
        why=entry.text("why"),
        action=entry.text("action"),
        check=entry.text("check", default=""),
        risk=entry.text("risk", default=""),
        reports=entry.texts("reports"),
    )
    return QueryRule(
        rule=rule,
        sql=entry.text("sql"),
        says=entry.text("says"),
        alias=_alias(root, entry),
        needs=entry.texts("needs"),
    )


def _alias(root: Entry, entry: Entry) -> str | None:
    alias = entry.optional_text("table")
    if alias is not None and alias not in root.entry("tables"):
        entry.note("table", f"no [tables.{alias}] is described")
    return alias


def _matching(entry: Entry, key: str, pattern: re.Pattern[str], wanted: str) -> str:
    value = entry.text(key)
    if value and not pattern.fullmatch(value):
        entry.note(key, f"must be {wanted}")
    return value
