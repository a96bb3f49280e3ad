"""The catalogue, its page, the code and the public names say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import crashqueue_verify
from crashqueue_verify import RULES
from crashqueue_verify.native.audit import (
    ADMISSION,
    APPEND_ONLY,
    DATABASE,
    FORMAT,
    INTEGRITY,
    JOBS,
    LIVENESS,
    TENANTS,
)

PACKAGE = Path(__file__).parents[1]
PAGE = PACKAGE.parents[1] / "docs" / "reference" / "rules.md"


@pytest.mark.parametrize("rule_id", RULES)
def test_the_page_shows_each_rule_in_full(rule_id: str) -> None:
    rule = RULES[rule_id]
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    section = (
        f"### {rule_id} **{rule.sentence}** "
        f"*Why:* {rule.why} *What to do:* {rule.action} *How it is checked:* {rule.check}"
    )
    assert section in page


def test_the_page_shows_no_other_rule() -> None:
    assert re.findall(r"^### (CQ\d+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE) == list(
        RULES
    )


def test_every_rule_is_looked_at_by_the_code() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "src").rglob("*.py"))
    assert [rule_id for rule_id in RULES if f'"{rule_id}"' not in source] == []


def test_every_rule_is_part_of_one_check() -> None:
    looked_at = [
        *FORMAT,
        *INTEGRITY,
        *APPEND_ONLY,
        *DATABASE,
        *JOBS,
        *TENANTS,
        *ADMISSION,
        *LIVENESS,
    ]
    assert sorted(looked_at) == sorted(RULES)


def test_rules_are_in_order_and_complete_sentences() -> None:
    assert list(RULES) == sorted(RULES)
    for rule in RULES.values():
        for text in (rule.sentence, rule.why, rule.action, rule.check):
            assert text.endswith("."), rule.rule_id


def test_public_names_exist_and_are_all_that_is_exported() -> None:
    public = {name for name in dir(crashqueue_verify) if not name.startswith("_")}
    modules = {path.stem for path in (PACKAGE / "src" / "crashqueue_verify").iterdir()}
    assert public - modules - {"annotations"} == set(crashqueue_verify.__all__) - modules
    assert set(crashqueue_verify.__all__) <= public
