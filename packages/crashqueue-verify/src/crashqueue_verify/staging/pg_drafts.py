"""Tables while their declarations are read: a dump and a live server spread them over many places.

What belongs to one table is put in order at the end, so that both sources give equal tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.catalogue import (
    Catalogue,
    RawColumn,
    RawIndex,
    RawTable,
    RawTrigger,
)
from crashqueue_verify.staging.errors import TooManyTables
from crashqueue_verify.staging.pg_tokens import Garbled, Name
from crashqueue_verify.staging.pg_values import type_name

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_TABLES: Final = 50_000
MAX_COLUMNS: Final = 1_000_000
"""Columns and checks of all tables: a short dump may have thousands inherit from a wide one."""

MAX_BODY_LENGTH: Final = 1_000
"""Longer bodies of functions are not kept."""

NO_INHERIT: Final = " NO INHERIT"
NOT_VALID: Final = " NOT VALID"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A trigger, before the function that it calls is known."""

    name: str
    timing: str
    events: frozenset[str]
    is_partial: bool
    function: Name
    is_always: bool = False

    def with_bodies(self, bodies: Mapping[Name, set[str]]) -> RawTrigger:
        """Return the finished trigger."""
        return RawTrigger(
            name=self.name,
            timing=self.timing,
            events=self.events,
            is_partial=self.is_partial,
            is_always=self.is_always,
            bodies=frozenset(bodies.get(self.function, ())),
        )


@dataclass(slots=True, kw_only=True)
class Draft:
    """A table so far; `computed` names the generated columns, whose values are in no dump.

    `required` names the columns that are NOT NULL.
    """

    name: Name
    columns: dict[str, RawColumn] = field(default_factory=dict)
    computed: set[str] = field(default_factory=set)
    required: set[str] = field(default_factory=set)
    indexes: list[RawIndex] = field(default_factory=list)
    checks: set[str] = field(default_factory=set)
    triggers: dict[str, Call] = field(default_factory=dict)
    parents: list[Draft] = field(default_factory=list)
    is_unlogged: bool = False
    comment: str | None = None

    def add_column(self, name: str, declared_type: str) -> None:
        """Declare a column."""
        self.columns[name] = RawColumn(name=name, declared_type=type_name(declared_type))

    def inherit(self) -> None:
        """Take over columns and checks of the parents, which have taken over those of theirs."""
        inherited: dict[str, RawColumn] = {}
        for parent in self.parents:
            inherited |= parent.columns
            self.computed |= parent.computed
            self.required |= parent.required
            own_only = (NO_INHERIT, NO_INHERIT + NOT_VALID)
            self.checks |= {check for check in parent.checks if not check.endswith(own_only)}
        self.columns = inherited | self.columns

    def table(self, bodies: Mapping[Name, set[str]]) -> RawTable:
        """Return the finished table; computed columns are left out."""
        return RawTable(
            schema=self.name.schema,
            name=self.name.name,
            columns=tuple(
                replace(column, is_required=name in self.required)
                for name, column in self.columns.items()
                if name not in self.computed
            ),
            indexes=tuple(sorted(self.indexes, key=lambda index: index.name)),
            checks=tuple(sorted(self.checks)),
            triggers=tuple(sorted(self.triggers)),
            calls=tuple(call.with_bodies(bodies) for _, call in sorted(self.triggers.items())),
            is_unlogged=self.is_unlogged,
            comment=self.comment,
        )


@dataclass(slots=True)
class Drafts:
    """Everything declared so far."""

    tables: dict[Name, Draft] = field(default_factory=dict)
    sequences: dict[str, int] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    bodies: dict[Name, set[str]] = field(default_factory=dict)

    def add_table(self, name: Name, *, is_unlogged: bool = False) -> Draft:
        """Begin a table; raises Garbled when it exists already, TooManyTables."""
        if name in self.tables:
            raise Garbled("a table is declared twice")
        if len(self.tables) == MAX_TABLES:
            raise TooManyTables(f"more than {MAX_TABLES} tables are declared")
        draft = self.tables[name] = Draft(name=name, is_unlogged=is_unlogged)
        return draft

    def add_sequence(self, name: str, last_value: int) -> None:
        """Note a sequence that was used; of equal names in several schemas the greatest counts."""
        self.sequences[name] = max(last_value, self.sequences.get(name, last_value))

    def add_function(self, function: Name, body: str) -> None:
        """Note a short function; of several with one name the first in alphabetical order."""
        if len(body) <= MAX_BODY_LENGTH:
            name = function.name
            self.functions[name] = min(body, self.functions.get(name, body))
            self.bodies.setdefault(function, set()).add(body)

    def catalogue(self) -> Catalogue:
        """Return all that was declared, in the order of names; raises TooManyTables."""
        column_count = 0
        for draft in self.tables.values():  # parents before their children
            draft.inherit()
            column_count += len(draft.columns) + len(draft.checks)
            if column_count > MAX_COLUMNS:
                raise TooManyTables(f"more than {MAX_COLUMNS} columns and checks are declared")
        names = sorted(self.tables, key=lambda name: (name.schema or "", name.name))
        return Catalogue(
            tables=tuple(self.tables[name].table(self.bodies) for name in names),
            sequences=dict(sorted(self.sequences.items())),
            functions=dict(sorted(self.functions.items())),
        )
