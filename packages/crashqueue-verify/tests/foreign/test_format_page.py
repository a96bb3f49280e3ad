"""The reference page of the profile format names everything that the code knows, key by key."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from crashqueue_verify.foreign.model import MODEL_COLUMNS
from crashqueue_verify.foreign.profile import STATES, TRAITS, LeaseRule
from crashqueue_verify.foreign.profile_toml import InvalidProfile, parse_profile
from crashqueue_verify.foreign.statements import FUNCTIONS
from crashqueue_verify.rules import Rule

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


def test_each_part_of_a_rule_is_on_the_page() -> None:
    assert {field.name for field in fields(Rule)} - {"rule_id"} <= NAMED
