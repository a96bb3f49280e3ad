"""One statement for the same steps of many jobs: what takes a value for one job takes a list here.

The lists become the rows of `given`. Whatever is updated is found by its job's id, as an index has
it: a join could be planned on a small table as a walk over all of it, and kept.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from crashqueue_core.store.rows import EVENT_COLUMNS, INSERT_EVENT

_INSERTION: Final = re.compile(r"^INSERT INTO (\w+) \((.*)\) VALUES")
_UPDATE: Final = re.compile(r"^UPDATE (\w+) SET (.*) WHERE (.*)$")
_BOUND: Final = re.compile(r"(\w+) = \?")
_TEXTS: Final = re.compile(
    "tenant|idempotency_key|job_type|payload|checkpoint|state|outcome|error|kind|data"
    r"|\w+_id|\w+_token|\w+_digest"
)
_ALL: Final = "(count(*) = (SELECT count(*) FROM given))::int"


@cache
def sql_of_many(schema: str, steps: tuple[str, ...]) -> str:
    """Return the statement for these steps of many jobs, and their events.

    As for one, a row that is not there, or is not as it was read, fails all of it.
    """
    columns = [column for sql in (*steps, INSERT_EVENT) for column in columns_of(sql)]
    places = [f"given_{number}" for number, _ in enumerate(columns)]
    lists = ", ".join(f"%s::{type_of(column)}[]" for column in columns)
    parts = [f"given AS (SELECT * FROM unnest({lists}) AS given ({', '.join(places)}))"]
    for number, sql in enumerate(steps):
        own, places = places[: len(columns_of(sql))], places[len(columns_of(sql)) :]
        parts.append(f"step_{number} AS ({_step(schema, sql, own)} RETURNING 1)")
    places[EVENT_COLUMNS.split(", ").index("event_number")] += "".join(
        f" / (SELECT {_ALL} FROM step_{number})" for number, _ in enumerate(steps)
    )
    event = _insertion(f'"{schema}".events', EVENT_COLUMNS, places)
    parts.append(f"event AS ({event} RETURNING 1)")
    return f"WITH {', '.join(parts)} SELECT 1 / {_ALL} FROM event"


def columns_of(sql: str) -> list[str]:
    """Return the column of each parameter of an INSERT or UPDATE of one row."""
    insertion = _INSERTION.match(sql)
    return insertion[2].split(", ") if insertion else _BOUND.findall(sql)


def type_of(column: str) -> str:
    """Return the type of the column of this name, in whatever table."""
    return "text" if _TEXTS.fullmatch(column) else "bigint"


def _step(schema: str, sql: str, places: list[str]) -> str:
    if insertion := _INSERTION.match(sql):
        return _insertion(f'"{schema}".{insertion[1]}', insertion[2], places)
    table, assignments, conditions = _UPDATE.findall(sql)[0]
    changed = _BOUND.findall(assignments)
    key, *others = zip(_BOUND.findall(conditions), places[len(changed) :], strict=True)
    same_job = f"FROM given WHERE {key[1]} = changed.{key[0]}"
    conditions = [
        f"{key[0]} = ANY (ARRAY(SELECT {key[1]} FROM given))",
        *(f"{column} = (SELECT {place} {same_job})" for column, place in others),
        *(each for each in conditions.split(" AND ") if "?" not in each),
    ]
    return (
        f'UPDATE "{schema}".{table} AS changed SET ({", ".join(changed)}) = '
        f"(SELECT {', '.join(places[: len(changed)])} {same_job}) "
        f"WHERE {' AND '.join(conditions)}"
    )


def _insertion(table: str, columns: str, places: list[str]) -> str:
    return f"INSERT INTO {table} ({columns}) SELECT {', '.join(places)} FROM given"
