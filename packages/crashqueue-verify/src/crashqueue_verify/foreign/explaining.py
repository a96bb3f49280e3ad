"""One rule in full: what must be true, why, what to do, and where it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crashqueue_verify.foreign.audit import SCHEMA_RULE
from crashqueue_verify.foreign.shipped import generic_rules, shipped_profiles
from crashqueue_verify.foreign.unseen import INTEGRITY_RULE
from crashqueue_verify.naming import require_known
from crashqueue_verify.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.rules import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A rule, where it belongs, and the SQL that it is asked by, if it is asked by SQL.

    `exempt` gives for each system that the rule does not apply to its title and the reason.
    """

    rule: Rule
    scope: str
    sql: str
    exempt: Mapping[str, str]


def all_rule_ids(profiles: Sequence[Profile]) -> frozenset[str]:
    """Return the ids of our own rules, the generic ones, and those of `profiles`."""
    queried = (*generic_rules(), *(rule for profile in profiles for rule in profile.rules))
    return frozenset({*RULES, *(rule.rule.rule_id for rule in queried)})


def explain(rule_id: str, profiles: Sequence[Profile] = ()) -> Explanation:
    """Return everything about a rule of ours, a generic one, or one of a shipped profile's.

    `profiles` are others whose rules are known as well. Raises UnknownName.
    """
    everyone = (*profiles, *shipped_profiles())
    if rule_id in RULES:
        return Explanation(
            rule=RULES[rule_id], scope="databases of CrashQueueLab", sql="", exempt={}
        )
    for rule in generic_rules():
        if rule.rule.rule_id == rule_id:
            exempt = {p.title: p.exempt[rule_id] for p in everyone if rule_id in p.exempt}
            sql = "" if rule_id in (SCHEMA_RULE, INTEGRITY_RULE) else rule.sql.strip()
            return Explanation(rule=rule.rule, scope="every other queue", sql=sql, exempt=exempt)
    by_id = {rule.rule.rule_id: (rule, p) for p in everyone for rule in p.rules}
    require_known("rule", [rule_id], all_rule_ids(everyone))
    rule, profile = by_id[rule_id]
    return Explanation(rule=rule.rule, scope=profile.title, sql=rule.sql.strip(), exempt={})
