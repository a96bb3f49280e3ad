"""One rule on one normalized database: its query, and findings grouped by cause."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import (
    MAX_FINDINGS_PER_RULE,
    MAX_ROWS_PER_FINDING,
    Finding,
    Total,
    printable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from crashqueue_verify.foreign.evidence import Evidence
    from crashqueue_verify.foreign.profile import QueryRule

MAX_CAUSES: Final = 2_000
"""Causes told apart; the rows of all further ones are one finding."""

PLACE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""A place in a sentence that a column of the result fills."""
_OTHERS: Final = "other causes"


@dataclass(slots=True)
class _Group:
    """The rows that share a cause; only the first few are kept."""

    cause: str | None
    row_count: int = 0
    since_us: int | None = None
    rows: list[Mapping[str, object]] = field(default_factory=list)

    def add(self, row: Mapping[str, object]) -> None:
        self.row_count += 1
        since_us = row.get("since_us")
        if isinstance(since_us, int) and (self.since_us is None or since_us < self.since_us):
            self.since_us = since_us
        if len(self.rows) < MAX_ROWS_PER_FINDING:
            self.rows.append(row)


def findings_of(
    rule: QueryRule, rows: Iterable[Mapping[str, object]], evidence: Evidence, alias: str | None
) -> tuple[tuple[Finding, ...], Total | None]:
    """Return the findings that the rows of a rule's query are, the greatest first, and how many.

    `alias` is the raw table that `row_id` points into.
    """
    groups = sorted(_grouped(rows).values(), key=lambda group: -group.row_count)
    kept = groups[:MAX_FINDINGS_PER_RULE]
    findings = tuple(_finding(rule, group, evidence, alias) for group in kept)
    total = Total(finding_count=len(groups), shown_count=len(kept))
    return findings, total if groups else None


def _grouped(rows: Iterable[Mapping[str, object]]) -> dict[str | None, _Group]:
    groups: dict[str | None, _Group] = {}
    for row in rows:
        cause = row.get("cause")
        key = None if cause is None else str(cause)
        if key not in groups and len(groups) >= MAX_CAUSES:
            key = _OTHERS
        groups.setdefault(key, _Group(key)).add(row)
    return groups


def _finding(rule: QueryRule, group: _Group, evidence: Evidence, alias: str | None) -> Finding:
    first = group.rows[0]
    job_key = first.get("job_key")
    return Finding(
        rule=rule.rule,
        sentence=sentence(rule.says, first, group.row_count),
        job_id=printable(job_key) if group.row_count == 1 and job_key is not None else None,
        row_count=group.row_count,
        evidence=tuple(evidence.row(alias, row) for row in group.rows),
        cause=None if group.cause is None else printable(group.cause),
        since_us=group.since_us,
    )


def sentence(says: str, first: Mapping[str, object], count: int) -> str:
    """Return the text with {name} replaced by a column and {count:job} by "1 job" or "2 jobs"."""

    def replace(place: re.Match[str]) -> str:
        name, noun = place.groups()
        if name == "count":
            return _some(count, noun)
        value = first.get(name)
        return "nothing" if value is None else printable(value)

    return PLACE.sub(replace, says)


def _some(count: int, noun: str | None) -> str:
    if noun is None:
        return f"{count:,}"
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def as_mappings(
    names: Iterable[str], rows: Iterable[Iterable[object]]
) -> Iterator[Mapping[str, object]]:
    """Yield each row as column → value."""
    listed = tuple(names)
    for row in rows:
        yield dict(zip(listed, row, strict=True))
