"""The reference page of the profile format names what the code knows, key by key, and no more."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from crashqueue_verify.foreign.model import MODEL_COLUMNS
from crashqueue_verify.foreign.parameters import query_parameters
from crashqueue_verify.foreign.profile import STATES, TRAITS, LeaseRule
from crashqueue_verify.foreign.profile_toml import InvalidProfile, parse_profile
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.foreign.statements import FUNCTIONS
from crashqueue_verify.rules import Rule
from crashqueue_verify.staging.functions import register_functions

PAGE = (Path(__file__).parents[4] / "docs/reference/profile-format.md").read_text("utf-8")
NAMED = set(re.findall(r"`(?:\[+)?(\w+)(?:[\]}.(=][^`]*)?`", PAGE))

WITH_A_STRANGER_EVERYWHERE = """
stranger = 1
[tables.jobs]
stranger = 1
[lease]
stranger = 1
[model.job]
stranger = 1
[settings.limit]
stranger = 1
[schema]
stranger = 1
[[constraints]]
stranger = 1
[[rules]]
stranger = 1
"""


def test_each_key_of_the_format_is_on_the_page() -> None:
    with pytest.raises(InvalidProfile) as refused:
        parse_profile(WITH_A_STRANGER_EVERYWHERE)
    lists = re.findall(r"is not a key here \(known: ([^)]*)\)", str(refused.value))
    assert len(lists) == 8
    assert {key for listed in lists for key in listed.split(", ")} <= NAMED


@pytest.mark.parametrize("table", MODEL_COLUMNS)
def test_each_column_of_the_model_is_on_the_page(table: str) -> None:
    assert set(MODEL_COLUMNS[table]) <= NAMED
    assert re.search(rf"^###+ {table}s?$", PAGE, re.MULTILINE)


def test_states_traits_leases_and_functions_are_on_the_page() -> None:
    functions = {name for name in FUNCTIONS if name != "regexp"}
    assert STATES | set(TRAITS) | set(map(str, LeaseRule)) | functions <= NAMED
    assert "REGEXP" in PAGE


def test_functions_and_parameters_are_those_of_the_queries() -> None:
    functions, parameters = first_columns("SQL")
    named = {re.sub(r"^value (\w+) .*|\(.*", r"\1", shown).lower() for shown in functions}
    assert named == registered() == set(FUNCTIONS)
    profile = shipped_profiles()[0]
    own = {*query_parameters(profile, {}), "t_ref"} - set(TRAITS) - set(profile.settings)
    assert {name.removeprefix(":") for name in parameters} == own


def test_no_table_of_the_page_has_a_name_that_means_nothing() -> None:
    assert set(first_columns("states")[0]) == STATES
    assert first_columns("lease")[1] == list(map(str, LeaseRule))
    assert first_columns("traits")[0] == list(TRAITS)
    for table, columns in MODEL_COLUMNS.items():
        assert first_columns(table)[0] == list(columns)


def first_columns(title: str) -> list[list[str]]:
    """Return, for each table of a section, the names in its first column."""
    (text,) = re.findall(rf"^##+ {title}\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    found = re.findall(r"^\|---.*\n((?:\|.*\n?)+)", text, re.MULTILINE)
    return [re.findall(r"^\| `([^`]+)`", table, re.MULTILINE) for table in found]


def registered() -> set[str]:
    names: set[str] = set()

    class Recorder(sqlite3.Connection):
        def create_function(self, name: str, *_: Any, **__: Any) -> None:
            names.add(name)

    with contextlib.closing(Recorder(":memory:")) as connection:
        register_functions(connection)
    return names


def test_each_part_of_a_rule_is_on_the_page() -> None:
    assert {field.name for field in fields(Rule)} - {"rule_id"} <= NAMED
