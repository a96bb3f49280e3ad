"""docs/correctness-model.md puts every rule of the auditor into exactly one group."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crashqueue_verify import RULES

PAGE = (Path(__file__).parents[3] / "docs" / "correctness-model.md").read_text("utf-8")
KNOWN = sorted(RULES)


def grouped(page: str) -> list[str]:
    """Return the rules that the table of groups covers, as often as it does."""
    table = page.split("\n## Invariants\n", 1)[1].split("\n## ", 1)[0]
    ranges = re.findall(r"\[(CQ\d+)\]\(reference/rules\.md#cq\d+\) – \[(CQ\d+)\]", table)
    return sorted(rule for first, last in ranges for rule in KNOWN if first <= rule <= last)


def test_every_rule_is_in_one_group() -> None:
    assert grouped(PAGE) == KNOWN


@pytest.mark.parametrize("group", ["tenants", "work that stands still"])
def test_a_missing_group_would_be_noticed(group: str) -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {group} |")]
    assert grouped(PAGE.replace(line, "")) != KNOWN


def test_every_rule_that_the_pages_name_exists() -> None:
    pages = sorted(Path(__file__).parents[3].glob("docs/*.md"))
    named = {rule for page in pages for rule in re.findall(r"\[(CQ\d+)\]", page.read_text("utf-8"))}
    assert named <= set(KNOWN)
