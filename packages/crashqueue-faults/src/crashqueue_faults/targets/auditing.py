"""What the independent auditor says of a store: whether whoever runs the queue would be told.

It knows the tables of many libraries, in SQLite files and on PostgreSQL, and nothing of the case:
neither what was enqueued, nor which effects there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

from crashqueue_core import SystemClock
from crashqueue_faults.targets.stand import Stand
from crashqueue_faults.targets.target import Engine, Store
from crashqueue_verify import AuditError, Finding, Report, Verdict, audit

LATER_US: Final = 24 * 3_600 * 1_000_000
"""Later than every limit of the rules after which a job stands still: an hour is the longest."""
_GRAVEST_FIRST: Final = (Verdict.VIOLATED, Verdict.UNKNOWN, Verdict.HOLDS)
_SQLITE_HEADER: Final = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What the auditor says of a store at one time, each rule that is broken once.

    Where it cannot read the store, `obstacle` says why, and there is no verdict.
    """

    verdict: Verdict | None = None
    violations: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    obstacle: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules with a violation or a warning."""
        return (*self.violations, *self.warnings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Audits:
    """What the auditor says right after a crash, and when a recovery has had its time."""

    after_crash: Opinion
    in_the_end: Opinion


def opinion_on(stand: Stand, *, later_us: int = 0) -> Opinion:
    """Return what the auditor says of what is in the store, judged as if it were `later_us` on."""
    engine = stand.target.engine
    if engine is Engine.REDIS:
        return Opinion(obstacle="crashqueue-verify reads SQLite and PostgreSQL, and no Redis")
    now_us = SystemClock().now_us() + later_us
    try:
        reports = [audit(place, now_us=now_us) for place in _places(engine, stand.store)]
    except AuditError as error:
        return Opinion(obstacle=f"{error.code}: {error}")
    return _opinion(reports) if reports else Opinion(obstacle="the store holds no SQLite file")


def _places(engine: Engine, store: Store) -> Iterator[str]:
    if engine is Engine.POSTGRESQL:
        yield _uri(store.address)
        return
    for file in sorted(store.folder.rglob("*")):
        if file.is_file() and file.read_bytes().startswith(_SQLITE_HEADER):
            yield str(file)


def _uri(address: str) -> str:
    """Return the URI that leads where a connection string of keywords and values does."""
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - only a server's store needs it

    return f"postgresql://?{urlencode(conninfo_to_dict(address), quote_via=quote)}"


def _opinion(reports: list[Report]) -> Opinion:
    verdicts = {report.verdict for report in reports}
    return Opinion(
        verdict=next(
            v for v in (Verdict.VIOLATED, Verdict.UNKNOWN, Verdict.HOLDS) if v in verdicts
        ),
        violations=_rules(finding for report in reports for finding in report.findings),
        warnings=_rules(finding for report in reports for finding in report.warnings),
    )


def _rules(findings: Iterator[Finding]) -> tuple[str, ...]:
    return tuple(sorted({finding.rule_id for finding in findings}))
