"""The private SQLite database in which raw rows are staged, normalized and judged.

The SQL that runs on it comes from profiles, which anybody may write. So its connection only reads,
whatever a statement says, but while the audit itself is `building` a named table.
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Final

from crashqueue_verify.source.database import REFUSED_FUNCTIONS
from crashqueue_verify.staging.functions import register_functions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from crashqueue_verify.staging.catalogue import StagedValue
    from crashqueue_verify.staging.deadline import Deadline

CACHE_SIZE_KIB: Final = 16_384
"""Of its pages, and again for each sort that a query needs."""
MAX_VALUE_BYTES: Final = 64 * 1_048_576

_STEPS_BETWEEN_LOOKS: Final = 50_000
_READING: Final = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)


def quoted(name: str) -> str:
    """Return `name` as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


class Scratch:
    """The scratch database; `query` runs a profile's SQL, the rest is for the audit itself."""

    def __init__(self, connection: sqlite3.Connection, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline
        self._is_building = False
        connection.set_progress_handler(lambda: int(deadline.is_reached()), _STEPS_BETWEEN_LOOKS)
        connection.set_authorizer(self._permit)

    def build(self, statements: str) -> None:
        """Run statements of the audit itself, such as CREATE TABLE."""
        with self._building():
            self._connection.executescript(statements)

    def create_table(self, name: str, columns: Sequence[str]) -> None:
        """Create a staging table whose columns take any value as it is."""
        self.build(f"CREATE TABLE {quoted(name)} ({', '.join(map(quoted, columns))});")

    def insert(
        self, name: str, columns: Sequence[str], rows: Iterable[Sequence[StagedValue]]
    ) -> int:
        """Append `rows`, each with a value for each of `columns`; return how many there were."""
        listed, places = ", ".join(map(quoted, columns)), ", ".join("?" * len(columns))
        with self._building():
            self._connection.execute("BEGIN")
            cursor = self._connection.executemany(
                f"INSERT INTO {quoted(name)} ({listed}) VALUES ({places})",
                self._deadline.guard(rows),
            )
            self._connection.execute("COMMIT")
        return cursor.rowcount

    def append(self, name: str, rows: Sequence[Sequence[StagedValue]]) -> None:
        """Append a few rows that have a value for every column of a table."""
        if rows:
            places = ", ".join("?" * len(rows[0]))
            with self._building():
                self._connection.executemany(f"INSERT INTO {quoted(name)} VALUES ({places})", rows)

    def fill(self, name: str, query: str, parameters: Mapping[str, StagedValue]) -> tuple[str, ...]:
        """Append the rows of `query` to a table, matching columns by name; return their names.

        The query is the profile's, so it is prepared where nothing but reading is permitted.
        """
        columns = self.columns_of(query, parameters)
        listed = ", ".join(map(quoted, columns))
        with self._building():
            self._connection.execute(
                f"INSERT INTO {quoted(name)} ({listed}) SELECT * FROM (\n{query}\n)", parameters
            )
        return columns

    def columns_of(self, query: str, parameters: Mapping[str, StagedValue]) -> tuple[str, ...]:
        """Return the names of the columns that `query` has, without running it."""
        cursor = self.query(f"SELECT * FROM (\n{query}\n) LIMIT 0", parameters)
        return tuple(column[0] for column in cursor.description)

    def query(
        self, sql: str, parameters: Mapping[str, StagedValue] | None = None
    ) -> sqlite3.Cursor:
        """Run one reading statement; parameters that it does not name are ignored."""
        return self._connection.execute(sql, parameters or {})

    @contextlib.contextmanager
    def _building(self) -> Iterator[None]:
        self._is_building = True
        try:
            yield
        finally:
            self._is_building = False

    def _permit(self, action: int, *names: str | None) -> int:
        if action == sqlite3.SQLITE_FUNCTION and names[1] in REFUSED_FUNCTIONS:
            return sqlite3.SQLITE_DENY
        if action in _READING or self._is_building:
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY


@contextlib.contextmanager
def open_scratch(folder: Path, deadline: Deadline) -> Iterator[Scratch]:
    """Yield an empty scratch database in `folder`; the folder's owner removes it."""
    path = folder / "scratch.sqlite"
    # A statement from the cache would run with the permissions it was prepared with.
    opened = sqlite3.connect(path, isolation_level=None, cached_statements=0)
    with contextlib.closing(opened) as connection:
        for setting in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "locking_mode = EXCLUSIVE",
            "trusted_schema = OFF",
            f"cache_size = -{CACHE_SIZE_KIB}",
        ):
            connection.execute(f"PRAGMA {setting}")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        # A query can make text of any bytes: CAST(key AS TEXT).
        connection.text_factory = lambda text: text.decode(errors="backslashreplace")
        register_functions(connection)
        # Their first use writes to the schema in memory, which the authorizer would refuse later.
        connection.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')").fetchall()
        yield Scratch(connection, deadline)
