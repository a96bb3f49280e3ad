"""Every shipped profile on databases that its library wrote, whole and broken on purpose."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify import Severity
from crashqueue_verify.foreign.shipped import generic_rules, shipped_profiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify.foreign.profile import Profile

NO_QUERY = {"G33", "G38"}
"""Rules about the schema and the file: tests of their own break those."""

ONE_SYSTEM = {"G26", "G34"}
"""Only Graphile Worker stores a lock apart from the job that holds it, and only Que the versions of
both jobs and workers; a profile of a user's own may."""


def test_the_case_finds_what_it_names_and_nothing_else(
    case: Any, audited: Callable[..., Any]
) -> None:
    report = audited(case)
    sentences = {finding.rule_id: finding.sentence for finding in report.everything_found}
    assert sorted(sentences) == sorted(case.expect), sentences
    assert report.not_evaluated == ()


@pytest.mark.parametrize("profile", shipped_profiles(), ids=lambda profile: profile.name)
def test_each_rule_of_a_profile_is_seen_to_find_something(
    profile: Profile, all_cases: list[Any]
) -> None:
    expected = {id_ for case in all_cases if case.profile == profile.name for id_ in case.expect}
    assert {rule.rule.rule_id for rule in profile.rules} <= expected


@pytest.mark.parametrize("profile", shipped_profiles(), ids=lambda profile: profile.name)
def test_each_profile_is_silent_about_a_healthy_database(
    profile: Profile, all_cases: list[Any], audited: Callable[..., Any]
) -> None:
    healthy = [
        case
        for case in all_cases
        if case.profile == profile.name and not case.sql and "healthy" in case.name
    ]
    assert healthy
    for case in healthy:
        report = audited(case)
        assert (report.findings, report.warnings) == ((), ())
        assert report.counts.jobs > 0


@pytest.mark.parametrize(
    "rule_id", [r.rule.rule_id for r in generic_rules() if r.rule.rule_id not in NO_QUERY]
)
def test_each_generic_rule_is_seen_to_find_something_in_two_systems(
    rule_id: str, all_cases: list[Any]
) -> None:
    systems = defaultdict(set)
    for case in all_cases:
        for found in case.expect:
            systems[found].add(case.profile)
    assert len(systems[rule_id]) >= (1 if rule_id in ONE_SYSTEM else 2)


def test_rules_have_ids_of_their_own() -> None:
    ids = [rule.rule.rule_id for profile in shipped_profiles() for rule in profile.rules]
    assert len(set(ids)) == len(ids)


def test_every_severity_is_used() -> None:
    used = {rule.rule.severity for profile in shipped_profiles() for rule in profile.rules}
    assert used == set(Severity)
