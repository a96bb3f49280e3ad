"""What a rule needs, and why it must be skipped if this system, or this database, lacks it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from crashqueue_verify.foreign.normalizing import Normalized
    from crashqueue_verify.foreign.profile import QueryRule
    from crashqueue_verify.foreign.recognition import Match

_MODEL_TABLES = ("job", "attempt", "event", "worker", "lock", "queue", "placement", "slot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why a rule is not asked; if the system is so by design, the audit is none the poorer."""

    reason: str
    is_by_design: bool


class Origin(Protocol):
    """What rules ask about a source."""

    engine: str
    kind: str


class Requirements:
    """What one source, read by one profile, offers to rules."""

    def __init__(self, match: Match, source: Origin, normalized: Normalized) -> None:
        self._match = match
        self._source = source
        self._normalized = normalized

    def obstacle(self, rule: QueryRule) -> Obstacle | None:
        """Return why `rule` is not asked, or None if it is."""
        reason = self._match.profile.exempt.get(rule.rule.rule_id)
        if reason is not None:
            return Obstacle(reason=reason, is_by_design=True)
        for need in rule.needs:
            if (obstacle := self._lacks_each(need.split("|"))) is not None:
                return obstacle
        return None

    def _lacks_each(self, choices: list[str]) -> Obstacle | None:
        """Return why none of `choices` is there, or why one of them is not known to be."""
        obstacles = [obstacle for choice in choices if (obstacle := self._lacks(choice))]
        failed = [obstacle for obstacle in obstacles if not obstacle.is_by_design]
        if failed or len(obstacles) == len(choices):
            return (*failed, *obstacles)[0]
        return None

    def _lacks(self, need: str) -> Obstacle | None:
        table, _, name = need.partition(".")
        if table in self._normalized.obstacles:
            return Obstacle(reason=self._normalized.obstacles[table], is_by_design=False)
        title = self._match.profile.title
        reasons = {
            "trait": (self._match.profile.traits.get(name), f"{title} makes no such promise"),
            "lease": (
                self._match.profile.lease.rule == name,
                f"{title} has no lease of this kind ({name})",
            ),
            "source": (
                name in (self._source.kind, self._source.engine),
                f"only a {name} source can tell",
            ),
        }
        is_there, reason = reasons.get(table) or self._column(table, name)
        return None if is_there else Obstacle(reason=reason, is_by_design=True)

    def _column(self, table: str, name: str) -> tuple[bool, str]:
        if table in _MODEL_TABLES:
            is_there = f"{table}.{name}" in self._normalized.columns
            return is_there, f"{self._match.profile.title} does not store it ({table}.{name})"
        names = ", ".join(t.name for t in self._match.tables.get(table, ())) or table
        return self._match.has_column(table, name), f"{names} has no column {name}"
