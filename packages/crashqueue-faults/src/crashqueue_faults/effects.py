"""The synthetic outside world: a ledger of effects in a SQLite file of its own.

It stands for the mail server, the payment provider, the other database: something whose commit is
not the queue's commit. An idempotent destination remembers effect keys and ignores a repetition; a
non-idempotent one does the work again each time it is asked. A fenced one remembers the greatest
fence that it has seen for a key and refuses a smaller one: that stops a stale writer, and does not
stop the next attempt from repeating the effect.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from crashqueue_faults.points import FaultPoint


class Destination(StrEnum):
    """How the outside world treats an effect that it has seen before."""

    IDEMPOTENT = "idempotent"
    NON_IDEMPOTENT = "non_idempotent"
    FENCED = "fenced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect that an attempt asks for."""

    effect_key: str
    value: int
    job_id: str
    attempt_number: int
    fence: int


class StaleWriter(Exception):
    """A fenced destination has seen a greater fence: another attempt has been here since."""


_SCHEMA: Final = """
CREATE TABLE effects (
    effect_number  INTEGER PRIMARY KEY,
    destination    TEXT    NOT NULL,
    effect_key     TEXT    NOT NULL,
    value          INTEGER NOT NULL,
    job_id         TEXT    NOT NULL,
    attempt_number INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX idempotent_effects ON effects (effect_key) WHERE destination = 'idempotent';
CREATE TABLE fences (
    effect_key     TEXT    PRIMARY KEY,
    greatest_fence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""
_RECORD: Final = "INSERT INTO effects VALUES (NULL, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_RAISE_FENCE: Final = (
    "INSERT INTO fences VALUES (?, ?) ON CONFLICT (effect_key) DO UPDATE "
    "SET greatest_fence = excluded.greatest_fence WHERE greatest_fence <= excluded.greatest_fence"
)


def create_ledger(path: Path) -> None:
    """Make an empty ledger at `path`, which does not exist yet."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(_SCHEMA)


def commit_effect(
    path: Path,
    effect: Effect,
    destinations: Iterable[Destination],
    observer: Callable[[str], None],
) -> None:
    """Apply the effect at each destination, durably, in one transaction of the ledger's own.

    The observer is told of BEFORE_EFFECT_COMMIT and AFTER_EFFECT_COMMIT. Raises StaleWriter when a
    fenced destination has seen a greater fence; the others, who know nothing of it, have applied
    the effect then.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        is_stale = False
        for destination in destinations:
            if destination is Destination.FENCED and not _raises_fence(connection, effect):
                is_stale = True
            else:
                connection.execute(_RECORD, (destination, *_columns(effect)))
        observer(FaultPoint.BEFORE_EFFECT_COMMIT)
        connection.execute("COMMIT")
        observer(FaultPoint.AFTER_EFFECT_COMMIT)
    if is_stale:
        raise StaleWriter(f"fence {effect.fence} of {effect.effect_key} is stale")


def count_effects(path: Path, destinations: Iterable[Destination]) -> dict[str, int]:
    """Return the number of effects that each destination really carried out."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT destination, count(*) FROM effects GROUP BY 1")
        found = dict(rows.fetchall())
    return {destination.value: found.get(destination, 0) for destination in destinations}


def attempts_of_effects(path: Path) -> list[tuple[str, str, int]]:
    """Return which job and attempt asked each destination for each effect that it carried out."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT destination, job_id, attempt_number FROM effects")
        return rows.fetchall()


def _raises_fence(connection: sqlite3.Connection, effect: Effect) -> bool:
    return connection.execute(_RAISE_FENCE, (effect.effect_key, effect.fence)).rowcount == 1


def _columns(effect: Effect) -> tuple[str, int, str, int]:
    return effect.effect_key, effect.value, effect.job_id, effect.attempt_number
