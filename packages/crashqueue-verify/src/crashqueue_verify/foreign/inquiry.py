"""From an opened source to a report: recognise, stage, judge, in a private folder."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import Finding, Total, printable
from crashqueue_verify.foreign.audit import ForeignAudit
from crashqueue_verify.foreign.choosing import choose
from crashqueue_verify.foreign.shipped import generic_rules
from crashqueue_verify.results import NotEvaluated, Report, System
from crashqueue_verify.source.database import SQLITE_ERRORS, is_damage, is_time_limit
from crashqueue_verify.staging.deadline import TimeLimitReached
from crashqueue_verify.staging.scratch import open_scratch
from crashqueue_verify.staging.sqlite_file import SqliteFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify.foreign.options import Options
    from crashqueue_verify.staging.catalogue import Source
    from crashqueue_verify.staging.deadline import Deadline

INTEGRITY_RULE: Final = "G38"
MAX_COMPLAINTS: Final = 100

UNKNOWN_SYSTEM: Final = System(
    name="unknown",
    title="an unknown queue",
    engine="sqlite",
    source_kind="file",
    schema_version=None,
    basis="observed",
    versions="",
    caveats=(),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """One request for an audit."""

    deadline: Deadline
    progress: Callable[[str, int, int], None]
    options: Options


def audit_sqlite(copy: Path, connection: sqlite3.Connection, inquiry: Inquiry) -> Report:
    """Return the report on the queue in `copy`, a private one that `connection` leads to."""
    try:
        complaints = _complaints(connection)
        if complaints:
            return damaged_report(complaints)
        source = SqliteFile(connection, captured_at_us=None)
        return _audited(source, copy.parent, inquiry)
    except SQLITE_ERRORS as error:
        if is_damage(error):
            return damaged_report([f"SQLite cannot read the file: {printable(error)}"])
        if is_time_limit(error):
            return unseen_report("the time limit was reached")
        return unseen_report(f"SQLite could not look: {printable(error)}")


def _audited(source: Source, folder: Path, inquiry: Inquiry) -> Report:
    match = choose(source, inquiry.options)
    with open_scratch(folder, inquiry.deadline) as scratch:
        try:
            audit = ForeignAudit(
                source, match, scratch, options=inquiry.options, progress=inquiry.progress
            )
            audit.stage()
            return audit.judge()
        except TimeLimitReached as error:
            return unseen_report(str(error))


def _complaints(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds wrong with the file; indexes are left out, as none is read by."""
    connection.execute("PRAGMA ignore_check_constraints = ON")
    rows = connection.execute(f"PRAGMA quick_check({MAX_COMPLAINTS})")
    return [text for (text,) in rows if text != "ok" and not text.startswith("NULL value in")]


def damaged_report(complaints: list[str]) -> Report:
    """Return the report on a file that SQLite finds damaged: nothing else is asked of it."""
    rule = next(rule.rule for rule in generic_rules() if rule.rule.rule_id == INTEGRITY_RULE)
    finding = Finding(
        rule=rule,
        sentence="SQLite finds the file damaged",
        job_id=None,
        row_count=len(complaints),
        evidence=tuple({"complaint": printable(text)} for text in complaints[:5]),
    )
    unseen = unseen_report(f"{INTEGRITY_RULE} does not hold, so the rows say nothing certain")
    total = Total(finding_count=1, shown_count=1)
    return replace(unseen, findings=(finding,), totals={INTEGRITY_RULE: total})


def unseen_report(reason: str) -> Report:
    """Return the report that nothing could be looked at."""
    rules = tuple(rule.rule for rule in generic_rules())
    rule_ids = tuple(rule.rule_id for rule in rules)
    return Report(
        findings=(),
        warnings=(),
        totals={},
        not_evaluated=(NotEvaluated(rule_ids=rule_ids, reason=reason),),
        counts=None,
        reference_time=None,
        system=UNKNOWN_SYSTEM,
        rules=rules,
    )
