"""Where a queue is: in a SQLite file, or in a schema of a PostgreSQL database."""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from crashqueue_cli.answers import Answer
from crashqueue_cli.errors import PostgresMissing
from crashqueue_core import DurableQueue

DEFAULT_SCHEMA: Final = "crashqueue"

_SERVER_ADDRESSES: Final = ("postgresql://", "postgres://")
_ANY_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+:/", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file, which has no schemas, or a server's address and the schema meant there.

    The address may hold a password, so it is never printed.
    """

    database: Path | str
    schema: str | None

    def opened(self, *, busy_timeout_us: int, create: bool) -> DurableQueue:
        """Return the queue, which the caller closes."""
        return DurableQueue(
            self.database,
            schema=self.schema or DEFAULT_SCHEMA,
            busy_timeout_us=busy_timeout_us,
            create=create,
        )


def database_named(argument: str) -> Path | str:
    """Return a server's address as it is, and anything else as a path; what is neither is refused.

    It would become a folder of that name. The message leaves it out: it may hold a password.
    """
    if argument.startswith(_SERVER_ADDRESSES):
        return argument
    if _ANY_ADDRESS.match(argument):
        raise click.UsageError(
            "The address of a database begins with postgresql://; a file of that name is ./NAME."
        )
    return Path(argument)


def complete_files(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Have the shell complete files."""
    return [CompletionItem(incomplete, type="file")]


_database: Final = click.option(
    "--database",
    type=database_named,
    shell_complete=complete_files,
    metavar="FILE|ADDRESS",
    required=True,
    envvar="CRASHQUEUELAB_DATABASE",
    show_envvar=True,
    help="The queue's SQLite file, or postgresql://…, which leads to a database.",
)
schema: Final = click.option(
    "--schema",
    metavar="NAME",
    envvar="CRASHQUEUELAB_SCHEMA",
    show_envvar=True,
    help=f"The queue's schema in a PostgreSQL database.  [default: {DEFAULT_SCHEMA}]",
)


def place(operation: Callable[..., Answer]) -> Callable[..., Answer]:
    """Hand what the options say of where the queue is on as `place`."""

    @_database
    @schema
    @functools.wraps(operation)
    def placing(database: Path | str, schema: str | None, **arguments: object) -> Answer:
        return operation(place=place_of(database, schema), **arguments)

    return placing


def place_of(database: Path | str, schema: str | None) -> Place:
    """Return the place that the options name.

    Raises UsageError for a file with a schema, PostgresMissing where no server can be spoken to,
    and InvalidArgument for an address or a schema that cannot be.
    """
    if isinstance(database, str):
        named = DEFAULT_SCHEMA if schema is None else schema
        return Place(database=database, schema=_checked(database, named))
    if schema is not None:
        raise click.UsageError(
            "A SQLite file has no schemas: leave --schema and CRASHQUEUELAB_SCHEMA out."
        )
    return Place(database=database, schema=None)


def _checked(address: str, schema: str) -> str:
    # Late: whoever keeps the queue in a file needs no driver.
    try:
        importlib.import_module("psycopg")
    except ImportError as error:
        raise PostgresMissing(f"psycopg 3 cannot be imported: {error}") from error
    store = "crashqueue_core.store.postgres"
    checked_address: Any = importlib.import_module(f"{store}_address").checked_address
    checked_schema: Any = importlib.import_module(f"{store}_opening").checked_schema
    checked_address(address)
    name: str = checked_schema(schema)
    return name
