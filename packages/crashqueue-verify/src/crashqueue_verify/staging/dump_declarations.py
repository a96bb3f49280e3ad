"""The statements of a dump that declare something, and what each adds to the catalogue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.dump_tables import read_alter_table, read_create_table
from crashqueue_verify.staging.pg_indexes import read_index
from crashqueue_verify.staging.pg_tokens import Cursor, Garbled
from crashqueue_verify.staging.pg_triggers import read_trigger
from crashqueue_verify.staging.pg_values import read_integer

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify.staging.pg_drafts import Drafts

MAX_LENGTH: Final = 1_048_576
"""A declaration of this length is none: tables have at most 1,600 columns."""


def declare(statement: str, drafts: Drafts) -> None:
    """Add what `statement` declares to `drafts`; raises Garbled or TooManyTables."""
    for opening, read in _READERS.items():
        if opening.match(statement):
            if len(statement) > MAX_LENGTH:
                raise Garbled("a declaration is too long")
            read(Cursor(statement), drafts)
            return


def _read_index(cursor: Cursor, drafts: Drafts) -> None:
    name, index = read_index(cursor)
    if (draft := drafts.tables.get(name)) is not None:  # else of a materialized view
        draft.indexes.append(index)


def _read_trigger(cursor: Cursor, drafts: Drafts) -> None:
    table, call = read_trigger(cursor)
    if (draft := drafts.tables.get(table)) is not None:  # else of a view
        draft.triggers[call.name] = call


def _read_comment(cursor: Cursor, drafts: Drafts) -> None:
    cursor.expect("comment", "on", "table")
    draft = drafts.tables.get(cursor.qualified_name())
    cursor.expect("is")
    if draft is not None:
        draft.comment = None if cursor.sees("null") else cursor.text()


def _read_function(cursor: Cursor, drafts: Drafts) -> None:
    """Note the body; one in C names a library and a symbol, one in standard SQL is no text."""
    cursor.expect("create")
    cursor.accept("or", "replace")
    cursor.take()
    name = cursor.qualified_name()
    cursor.skip_to("as", "begin")
    if cursor.accept("as"):
        body = cursor.text()
        if not cursor.sees(","):
            drafts.add_function(name, body)


def _read_sequence_value(cursor: Cursor, drafts: Drafts) -> None:
    cursor.expect("select", "pg_catalog", ".", "setval", "(")
    name = Cursor(cursor.text()).qualified_name().name
    cursor.expect(",")
    try:
        last_value = read_integer(cursor.up_to(","))
    except ValueError:
        raise Garbled("a sequence has no number") from None
    cursor.expect(",")
    if cursor.accept("true"):
        drafts.add_sequence(name, last_value)


def _opening(words: str) -> re.Pattern[str]:
    return re.compile(r"\s*" + words.replace(" ", r"\s+") + r"\b", re.IGNORECASE)


_READERS: Final[dict[re.Pattern[str], Callable[[Cursor, Drafts], None]]] = {
    _opening("CREATE (?:UNLOGGED )?TABLE"): read_create_table,
    _opening("CREATE (?:UNIQUE )?INDEX"): _read_index,
    _opening("CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER"): _read_trigger,
    _opening("CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE)"): _read_function,
    _opening("ALTER TABLE"): read_alter_table,
    _opening("COMMENT ON TABLE"): _read_comment,
    _opening(r"SELECT pg_catalog\.setval"): _read_sequence_value,
}
