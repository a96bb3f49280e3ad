"""G33: what the system's own schema declares must still be declared.

A restore without indexes, or a hand that dropped one, takes away what keeps rows consistent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crashqueue_verify.foreign.profile import Constraint
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.staging.catalogue import Catalogue, RawTable


def missing_constraints(match: Match, catalogue: Catalogue) -> Iterator[Mapping[str, object]]:
    """Yield a row for each declared constraint that a table lacks.

    Dumps are passed on without functions and triggers; where there is none at all, nothing can be
    said of any. In a dump of data, or of an extension, a table is its rows and nothing is declared.
    """
    has_programs = bool(catalogue.functions) or any(t.triggers for t in catalogue.tables)
    for constraint in match.profile.constraints:
        for table in match.tables[constraint.alias]:
            if not _is_described(table) or (constraint.trigger and not has_programs):
                continue
            if table.column_names >= constraint.since and not _is_declared(constraint, table):
                yield {
                    "table": table.name,
                    "missing": _described(constraint),
                    "why": constraint.why,
                }


def _is_described(table: RawTable) -> bool:
    return any(column.declared_type for column in table.columns)


def _is_declared(constraint: Constraint, table: RawTable) -> bool:
    if constraint.trigger is not None:
        return constraint.trigger in table.triggers
    if constraint.check is not None:
        pattern = re.compile(constraint.check, re.IGNORECASE)
        return any(
            pattern.search(check) and not check.rstrip().upper().endswith("NOT VALID")
            for check in table.checks
        )
    return any(
        index.is_unique and constraint.unique == frozenset(index.columns) for index in table.indexes
    )


def _described(constraint: Constraint) -> str:
    if constraint.trigger is not None:
        return f"trigger {constraint.trigger}"
    if constraint.check is not None:
        return f"a valid CHECK with {constraint.check}"
    return f"a unique index on {', '.join(sorted(constraint.unique))}"
