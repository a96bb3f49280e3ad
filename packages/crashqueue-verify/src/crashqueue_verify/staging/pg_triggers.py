"""Triggers, as the server words them; pg_dump repeats its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.pg_drafts import Call
from crashqueue_verify.staging.pg_tokens import Cursor

if TYPE_CHECKING:
    from crashqueue_verify.staging.pg_tokens import Name

_EVENTS: Final = ("insert", "update", "delete", "truncate")


def read_trigger(cursor: Cursor) -> tuple[Name, Call]:
    """Read CREATE TRIGGER; return the table's name and what is called when. Raises Garbled."""
    cursor.skip_to("trigger")
    cursor.expect("trigger")
    name = cursor.name()
    when = Cursor(cursor.up_to("on"))
    cursor.expect("on")
    timing = when.up_to(*_EVENTS).lower()
    events, is_partial = _read_events(when)
    table = cursor.qualified_name()
    cursor.skip_to("when", "execute")
    if cursor.accept("when"):
        is_partial = True
        cursor.skip_to("execute")
    cursor.expect("execute")
    cursor.take()  # FUNCTION; PROCEDURE before version 11
    return table, Call(
        name=name,
        timing=timing,
        events=events,
        is_partial=is_partial,
        function=cursor.qualified_name(),
    )


def _read_events(when: Cursor) -> tuple[frozenset[str], bool]:
    """Return the events and whether columns are named."""
    events, is_partial = {when.take().value}, False
    while when.next.kind != "end":
        if when.accept("or"):
            events.add(when.take().value)
        else:
            is_partial = True
            when.take()
    return frozenset(events), is_partial
