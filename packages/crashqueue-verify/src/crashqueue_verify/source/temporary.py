"""Where this process makes its temporary files: in one private folder, removed at the end."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from typing import TYPE_CHECKING

from crashqueue_verify.source.copy import CopyRefused, private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def private_temporary_files() -> Iterator[None]:
    """Keep every private folder, and what SQLite spills when it sorts, in one private folder.

    SQLite knows one place for a whole process, so this is for a process that does nothing else. If
    no folder can be made, nothing is kept anywhere: the audit itself says why.
    """
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(private_folder())
        except CopyRefused:
            folder = None
        before, tempfile.tempdir = tempfile.tempdir, folder or tempfile.tempdir
        _have_sqlite_spill_into(folder or "")
        try:
            yield
        finally:
            tempfile.tempdir = before
            _have_sqlite_spill_into("")


def _have_sqlite_spill_into(folder: str) -> None:
    quoted = folder.replace("'", "''")
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA temp_store_directory = '{quoted}'")
