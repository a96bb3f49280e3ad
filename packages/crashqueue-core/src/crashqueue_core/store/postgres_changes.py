"""The queue's writes on PostgreSQL: one statement for each step, whole or refused by the server.

A step is decided on the row that was read. Where the row is not (or no longer) there, the division
by the number of rows changed fails, and with it everything that was sent along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from operator import attrgetter
from typing import Final

from crashqueue_core.lifecycle import TenantTransition, Transition
from crashqueue_core.store.postgres_many import sql_of_many
from crashqueue_core.store.rows import (
    END_ATTEMPT,
    EVENT_COLUMNS,
    INSERT_ATTEMPT,
    INSERT_JOB,
    UPDATE_JOB,
    UPSERT_TENANT,
    Row,
    ended_attempt,
    inserted_attempt,
    inserted_event,
    inserted_job,
    updated_job,
    upserted_tenant,
)

_MOST_JOINED: Final = 100
"""Rows of one statement; each may hold a payload of a megabyte."""
_TARGET: Final = re.compile(r"^(INSERT INTO|UPDATE) (\w+)")


@dataclass(frozen=True, slots=True)
class Change:
    """One statement and its parameters; and the statement for many at once, if there is one.

    Of that, each parameter is the list of those that the many have in its place.
    """

    sql: str
    parameters: Row
    sql_of_many: str | None = None


def joined(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield the changes in their order, those of a kind that follow one another as one."""
    for sql, alike in groupby(changes, attrgetter("sql_of_many")):
        if sql is None:
            yield from alike
        else:
            while some := list(islice(alike, _MOST_JOINED)):
                columns = zip(*(each.parameters for each in some), strict=True)
                many = Change(sql, tuple(map(list, columns)))
                yield many if len(some) > 1 else some[0]


def added(schema: str, transition: Transition) -> Change:
    """Return the insertion of a new job and its first event."""
    return _change(
        schema,
        (INSERT_JOB,),
        (*inserted_job(transition.job), *inserted_event(transition.event)),
    )


def applied(schema: str, transition: Transition) -> Change:
    """Return a later step of a job: row, attempts ended and opened, event."""
    steps, parameters = [UPDATE_JOB], [*updated_job(transition.job)]
    if transition.ended is not None:
        steps.append(END_ATTEMPT)
        parameters += ended_attempt(transition.ended)
    if transition.opened is not None:
        steps.append(INSERT_ATTEMPT)
        parameters += inserted_attempt(transition.opened)
    parameters += inserted_event(transition.event)
    return _change(schema, tuple(steps), tuple(parameters))


def tenant_changed(schema: str, transition: TenantTransition) -> Change:
    """Return a step of a tenant: its row and its own event."""
    return Change(
        _sql(schema, (UPSERT_TENANT,)),
        (*upserted_tenant(transition.tenant), *inserted_event(transition.event)),
    )


def submissions_opened(schema: str, tenants: list[str]) -> Change:
    """Return the insertion of the rows that tenants lock who never submitted before."""
    return Change(
        f'INSERT INTO "{schema}".submissions SELECT unnest(%s::text[]), 0 ON CONFLICT DO NOTHING',
        (tenants,),
    )


def submissions_counted(schema: str, tenant: str, last_sequence: int) -> Change:
    """Return the note of the tenant's last submission sequence."""
    return Change(
        f'UPDATE "{schema}".submissions SET last_sequence = %s WHERE tenant = %s',
        (last_sequence, tenant),
    )


def _change(schema: str, steps: tuple[str, ...], parameters: Row) -> Change:
    return Change(_sql(schema, steps), parameters, sql_of_many(schema, steps))


@cache
def _sql(schema: str, steps: tuple[str, ...]) -> str:
    """Return one statement for these steps, each of which changes one row, and for their event.

    Also an event is counted: a rule or trigger of somebody's may have swallowed it.
    """
    names = [f"step_{number}" for number, _ in enumerate(steps)]
    written = ", ".join(
        f"{name} AS ({_on_postgres(schema, sql)} RETURNING 1)"
        for name, sql in zip(names, steps, strict=True)
    )
    checked = "".join(f" / (SELECT count(*) FROM {name})" for name in names)
    casts = {"event_number": f"bigint{checked}", "occurred_at_us": "bigint"}
    values = ", ".join(f"%s::{casts.get(column, 'text')}" for column in EVENT_COLUMNS.split(", "))
    event = f'INSERT INTO "{schema}".events ({EVENT_COLUMNS}) SELECT {values} RETURNING 1'
    return f"WITH {written}, event AS ({event}) SELECT 1 / count(*) FROM event"


def _on_postgres(schema: str, sql: str) -> str:
    return _TARGET.sub(rf'\1 "{schema}".\2', sql.replace("?", "%s"))
