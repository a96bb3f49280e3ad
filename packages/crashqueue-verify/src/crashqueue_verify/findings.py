"""Findings: violated rules with the rows behind them, bounded however wrecked a database is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from crashqueue_verify.rules import RULES, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_FINDINGS_PER_RULE: Final = 20
MAX_ROWS_PER_FINDING: Final = 5
MAX_TEXT_LENGTH: Final = 200
"""Characters shown of one value; names are at most this long."""


def printable(value: object) -> str:
    """Return `value` as text that is safe on a terminal: escaped, and cut when very long."""
    text = str(value)
    cut = text[:MAX_TEXT_LENGTH]
    if not cut.isprintable():
        cut = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)
    return cut if len(text) <= MAX_TEXT_LENGTH else f"{cut}… ({len(text)} characters)"


def is_text(value: str) -> bool:
    """Return whether `value` has a UTF-8 form: a command line's arguments may lack one."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One violated rule in one job, or in the database when `job_id` is None.

    `row_count` rows are behind it; `evidence` shows the first few, each as column → value.
    """

    rule_id: str
    sentence: str
    job_id: str | None
    row_count: int
    evidence: tuple[Mapping[str, str | int | None], ...]

    @property
    def severity(self) -> Severity:
        """The rule's severity."""
        return RULES[self.rule_id].severity

    @property
    def action(self) -> str:
        """What to do."""
        return RULES[self.rule_id].action

    def as_dict(self) -> dict[str, object]:
        """Return the finding ready for JSON."""
        return {
            "rule": self.rule_id,
            "severity": str(self.severity),
            "sentence": self.sentence,
            "job_id": self.job_id,
            "row_count": self.row_count,
            "evidence": [dict(row) for row in self.evidence],
            "action": self.action,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """How much of one rule's findings there is, and how much of it is shown."""

    finding_count: int
    shown_count: int

    @property
    def left_out_count(self) -> int:
        """Findings counted and not kept."""
        return self.finding_count - self.shown_count


@dataclass(slots=True)
class _Draft:
    """A finding that may still gain rows."""

    sentence: str
    job_id: str | None
    row_count: int = 0
    evidence: list[Mapping[str, str | int | None]] = field(default_factory=list)


class Findings:
    """Collects findings. Later ones of a rule are only counted, so memory stays bounded.

    Findings of one rule about one job that follow each other become one.
    """

    def __init__(self) -> None:
        self._drafts: dict[str, list[_Draft]] = {}
        self._last_job: dict[str, str | None] = {}
        self._counts: dict[str, int] = {}

    def add(
        self,
        rule_id: str,
        sentence: str,
        *,
        job_id: str | None = None,
        rows: Iterable[Mapping[str, object]] = (),
        row_count: int | None = None,
    ) -> None:
        """Note a violation of `rule_id`; `row_count` when more rows are behind it than given."""
        drafts = self._drafts.setdefault(rule_id, [])
        repeated = job_id is not None and self._last_job.get(rule_id) == job_id
        self._last_job[rule_id] = job_id
        if not repeated:
            self._counts[rule_id] = self._counts.get(rule_id, 0) + 1
            if len(drafts) < MAX_FINDINGS_PER_RULE:
                shown_id = None if job_id is None else printable(job_id)
                drafts.append(_Draft(sentence, shown_id))
        if self._counts[rule_id] <= MAX_FINDINGS_PER_RULE:
            _extend(drafts[-1], rows, row_count)

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._counts

    def kept(self, severity: Severity) -> tuple[Finding, ...]:
        """Return the findings of rules of `severity`, in order of rule and then of discovery."""
        return tuple(
            Finding(
                rule_id=rule_id,
                sentence=draft.sentence,
                job_id=draft.job_id,
                row_count=draft.row_count,
                evidence=tuple(draft.evidence),
            )
            for rule_id in sorted(self._drafts)
            if RULES[rule_id].severity is severity
            for draft in self._drafts[rule_id]
        )

    def totals(self) -> dict[str, Total]:
        """Return how many findings each broken rule has, in order of rule."""
        return {
            rule_id: Total(
                finding_count=self._counts[rule_id], shown_count=len(self._drafts[rule_id])
            )
            for rule_id in sorted(self._counts)
        }


def _extend(draft: _Draft, rows: Iterable[Mapping[str, object]], row_count: int | None) -> None:
    given = 0
    for row in rows:
        given += 1
        if len(draft.evidence) < MAX_ROWS_PER_FINDING:
            draft.evidence.append({printable(key): _shown(value) for key, value in row.items()})
    draft.row_count += given if row_count is None else row_count


def _shown(value: object) -> str | int | None:
    return value if value is None or isinstance(value, int) else printable(value)
