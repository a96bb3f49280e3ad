"""Indexes and constraints, as the server words them; pg_dump repeats its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.catalogue import RawIndex
from crashqueue_verify.staging.pg_drafts import NO_INHERIT, NOT_VALID

if TYPE_CHECKING:
    from crashqueue_verify.staging.pg_drafts import Draft
    from crashqueue_verify.staging.pg_tokens import Cursor, Name

# In the server's order.
_CHECK_ENDS: Final = (NO_INHERIT, NOT_VALID, " NOT ENFORCED")


def read_index(cursor: Cursor) -> tuple[Name, RawIndex]:
    """Read CREATE INDEX; return the table's name and the index. Raises Garbled."""
    cursor.expect("create")
    is_unique = cursor.accept("unique")
    cursor.expect("index")
    name = cursor.name()
    cursor.expect("on")
    cursor.accept("only")
    table = cursor.qualified_name()
    cursor.skip_to("(")
    columns = tuple(map(_index_item, cursor.group().items()))
    cursor.skip_to("where")
    predicate = cursor.up_to(";") if cursor.accept("where") else None
    return table, RawIndex(name=name, columns=columns, is_unique=is_unique, predicate=predicate)


def _index_item(item: Cursor) -> str:
    """Return a column's name or an expression, which is a call or stands in brackets."""
    start = item.next.start
    name = None if item.sees("(") else item.qualified_name().name
    if name is not None and not item.sees("("):
        return name
    item.group()
    return item.since(start)


def read_constraint(
    cursor: Cursor, draft: Draft, *, name: str | None = None, column: str | None = None
) -> None:
    """Read a constraint and add it to `draft`, unless it refers to other rows; raises Garbled.

    `column` is the one that it is written behind, if any.
    """
    match cursor.take().value:
        case "check":
            start = cursor.next.start
            cursor.group()
            draft.checks.add(cursor.since(start)[1:-1].strip() + _check_end(cursor))
        case "primary":
            cursor.expect("key")
            _add_unique(cursor, draft, column, name or f"{draft.name.name}_pkey")
        case "unique":
            if cursor.accept("nulls"):
                cursor.accept("not")
                cursor.expect("distinct")
            _add_unique(cursor, draft, column, name)
        case "not" if cursor.accept("null"):
            draft.required.add(cursor.name() if column is None else column)
        case _:  # FOREIGN KEY, EXCLUDE
            pass


def _check_end(cursor: Cursor) -> str:
    return "".join(end for end in _CHECK_ENDS if cursor.accept(*end.lower().split()))


def _add_unique(cursor: Cursor, draft: Draft, column: str | None, name: str | None) -> None:
    if cursor.sees("("):
        columns = tuple(item.name() for item in cursor.group().items())
    else:
        columns = (column,) if column is not None else ()
    name = name or "_".join((draft.name.name, *columns, "key"))
    draft.indexes.append(RawIndex(name=name, columns=columns, is_unique=True))
