"""Scenes on PostgreSQL: in a schema of the laboratory's own, whose rows are what is kept."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Self

import psycopg

from crashqueue_core import DurableQueue
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_faults.errors import RehearsalInterrupted
from crashqueue_faults.place import Place
from crashqueue_faults.sites.contents import ABSENT, UNREADABLE, Content, digest_of
from crashqueue_faults.sites.postgres_planted import POSTGRES_KINDS
from crashqueue_faults.sites.postgres_rows import (
    Tables,
    as_ranks,
    emptied,
    filled,
    reading,
    triggers,
)

KEPT: Final = "tables.json"
LONGEST_END_S: Final = 30.0
# Half a millisecond passes, on the server, for each that is there.
_SESSIONS: Final = "SELECT pg_sleep(0.0005) FROM pg_stat_activity WHERE application_name = %s"
_PROCESSES: Final = "SELECT pg_sleep(0.0005) FROM pg_stat_activity WHERE pid = ANY(%s)"

Connection = psycopg.Connection[Any]


class PostgresSchema:
    """One schema on a server. Every client of it says so by its application name."""

    patience_us = 5_000_000  # for the server's own processes: a vacuum that shortens a table

    def __init__(self, connection: Connection, place: Place, schema: str) -> None:
        self._connection = connection
        self._place = place
        self._schema = schema
        self._filling: dict[Path, bytes] = {}  # what fills the schema with what is kept where

    @classmethod
    @contextmanager
    def opened(cls, address: str, schema: str) -> Iterator[Self]:
        """Yield the engine on the schema, whose address every later client is given."""
        mark = "&" if "?" in address else "?"
        place = Place(address=f"{address}{mark}application_name={schema}", schema=schema)
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            yield cls(connection, place, schema)

    def kind(self, bug: str) -> type[PostgresStore]:
        """Return the store in which this bug was planted; without a name, the sound one."""
        return POSTGRES_KINDS[bug] if bug else PostgresStore

    def place(self, _folder: Path) -> Place:
        """Return the place of the schema, which is the same for every folder."""
        return self._place

    @contextmanager
    def preparing(self, start: Path) -> Iterator[Place]:
        """Yield the place of the schema, which is absent; keep what is there at the end."""
        yield self.set_up(start, start)
        self.keep(start, start)

    def set_up(self, start: Path, _folder: Path) -> Place:
        """Put the rows that are kept in `start` into the schema, or remove it if there are none."""
        kept = start / KEPT
        if not kept.exists():
            self._connection.execute(f'DROP SCHEMA IF EXISTS "{self._schema}" CASCADE'.encode())
            return self._place
        if kept not in self._filling:
            self._filling[kept] = self._filling_with(json.loads(kept.read_text("utf-8")))
        self._connection.execute(self._filling[kept])
        return self._place

    def content(self, _folder: Path) -> Content:
        """Return what the tables say, and how they are guarded."""
        try:
            tables = self._tables()
        except psycopg.Error as error:
            return Content(digest=UNREADABLE, problem=str(error))
        return Content(digest=ABSENT if tables is None else digest_of(tables))

    def keep(self, _folder: Path, kept: Path) -> None:
        """Write the rows into `kept`; nothing for an absent schema."""
        kept.mkdir(parents=True, exist_ok=True)
        tables = self._tables()
        if tables is not None:
            (kept / KEPT).write_text(json.dumps(tables, ensure_ascii=False), encoding="utf-8")

    def await_end(self) -> None:
        """Return when the server has ended the session of whoever died, and let go of its locks."""
        self._await_none(_SESSIONS, self._schema)

    def await_end_of(self, process_ids: Collection[int]) -> None:
        """Return when these of the server's processes have ended."""
        self._await_none(_PROCESSES, list(process_ids))

    def _await_none(self, sessions: str, which: object) -> None:
        deadline = time.monotonic() + LONGEST_END_S
        while self._connection.execute(sessions.encode(), (which,)).fetchone():
            if time.monotonic() > deadline:
                raise RehearsalInterrupted("the server keeps the session of a client that died")

    def _tables(self) -> Tables | None:
        try:
            row = self._connection.execute(reading(self._schema)).fetchone()
        except (psycopg.errors.InvalidSchemaName, psycopg.errors.UndefinedTable):
            if self._is_there():
                raise
            return None
        return None if row is None else as_ranks(row[0])

    def _is_there(self) -> bool:
        sql = "SELECT 1 FROM pg_namespace WHERE nspname = %s"
        return self._connection.execute(sql, (self._schema,)).fetchone() is not None

    def _filling_with(self, tables: Tables) -> bytes:
        """Return what puts these rows into the tables, which are made if they are absent."""
        DurableQueue(**self._place.where).close()
        found = self._connection.execute(triggers(self._schema)).fetchall()
        # One round trip for all of it, and so one transaction.
        statements = (*emptied(self._schema, dict(found)), *filled(self._schema, tables))
        return "; ".join(statements).encode()


def remove_schemas(address: str, beginning: str) -> None:
    """Remove the schemas whose names begin so."""
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        found = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)", (beginning,)
        ).fetchall()
        for (schema,) in found:
            connection.execute(f'DROP SCHEMA "{schema}" CASCADE'.encode())


def version_of(address: str) -> str:
    """Return the version of the server."""
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        row = connection.execute("SELECT current_setting('server_version')").fetchone()
        return str(row[0]) if row else ""
