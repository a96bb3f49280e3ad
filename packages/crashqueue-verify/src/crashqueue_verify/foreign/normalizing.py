"""The raw tables become the model: a profile's queries fill its tables."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.model import INDEXES_SQL, TABLES_SQL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crashqueue_verify.foreign.profile import ModelQuery
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.staging.catalogue import StagedValue
    from crashqueue_verify.staging.scratch import Scratch

_WITH_STATE: Final = """
    SELECT query.*, coalesce(state_of.state, 'unknown') AS state
      FROM (
{query}
      ) AS query LEFT JOIN state_of ON state_of.state_raw = CAST(query.state_raw AS TEXT)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Normalized:
    """What came of it: the columns that are filled, as "job.queue", and why others are not."""

    columns: frozenset[str]
    obstacles: Mapping[str, str]
    """Why a table of the model could not be filled, by its name."""


def prepare(scratch: Scratch, match: Match) -> None:
    """Create the tables of the model and of the catalogue, all empty."""
    scratch.build(TABLES_SQL)
    scratch.append("state_of", list(match.profile.states.items()))


def normalize(scratch: Scratch, match: Match, parameters: Mapping[str, StagedValue]) -> Normalized:
    """Fill the model from the staged tables."""
    columns: set[str] = set()
    obstacles: dict[str, str] = {}
    for table, query in match.profile.model.items():
        try:
            columns.update(_fill(scratch, match, table, query, parameters))
        except sqlite3.Error as error:
            obstacles[table] = f"the profile's query for {table} fails: {printable(error)}"
    scratch.append("filled", [(name,) for name in sorted(columns)])
    scratch.build(INDEXES_SQL)
    return Normalized(columns=frozenset(columns), obstacles=obstacles)


def _fill(
    scratch: Scratch,
    match: Match,
    table: str,
    query: ModelQuery,
    parameters: Mapping[str, StagedValue],
) -> Iterator[str]:
    sql = _WITH_STATE.format(query=query.sql) if table == "job" else query.sql
    filled = scratch.fill(table, sql, parameters)
    absent = {column for column, raw in query.depends.items() if not _has_all(match, raw)}
    return (f"{table}.{column}" for column in filled if column not in absent)


def _has_all(match: Match, raw_columns: tuple[str, ...]) -> bool:
    named = (raw.partition(".") for raw in raw_columns)
    return all(match.has_column(alias, column) for alias, _, column in named)
