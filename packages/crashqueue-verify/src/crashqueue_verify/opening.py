"""An SQLite file, opened on a private copy or in place, and whether it is one of ours."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from crashqueue_verify.errors import NotADatabase
from crashqueue_verify.findings import printable
from crashqueue_verify.native.format import has_our_header, names_us
from crashqueue_verify.source.copy import CopyRefused, private_copy, private_folder
from crashqueue_verify.source.database import (
    OLDEST_SQLITE,
    SQLITE_ERRORS,
    distrust,
    is_damage,
    is_outside,
    open_copy,
    open_in_place,
)
from crashqueue_verify.source.in_place import still_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator


class Damaged(Exception):
    """SQLite cannot read even the header of a file."""

    def __init__(self, message: str, *, is_ours: bool) -> None:
        super().__init__(message)
        self.is_ours = is_ours


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedFile:
    """An SQLite file, distrusted, and a private folder; `is_ours` if it says that core wrote it."""

    connection: sqlite3.Connection
    folder: Path
    is_ours: bool
    is_in_place: bool


@contextlib.contextmanager
def opened_file(
    path: str | os.PathLike[str], time_limit_s: float, *, in_place: bool = False
) -> Iterator[OpenedFile]:
    """Yield a connection to a private copy of the database at `path`, or to itself, read-only."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise CopyRefused(f"SQLite {sqlite3.sqlite_version} is too old to read this format")
    with contextlib.ExitStack() as stack:
        if in_place:
            folder = Path(stack.enter_context(private_folder()))
            file = stack.enter_context(still_file(path))
        else:
            file = stack.enter_context(private_copy(path))
            folder = file.parent
        # Asked before SQLite opens the copy, which may rewrite it from a journal.
        is_ours = has_our_header(file)
        connection = stack.enter_context((open_in_place if in_place else open_copy)(file))
        try:
            distrust(connection, time_limit_s=time_limit_s)
            is_ours = is_ours or names_us(connection)
        except SQLITE_ERRORS as error:
            message = f"SQLite cannot read the file: {printable(error)}"
            if is_outside(error):
                raise CopyRefused(message) from None
            if is_ours or is_damage(error):
                raise Damaged(message, is_ours=is_ours) from None
            raise NotADatabase(message) from None
        yield OpenedFile(
            connection=connection, folder=folder, is_ours=is_ours, is_in_place=in_place
        )
