"""Everything that is wrong with a profile, by line: what can be seen without a database."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.checking_sql import sql_problems
from crashqueue_verify.foreign.locating import Lines, dotted
from crashqueue_verify.foreign.model import MODEL_COLUMNS
from crashqueue_verify.foreign.profile import TRAITS, LeaseRule
from crashqueue_verify.foreign.profile_toml import ENGINES, InvalidProfile, parse_profile
from crashqueue_verify.foreign.shipped import generic_rules
from crashqueue_verify.foreign.toml_reader import Problem
from crashqueue_verify.naming import suggestion
from crashqueue_verify.source.copy import private_folder
from crashqueue_verify.staging.deadline import Deadline
from crashqueue_verify.staging.scratch import open_scratch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crashqueue_verify.foreign.profile import ModelQuery, Profile
    from crashqueue_verify.foreign.toml_reader import Place

TIME_LIMIT_S: Final = 60.0
SOURCE_KINDS: Final = frozenset({"file", "dump", "live"})

_TOML_LINE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_PARAMETERS: Final = frozenset(
    {"t_ref", "lease_rule", "lost_after_us", "lost_after_s", "skew_us", *TRAITS}
)
_SETTING: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """Something wrong in a profile, with its line from 1 and the key that it is about."""

    line: int
    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.line}: {printable(self.place)}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What came of a check: the profile, if the text is one, and every mistake in it."""

    profile: Profile | None
    mistakes: tuple[Mistake, ...]


def check_profile(text: str) -> Checked:
    """Return every mistake in the profile `text`, in the order of the lines."""
    try:
        profile = parse_profile(text)
    except tomllib.TOMLDecodeError as error:
        return Checked(profile=None, mistakes=(_syntax_mistake(error, text),))
    except InvalidProfile as error:
        return Checked(profile=None, mistakes=_located(error.problems, text))
    problems = [*_name_problems(profile)]
    with private_folder() as folder, open_scratch(Path(folder), Deadline(TIME_LIMIT_S)) as scratch:
        problems.extend(sql_problems(profile, scratch))
    return Checked(profile=profile, mistakes=_located(problems, text))


def _syntax_mistake(error: tomllib.TOMLDecodeError, text: str) -> Mistake:
    message = str(error)
    found = _TOML_LINE.search(message)
    line = int(found[1]) if found and found[1] else text.rstrip("\n").count("\n") + 1
    return Mistake(line=line, place="TOML", message=printable(_TOML_LINE.sub("", message)))


def _located(problems: Iterable[Problem], text: str) -> tuple[Mistake, ...]:
    lines = Lines(text)
    mistakes = [
        Mistake(
            line=lines.of_word(problem.place, problem.word)
            if problem.word
            else lines.of(problem.place),
            place=dotted(problem.place),
            message=printable(problem.message),
        )
        for problem in problems
    ]
    return tuple(sorted(mistakes, key=lambda mistake: mistake.line))


def _name_problems(profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name in the profile that means nothing."""
    generic = {rule.rule.rule_id for rule in generic_rules()}
    for rule_id in profile.exempt:
        if rule_id not in generic:
            yield _unknown(("exempt", rule_id), f"no generic rule {rule_id}", rule_id, generic)
    for name in profile.settings:
        if name in _PARAMETERS or not _SETTING.fullmatch(name):
            message = "is taken, or not small letters, digits and underscores"
            yield Problem(place=("settings", name), message=message)
    for number, constraint in enumerate(profile.constraints):
        yield from _pattern_problems(constraint.check, ("constraints", number, "check"))
    for table, query in profile.model.items():
        yield from _dependency_problems(profile, table, query)
    for number, rule in enumerate(profile.rules):
        for need in (choice for needs in rule.needs for choice in needs.split("|")):
            yield from _need_problems(profile, need, ("rules", number, "needs"))


def _dependency_problems(profile: Profile, table: str, query: ModelQuery) -> Iterator[Problem]:
    known = MODEL_COLUMNS[table]
    for column, needed in query.depends.items():
        place = ("model", table, "depends", column)
        if column not in known:
            yield _unknown(place, f"{table} has no column {column}", column, known)
        for name in needed:
            yield from _raw_problems(profile, name, place)


def _pattern_problems(pattern: str | None, place: Place) -> Iterator[Problem]:
    try:
        re.compile(pattern or "")
    except re.error as error:
        yield Problem(place=place, message=f"is no regular expression: {error}")


def _need_problems(profile: Profile, need: str, place: Place) -> Iterator[Problem]:
    table, _, name = need.partition(".")
    known = {
        **MODEL_COLUMNS,
        "trait": tuple(TRAITS),
        "lease": tuple(LeaseRule),
        "source": tuple(SOURCE_KINDS | ENGINES),
    }.get(table)
    if known is None:
        yield from _raw_problems(profile, need, place)
    elif name not in known:
        whose = "the model's table " if table in profile.tables else ""
        yield _unknown(place, f"{whose}{table} has no {name or 'name'}", name, known)


def _raw_problems(profile: Profile, name: str, place: Place) -> Iterator[Problem]:
    alias, _, column = name.partition(".")
    spec = profile.tables.get(alias)
    if spec is None:
        yield _unknown(place, f"no table {alias} is described", alias, profile.tables)
    elif column not in spec.staged_columns:
        known = spec.staged_columns
        yield _unknown(place, f"tables.{alias} has no column {column}", column, known)


def _unknown(place: Place, message: str, name: str, known: Iterable[str]) -> Problem:
    return Problem(place=place, message=f"{message}{suggestion(name, known)}", word=name or None)
