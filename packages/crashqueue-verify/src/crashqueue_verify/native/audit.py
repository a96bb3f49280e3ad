"""The audit of one opened database: every check in order, and the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.native.admission import check_admission
from crashqueue_verify.native.append_only import check_append_only, check_append_only_elsewhere
from crashqueue_verify.native.examination import Examination
from crashqueue_verify.native.format import FORMAT_VERSION, check_format
from crashqueue_verify.native.integrity import check_integrity
from crashqueue_verify.native.invariants import check_database
from crashqueue_verify.native.jobs import check_jobs
from crashqueue_verify.native.liveness import check_liveness
from crashqueue_verify.native.tenants import check_tenants
from crashqueue_verify.results import Counts, ReferenceTime, Report, System
from crashqueue_verify.rules import RULES, Severity
from crashqueue_verify.source.database import limit_time

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from crashqueue_verify.findings import Findings

PROBE_TIME_LIMIT_S: Final = 10.0
"""Triggers are programs of the file's author; honest ones need microseconds."""

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

OUR_SYSTEM: Final = System(
    name="crashqueuelab",
    title="CrashQueueLab",
    engine="sqlite",
    source_kind="file",
    schema_version=str(FORMAT_VERSION),
    basis="observed",
    versions=f"format {FORMAT_VERSION}",
    caveats=(),
)

_CENSUS: Final = """
    SELECT (SELECT count(*) FROM jobs), (SELECT count(*) FROM attempts),
           (SELECT count(*) FROM events), (SELECT max(occurred_at_us) FROM events)
"""


class Audit:
    """One audit of the database behind `connection`: a private copy, or one that only reads."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        given: ReferenceTime | None,
        progress: Callable[[str, int, int], None],
        time_limit_s: float,
        is_writable: bool = True,
    ) -> None:
        self._connection = connection
        self._progress = progress
        self._time_limit_s = time_limit_s
        self._is_writable = is_writable
        self._counts: Counts | None = None
        self._reference_time = given

    def report(self) -> Report:
        """Run every check in order."""
        connection = self._connection
        examination = Examination(connection)
        findings, run = examination.findings, examination.run
        run(FORMAT, lambda: check_format(connection, findings), is_condition=True)
        run(INTEGRITY, lambda: check_integrity(connection, findings), is_condition=True)
        run(APPEND_ONLY, lambda: self._check_triggers(findings))
        run((), self._take_census)
        run(DATABASE, lambda: check_database(connection, findings))
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
            system=OUR_SYSTEM,
            rules=tuple(RULES.values()),
        )

    def _check_triggers(self, findings: Findings) -> None:
        limit_s = min(self._time_limit_s, PROBE_TIME_LIMIT_S)
        if not self._is_writable:
            check_append_only_elsewhere(self._connection, findings, time_limit_s=limit_s)
            return
        limit_time(self._connection, limit_s)
        try:
            check_append_only(self._connection, findings)
        finally:
            limit_time(self._connection, self._time_limit_s)

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
