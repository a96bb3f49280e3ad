"""The catalogue of invariants: what must be true of a database, why, and what to do if it is not.

The texts are in rules.toml. Ids are stable: a rule keeps its id for ever, and a retired id is not
given to another rule. CQ1xx are violations, CQ2xx are warnings about work that stands still.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Severity(StrEnum):
    """How bad a broken rule is."""

    ERROR = "error"
    """Impossible in a correct queue."""
    WARNING = "warning"
    """Possible in a correct queue: work that nobody is moving on."""
    INFORMATION = "information"
    """Nothing is wrong; whoever runs the queue may want to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One invariant."""

    rule_id: str
    severity: Severity
    sentence: str
    """What must be true."""
    why: str
    """What goes wrong when it is not."""
    action: str
    """What to do then."""
    check: str = ""
    """How this package looks."""
    risk: str = ""
    """What the action could break."""
    reports: tuple[str, ...] = ()
    """Public reports of the same fault, for example "Procrastinate #1518"."""


def _load() -> Mapping[str, Rule]:
    text = resources.files("crashqueue_verify").joinpath("rules.toml").read_text(encoding="utf-8")
    rules = {
        rule_id: Rule(
            rule_id=rule_id,
            severity=Severity(entry.get("severity", Severity.ERROR)),
            sentence=entry["sentence"],
            why=entry["why"],
            action=entry["action"],
            check=entry["check"],
        )
        for rule_id, entry in tomllib.loads(text).items()
    }
    return MappingProxyType(rules)


RULES: Final = _load()
"""Every rule by its id, in order."""
