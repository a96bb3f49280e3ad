"""What a source holds: its tables as declared, and a way to read their rows.

An SQLite file, a PostgreSQL dump and a live PostgreSQL look the same from here on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

StagedValue = str | int | float | bytes | None
"""A value of a staged row: times, JSON, arrays (as JSON) and intervals are text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawColumn:
    """A column as declared; the type is in lower case, for example "timestamp with time zone".

    `is_required` says that it is declared NOT NULL.
    """

    name: str
    declared_type: str
    is_required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RawIndex:
    """An index, a primary key or a UNIQUE constraint; an expression stands as its text."""

    name: str
    columns: tuple[str, ...]
    is_unique: bool
    predicate: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RawTrigger:
    """When PostgreSQL calls a function: `events` are "insert", "update", "delete", "truncate".

    `is_partial` says that it is not called for every such change: a condition or columns are named.
    `is_always` says that it is called also in a session that says it is a replica's.
    `bodies` are those of all functions with the name of the one that is called.
    """

    name: str
    timing: str
    events: frozenset[str]
    is_partial: bool
    is_always: bool
    bodies: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RawTable:
    """A table as declared; `checks` are CHECK expressions, "NOT VALID" kept at their end.

    `triggers` names those that fire; `calls` says of PostgreSQL's what they do.
    """

    schema: str | None
    name: str
    columns: tuple[RawColumn, ...]
    indexes: tuple[RawIndex, ...] = ()
    checks: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    calls: tuple[RawTrigger, ...] = ()
    is_unlogged: bool = False
    comment: str | None = None

    @property
    def column_names(self) -> frozenset[str]:
        """The names of its columns."""
        return frozenset(column.name for column in self.columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Everything a source declares.

    `sequences` maps a sequence (SQLite: an AUTOINCREMENT table) to its last value, `functions` a
    function's name to its body; both without a schema.
    """

    tables: tuple[RawTable, ...]
    sequences: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    functions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


class Target(Protocol):
    """Where rows are staged."""

    def insert(self, rows: Iterable[Sequence[StagedValue]]) -> None:
        """Take all of `rows`; each has a value for each staged column, in order."""


class Source(Protocol):
    """One place that rows come from, at one moment."""

    engine: str
    """ "sqlite" or "postgresql"."""
    kind: str
    """ "file", "dump" or "live"."""
    captured_at_us: int | None
    """When the rows were as they are here: a file's modification, a live server's own clock."""
    catalogue: Catalogue

    @property
    def changed_meanwhile(self) -> bool:
        """Whether the source was seen to change while it was read."""

    def stage(self, table: RawTable, columns: Sequence[str], into: Target) -> None:
        """Feed every row of `table` to `into`: these columns, which exist, in this order."""
