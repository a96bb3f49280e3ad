"""A profile's trial on a database, on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crashqueue_verify.report.harmless import harmless
from crashqueue_verify.report.text import wrapped
from crashqueue_verify.report.times import iso
from crashqueue_verify.report.unasked import unasked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.foreign.trial import Trial, TriedTable
    from crashqueue_verify.results import Report


def render_trial(trial: Trial) -> str:
    """Return the trial as lines of text, ending in a line feed."""
    return "\n".join(map(harmless, _lines(trial))) + "\n"


def _lines(trial: Trial) -> Iterator[str]:
    yield "Tables"
    for table in trial.tables:
        yield from _table(table)
    if trial.report is None:
        yield ""
        yield from wrapped("", f"Not this queue: the database lacks {', '.join(trial.missing)}")
        return
    yield ""
    yield "Rows of the model"
    filled = ", ".join(f"{table} {count:,}" for table, count in trial.model_rows.items() if count)
    yield from wrapped("  ", filled or "none")
    if trial.unknown_states:
        states = ", ".join(f"{name} ({n:,})" for name, n in trial.unknown_states.items())
        yield from wrapped("  ", f"states that [states] does not name: {states}")
    yield from _judged(trial.report)


def _table(table: TriedTable) -> Iterator[str]:
    names = ", ".join(table.names) or "no such table"
    yield from wrapped("  ", f"{table.alias}: {names}")
    for label, columns in (
        ("required and missing", table.missing),
        ("optional and missing", table.absent),
        ("not in the profile", table.unmapped),
    ):
        if columns:
            yield from wrapped("    ", f"{label}: {', '.join(columns)}")


def _judged(report: Report) -> Iterator[str]:
    yield ""
    yield "Rules"
    if report.reference_time is None:
        yield "  no row has a time, so nothing can be late: fill created_at, or give --now"
    else:
        time = report.reference_time
        yield f"  as of {iso(time.time_us)} ({time.source})"
    missed = {i for item in (*report.skipped, *report.not_evaluated) for i in item.rule_ids}
    rows = {rule.rule_id: 0 for rule in report.rules if rule.rule_id not in missed}
    for finding in report.everything_found:
        rows[finding.rule_id] += finding.row_count
    for rule_id, count in rows.items():
        yield f"  {rule_id:6}{count:,} row{'' if count == 1 else 's'}"
    for title, items in (("Skipped", report.skipped), ("Not checked", report.not_evaluated)):
        if items:
            yield ""
            yield title
            for text in unasked(items):
                yield from wrapped("  ", text)
