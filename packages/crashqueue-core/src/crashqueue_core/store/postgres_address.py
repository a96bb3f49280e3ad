"""The address of a server: refused where it makes no sense, and never repeated in an error."""

from __future__ import annotations

import re
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from crashqueue_core.errors import InvalidArgument, QueueError
from crashqueue_core.store.postgres_errors import store_error

_SCHEME: Final = re.compile(r"postgres(?:ql)?://")
_CREDENTIALS: Final = re.compile(r"[^@/]*@")
_UNUSABLE_VALUE: Final = re.compile(
    r"invalid (?:integer value|port number|\w+ value)|definition of service|too long"
)
"""What libpq says of an option's value, which it repeats."""


def checked_address(address: str) -> str:
    """Return the address if libpq can take it apart, and finds its password where it was meant.

    Raises InvalidArgument without repeating any of it, for it may hold a password.
    """
    if "\0" in address:
        raise _refusal("it holds the character NUL")
    # Unquoted, the rest of a password would be taken for the host, whose name errors do repeat.
    if (scheme := _SCHEME.match(address)) is not None:
        credentials = _CREDENTIALS.match(address, scheme.end())
        after_them = scheme.end() if credentials is None else credentials.end()
        if "@" in address[after_them:].partition("?")[0]:
            raise _refusal("in a user's name or password, @ is written %40 and / is written %2F")
    address_options(address)
    return address


def address_options(address: str) -> dict[str, Any]:
    """Return the options that the address gives, by libpq's names; raises InvalidArgument."""
    try:
        return conninfo_to_dict(address)
    except (psycopg.ProgrammingError, UnicodeError):
        # Their words may repeat the address, and in it the password.
        raise _refusal("libpq cannot take it apart") from None


def connecting_error(error: Exception) -> QueueError:
    """Return the queue's error for what was raised instead of a connection."""
    if not isinstance(error, psycopg.Error) or isinstance(error, psycopg.ProgrammingError):
        return _refusal("libpq cannot take it apart")
    if _UNUSABLE_VALUE.search(str(error)):
        return _refusal("an option has a value that it cannot have")
    told = store_error(error)
    told.data["is_connecting"] = True
    return told


def _refusal(reason: str) -> InvalidArgument:
    return InvalidArgument(f"the address cannot be understood: {reason}", argument="path")
