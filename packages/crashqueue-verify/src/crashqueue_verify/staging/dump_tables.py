"""CREATE TABLE and ALTER TABLE, as pg_dump writes them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.pg_indexes import read_constraint
from crashqueue_verify.staging.pg_tokens import Garbled

if TYPE_CHECKING:
    from crashqueue_verify.staging.pg_drafts import Draft, Drafts
    from crashqueue_verify.staging.pg_tokens import Cursor

_CONSTRAINTS: Final = ("check", "unique", "primary", "foreign", "not")
_TYPE_ENDS: Final = (
    *("default", "not", "null", "constraint", "generated", "collate", "check", "primary"),
    *("unique", "references", "storage", "compression"),
)


def read_create_table(cursor: Cursor, drafts: Drafts) -> None:
    """Read CREATE TABLE and add the table to `drafts`; raises Garbled or TooManyTables."""
    cursor.expect("create")
    is_unlogged = cursor.accept("unlogged")
    cursor.expect("table")
    cursor.accept("if", "not", "exists")
    draft = drafts.add_table(cursor.qualified_name(), is_unlogged=is_unlogged)
    if cursor.accept("partition", "of"):
        _add_parent(cursor, draft, drafts)
    elif not cursor.sees("of"):  # a table of a composite type tells its columns elsewhere
        for item in cursor.group().items():
            _read_element(item, draft)
    cursor.skip_to("inherits")
    if cursor.accept("inherits"):
        for item in cursor.group().items():
            _add_parent(item, draft, drafts)


def _add_parent(cursor: Cursor, draft: Draft, drafts: Drafts) -> None:
    parent = drafts.tables.get(cursor.qualified_name())
    if parent is None or parent is draft:
        raise Garbled("a table inherits from one that was not declared")
    draft.parents.append(parent)


def _read_element(item: Cursor, draft: Draft) -> None:
    if item.accept("constraint"):
        read_constraint(item, draft, name=item.name())
    elif any(map(item.sees, _CONSTRAINTS)):
        read_constraint(item, draft)
    elif not (item.accept("exclude", "using") or item.accept("exclude", "(")):
        _read_column(item, draft)


def _read_column(item: Cursor, draft: Draft) -> None:
    name = item.name()
    start = item.next.start
    item.qualified_name()  # a type may be called like a word that ends types
    item.skip_to(*_TYPE_ENDS)
    draft.add_column(name, item.since(start))
    while item.skip_to("generated", "constraint", *_CONSTRAINTS):
        if item.accept("generated", "always", "as"):
            if item.sees("("):
                draft.computed.add(name)
        elif item.accept("constraint"):
            read_constraint(item, draft, name=item.name(), column=name)
        else:
            read_constraint(item, draft, column=name)


def read_alter_table(cursor: Cursor, drafts: Drafts) -> None:
    """Read ALTER TABLE and change the table; relations that are no tables do not count."""
    cursor.expect("alter", "table")
    cursor.accept("only")
    cursor.accept("if", "exists")
    draft = drafts.tables.get(cursor.qualified_name())
    if draft is None:
        return
    for action in cursor.items():
        if action.accept("add", "constraint"):
            read_constraint(action, draft, name=action.name())
        elif action.accept("disable", "trigger") or action.accept("enable", "replica", "trigger"):
            draft.triggers.pop(action.name(), None)
        elif action.accept("enable", "always", "trigger") and (
            call := draft.triggers.get(action.name())
        ):
            draft.triggers[call.name] = replace(call, is_always=True)
