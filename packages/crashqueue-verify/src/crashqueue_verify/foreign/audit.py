"""The audit of one recognised system: staged, normalized, judged rule by rule."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import Finding, Total, printable
from crashqueue_verify.foreign.constraints import missing_constraints
from crashqueue_verify.foreign.evaluating import as_mappings, findings_of
from crashqueue_verify.foreign.evidence import Evidence
from crashqueue_verify.foreign.model import DERIVED_SQL
from crashqueue_verify.foreign.normalizing import Normalized, normalize, prepare
from crashqueue_verify.foreign.parameters import query_parameters
from crashqueue_verify.foreign.reference_time import reference_time
from crashqueue_verify.foreign.requirements import Requirements
from crashqueue_verify.foreign.shipped import generic_rules
from crashqueue_verify.foreign.staging import stage
from crashqueue_verify.results import Counts, NotEvaluated, ReferenceTime, Report, System
from crashqueue_verify.rules import Severity
from crashqueue_verify.source.database import is_time_limit
from crashqueue_verify.staging.deadline import TIME_LIMIT_REACHED, TimeLimitReached

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from crashqueue_verify.foreign.options import Options
    from crashqueue_verify.foreign.profile import QueryRule
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.staging.catalogue import Source, StagedValue
    from crashqueue_verify.staging.scratch import Scratch

SCHEMA_RULE: Final = "G33"
"""The one rule that looks at the schema and not at rows, so it has no query."""


class ForeignAudit:
    """One audit of the tables that `match` names in `source`, worked out in `scratch`."""

    def __init__(
        self,
        source: Source,
        match: Match,
        scratch: Scratch,
        *,
        options: Options,
        progress: Callable[[str, int, int], None],
    ) -> None:
        self._source = source
        self._match = match
        self._scratch = scratch
        self._progress = progress
        self._options = options
        self._evidence = Evidence(scratch, match.profile, show_payloads=options.show_payloads)
        self._rules = (*generic_rules(), *match.profile.rules)
        self._findings: list[Finding] = []
        self._totals: dict[str, Total] = {}
        self._skips: dict[tuple[bool, str], list[str]] = {}

    def stage(self) -> None:
        """Copy the raw rows into the scratch database."""
        prepare(self._scratch, self._match)
        stage(self._source, self._match, self._scratch, self._progress)

    def judge(self) -> Report:
        """Normalize the staged rows and ask every rule about them."""
        parameters = query_parameters(self._match.profile, self._options.settings)
        normalized = normalize(self._scratch, self._match, parameters)
        time = self._reference_time(normalized)
        parameters["t_ref"] = time.time_us if time else None
        for table, sql in DERIVED_SQL.items():
            self._scratch.fill(table, sql, parameters)
        self._ask_rules(normalized, parameters)
        return self._report(time)

    def _reference_time(self, normalized: Normalized) -> ReferenceTime | None:
        if self._options.given is not None:
            return self._options.given
        return reference_time(self._source, self._match.profile, self._scratch, normalized)

    def _ask_rules(self, normalized: Normalized, parameters: Mapping[str, StagedValue]) -> None:
        requirements = Requirements(self._match, self._source, normalized)
        for number, rule in enumerate(self._rules):
            self._progress("rules", number, len(self._rules))
            obstacle = requirements.obstacle(rule)
            if obstacle is None:
                self._evaluate(rule, parameters)
            else:
                self._skip(rule, obstacle.reason, is_by_design=obstacle.is_by_design)

    def _evaluate(self, rule: QueryRule, parameters: Mapping[str, StagedValue]) -> None:
        try:
            findings, total = findings_of(
                rule, self._rows(rule, parameters), self._evidence, self._alias(rule)
            )
        except TimeLimitReached as error:
            self._skip(rule, str(error), is_by_design=False)
        except sqlite3.Error as error:
            reason = TIME_LIMIT_REACHED if is_time_limit(error) else _failure(error)
            self._skip(rule, reason, is_by_design=False)
        else:
            self._findings.extend(findings)
            if total is not None:
                self._totals[rule.rule.rule_id] = total

    def _rows(
        self, rule: QueryRule, parameters: Mapping[str, StagedValue]
    ) -> Iterator[Mapping[str, object]]:
        if rule.rule.rule_id == SCHEMA_RULE:
            return missing_constraints(self._match, self._source.catalogue)
        cursor = self._scratch.query(rule.sql, parameters)
        return as_mappings((column[0] for column in cursor.description), cursor)

    def _alias(self, rule: QueryRule) -> str | None:
        """Return the raw table whose rows are the evidence: a generic rule is about jobs."""
        return rule.alias or self._match.profile.model["job"].alias

    def _skip(self, rule: QueryRule, reason: str, *, is_by_design: bool) -> None:
        self._skips.setdefault((is_by_design, reason), []).append(rule.rule.rule_id)

    def _skipped(self, *, is_by_design: bool) -> tuple[NotEvaluated, ...]:
        return tuple(
            NotEvaluated(rule_ids=tuple(rule_ids), reason=reason)
            for (by_design, reason), rule_ids in self._skips.items()
            if by_design is is_by_design
        )

    def _report(self, time: ReferenceTime | None) -> Report:
        return Report(
            findings=self._of(Severity.ERROR),
            warnings=self._of(Severity.WARNING),
            information=self._of(Severity.INFORMATION),
            totals=self._totals,
            not_evaluated=self._skipped(is_by_design=False),
            skipped=self._skipped(is_by_design=True),
            counts=Counts(
                jobs=self._count("job"),
                attempts=self._count("attempt"),
                events=self._count("event"),
            ),
            states=dict(
                self._scratch.query("SELECT state, count(*) FROM job GROUP BY state ORDER BY state")
            ),
            reference_time=time,
            system=self._system(),
            rules=tuple(rule.rule for rule in self._rules),
        )

    def _of(self, severity: Severity) -> tuple[Finding, ...]:
        return tuple(finding for finding in self._findings if finding.severity is severity)

    def _count(self, table: str) -> int:
        count: int = self._scratch.query(f"SELECT count(*) FROM {table}").fetchone()[0]
        return count

    def _system(self) -> System:
        profile = self._match.profile
        return System(
            name=profile.name,
            title=profile.title,
            engine=self._source.engine,
            source_kind=self._source.kind,
            schema_version=self._schema_version(),
            basis=str(profile.basis),
            versions=profile.versions,
            caveats=profile.caveats,
            rescue=profile.lease.rescue,
        )

    def _schema_version(self) -> str | None:
        if self._match.profile.schema_sql is None:
            return None
        try:
            row = self._scratch.query(self._match.profile.schema_sql).fetchone()
        except sqlite3.Error:
            return None
        return None if row is None or row[0] is None else printable(row[0])


def _failure(error: Exception) -> str:
    return f"its query fails on this database: {printable(error)}"
