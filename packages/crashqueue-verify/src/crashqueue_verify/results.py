"""What an audit and a replay answer: frozen values, and their JSON-ready form.

The JSON-ready form is the same for the same content of the database: it holds no path, no clock's
reading, and nothing of the machine.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from crashqueue_verify.verdict import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crashqueue_verify.findings import Finding, Total
    from crashqueue_verify.rules import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Rows in the database."""

    jobs: int
    attempts: int
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceTime:
    """The time that warnings are judged by.

    `source` is "given", "newest event", "newest time in the data", "the file's modification" or
    "the server's clock".
    """

    time_us: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotEvaluated:
    """Rules that could not be looked at, and why."""

    rule_ids: tuple[str, ...]
    reason: str

    def as_dict(self) -> dict[str, object]:
        """Return it ready for JSON."""
        return {"rules": list(self.rule_ids), "reason": self.reason}


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """The queue whose database this is, and what the facts about it rest on.

    `basis` is "observed" or "documentation"; `source_kind` is "file", "dump" or "live".
    """

    name: str
    title: str
    engine: str
    source_kind: str
    schema_version: str | None
    basis: str
    versions: str
    caveats: tuple[str, ...]
    rescue: str = ""
    """What, if anything, brings a lost job back, as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """Findings of one rule that whoever asked does not want to hear of, and why."""

    rule_id: str
    reason: str
    finding_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The answer to an audit.

    `findings` are violations, `warnings` is work that stands still or is lost, and `information`
    is neither; `totals` says of each broken rule how many findings there are and how many of them
    are kept here. `rules` are all that the system has; of them `not_evaluated` could not be looked
    at in this database, and `skipped` cannot be looked at in any database of this system. `counts`
    is None when the rows could not be counted;
    `reference_time` is None when nothing in the database has a time and none was given.
    """

    findings: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    totals: Mapping[str, Total]
    not_evaluated: tuple[NotEvaluated, ...]
    counts: Counts | None
    reference_time: ReferenceTime | None
    system: System
    rules: tuple[Rule, ...] = ()
    information: tuple[Finding, ...] = ()
    skipped: tuple[NotEvaluated, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    states: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Jobs in each state of the model; empty for a database of our own."""

    @property
    def verdict(self) -> Verdict:
        """VIOLATED by any finding; else UNKNOWN if anything was not evaluated; else HOLDS."""
        return judge(findings=len(self.findings), unknowns=len(self.not_evaluated))

    @property
    def everything_found(self) -> tuple[Finding, ...]:
        """Findings of every severity, the gravest first."""
        return (*self.findings, *self.warnings, *self.information)

    def as_dict(self) -> dict[str, object]:
        """Return the report ready for JSON."""
        time = self.reference_time
        return {
            "verdict": str(self.verdict),
            "system": asdict(self.system),
            "counts": asdict(self.counts) if self.counts else None,
            "states": dict(self.states),
            "reference_time_us": time.time_us if time else None,
            "reference_time_source": time.source if time else None,
            "findings": [finding.as_dict() for finding in self.findings],
            "warnings": [finding.as_dict() for finding in self.warnings],
            "information": [finding.as_dict() for finding in self.information],
            "totals": {rule_id: asdict(total) for rule_id, total in self.totals.items()},
            "rule_count": len(self.rules),
            "not_evaluated": [item.as_dict() for item in self.not_evaluated],
            "skipped": [item.as_dict() for item in self.skipped],
            "ignored": [asdict(item) for item in self.ignored],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One event and the state that the auditor's own state machine reaches by it."""

    event_number: int
    kind: str
    state: str
    occurred_at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The answer to a replay of one job.

    `steps` are the events that could be replayed. `job` has the columns of the jobs table that the
    history fixes, as far as it could be replayed. `agrees` says whether it is what the row says.
    """

    job_id: str
    steps: tuple[ReplayStep, ...]
    job: Mapping[str, str | int | None]
    agrees: bool
    findings: tuple[Finding, ...]
    not_evaluated: tuple[NotEvaluated, ...]

    @property
    def verdict(self) -> Verdict:
        """VIOLATED by any finding; else UNKNOWN if anything was not evaluated; else HOLDS."""
        return judge(findings=len(self.findings), unknowns=len(self.not_evaluated))

    def as_dict(self) -> dict[str, object]:
        """Return the replay ready for JSON."""
        return {
            "job_id": self.job_id,
            "verdict": str(self.verdict),
            "agrees": self.agrees,
            "steps": [asdict(step) for step in self.steps],
            "job": dict(self.job),
            "findings": [finding.as_dict() for finding in self.findings],
            "not_evaluated": [item.as_dict() for item in self.not_evaluated],
        }
