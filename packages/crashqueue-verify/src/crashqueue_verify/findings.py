"""Findings: violated rules with the rows behind them, bounded however wrecked a database is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from crashqueue_verify.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crashqueue_verify.rules import Rule, Severity

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
    """One violated rule in one job, under one cause, or in the database when both are None.

    `row_count` rows are behind it; `evidence` shows the first few, each as column → value.
    `since_us` is the earliest time that the rows give for the fault.
    """

    rule: Rule
    sentence: str
    job_id: str | None
    row_count: int
    evidence: tuple[Mapping[str, str | int | None], ...]
    cause: str | None = None
    since_us: int | None = None

    @property
    def rule_id(self) -> str:
        """The id of the rule."""
        return self.rule.rule_id

    @property
    def severity(self) -> Severity:
        """The rule's severity."""
        return self.rule.severity

    @property
    def action(self) -> str:
        """What to do."""
        return self.rule.action

    def as_dict(self) -> dict[str, object]:
        """Return the finding ready for JSON."""
        return {
            "rule": self.rule_id,
            "severity": str(self.severity),
            "sentence": self.sentence,
            "cause": self.cause,
            "job_id": self.job_id,
            "since_us": self.since_us,
            "row_count": self.row_count,
            "evidence": [dict(row) for row in self.evidence],
            "action": self.action,
            "risk": self.rule.risk,
            "reports": list(self.rule.reports),
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
                rule=RULES[rule_id],
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
            draft.evidence.append(shown_row(row))
    draft.row_count += given if row_count is None else row_count


def shown_row(row: Mapping[str, object]) -> dict[str, str | int | None]:
    """Return a row as a report shows it: texts escaped and cut, numbers and NULL as they are."""
    return {printable(key): _shown(value) for key, value in row.items()}


def _shown(value: object) -> str | int | None:
    return value if value is None or isinstance(value, int) else printable(value)
