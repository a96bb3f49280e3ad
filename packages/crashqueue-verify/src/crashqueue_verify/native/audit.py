"""The audit of one opened database: every check in order, and the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.native.admission import check_admission
from crashqueue_verify.native.examination import Examination
from crashqueue_verify.native.jobs import check_jobs
from crashqueue_verify.native.liveness import check_liveness
from crashqueue_verify.native.tenants import check_tenants
from crashqueue_verify.native.uniqueness import check_uniqueness
from crashqueue_verify.results import Counts, ReferenceTime, Report
from crashqueue_verify.rules import RULES, Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.source import NativeSource

FORMAT: Final = ("CQ101",)
INTEGRITY: Final = ("CQ102",)
APPEND_ONLY: Final = ("CQ103",)
DATABASE: Final = ("CQ110", "CQ111", "CQ112", "CQ113", "CQ114", "CQ118", "CQ119")
ADMISSION: Final = ("CQ162", "CQ163")
TENANTS: Final = ("CQ164",)
LIVENESS: Final = ("CQ201", "CQ202")
JOBS: Final = tuple(
    rule_id
    for rule_id in RULES
    if rule_id
    not in {*FORMAT, *INTEGRITY, *APPEND_ONLY, *DATABASE, *ADMISSION, *TENANTS, *LIVENESS}
)

_CENSUS: Final = """
    SELECT (SELECT count(*) FROM jobs), (SELECT count(*) FROM attempts),
           (SELECT count(*) FROM events), (SELECT max(occurred_at_us) FROM events)
"""


class Audit:
    """One audit of `source`; `given` is the time to judge by, if whoever asks gives one."""

    def __init__(
        self,
        source: NativeSource,
        *,
        given: ReferenceTime | None,
        progress: Callable[[str, int, int], None],
    ) -> None:
        self._source = source
        self._connection = source.connection
        self._progress = progress
        self._counts: Counts | None = None
        self._reference_time = given or source.clock

    def report(self) -> Report:
        """Run every check in order."""
        connection, source = self._connection, self._source
        examination = Examination(connection)
        findings, run = examination.findings, examination.run
        run(FORMAT, lambda: source.check_format(findings), is_condition=True)
        run(INTEGRITY, lambda: source.check_integrity(findings), is_condition=True)
        run(APPEND_ONLY, lambda: source.check_append_only(findings))
        run((), self._take_census)
        run(self._asked(DATABASE), lambda: self._check_database(findings))
        run(JOBS, lambda: check_jobs(connection, findings, self._tell))
        run(TENANTS, lambda: check_tenants(connection, findings))
        run(ADMISSION, lambda: check_admission(connection, findings))
        run(LIVENESS, lambda: self._check_liveness(findings))
        return Report(
            findings=findings.kept(Severity.ERROR),
            warnings=findings.kept(Severity.WARNING),
            totals=findings.totals(),
            not_evaluated=tuple(examination.not_evaluated),
            counts=self._counts,
            reference_time=self._reference_time,
            system=source.system,
            rules=tuple(RULES.values()),
            skipped=source.skipped,
        )

    def _asked(self, rule_ids: tuple[str, ...]) -> tuple[str, ...]:
        skipped = {rule_id for item in self._source.skipped for rule_id in item.rule_ids}
        return tuple(rule_id for rule_id in rule_ids if rule_id not in skipped)

    def _check_database(self, findings: Findings) -> None:
        self._source.check_numbers(findings)
        check_uniqueness(self._source, findings)
        self._source.check_time(findings)

    def _take_census(self) -> None:
        ask = self._connection.execute
        jobs, attempts, events, newest_us = ask(_CENSUS).fetchone()
        self._counts = Counts(jobs=jobs, attempts=attempts, events=events)
        if self._reference_time is None and newest_us is not None:
            self._reference_time = ReferenceTime(time_us=newest_us, source="newest event")

    def _check_liveness(self, findings: Findings) -> None:
        if self._reference_time is not None:
            check_liveness(self._connection, self._reference_time.time_us, findings)

    def _tell(self, done: int) -> None:
        if self._counts is not None:
            self._progress("jobs checked", done, self._counts.jobs)
