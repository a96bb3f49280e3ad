"""An SQLite file, opened on a private copy, and whether it is one of ours."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crashqueue_verify.errors import NotADatabase
from crashqueue_verify.findings import printable
from crashqueue_verify.native.format import has_our_header, names_us
from crashqueue_verify.source.copy import CopyRefused, private_copy
from crashqueue_verify.source.database import (
    OLDEST_SQLITE,
    SQLITE_ERRORS,
    distrust,
    is_damage,
    open_copy,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from pathlib import Path


class Damaged(Exception):
    """SQLite cannot read even the header of a file."""

    def __init__(self, message: str, *, is_ours: bool) -> None:
        super().__init__(message)
        self.is_ours = is_ours


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """A private copy of an SQLite file, distrusted; `is_ours` if it says that core wrote it."""

    path: Path
    connection: sqlite3.Connection
    is_ours: bool


@contextlib.contextmanager
def opened_file(path: str | os.PathLike[str], time_limit_s: float) -> Iterator[OpenedFile]:
    """Yield a connection to a private copy of the database at `path`."""
    with private_copy(path) as copy:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise CopyRefused(f"SQLite {sqlite3.sqlite_version} is too old to read this format")
        # Asked before SQLite opens the copy, which may rewrite it from a journal.
        is_ours = has_our_header(copy)
        with open_copy(copy) as connection:
            try:
                distrust(connection, time_limit_s=time_limit_s)
                is_ours = is_ours or names_us(connection)
            except SQLITE_ERRORS as error:
                message = f"SQLite cannot read the file: {printable(error)}"
                if is_ours or is_damage(error):
                    raise Damaged(message, is_ours=is_ours) from None
                raise NotADatabase(message) from None
            yield OpenedFile(path=copy, connection=connection, is_ours=is_ours)
