"""Queues in PostgreSQL: written by the queue itself, or rows that were broken in SQLite."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest

from crashqueue_core import DurableQueue
from crashqueue_verify import Report, audit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMA: Final = "crashqueue"
TABLES: Final = ("submissions", "tenants", "jobs", "attempts", "events")
NO_CHECKS: Final = """
DO $$
DECLARE one record;
BEGIN
    FOR one IN SELECT conrelid::regclass AS owner, conname FROM pg_constraint
               WHERE contype = 'c' AND connamespace = 'crashqueue'::regnamespace
                 AND conrelid <> 'crashqueue.format'::regclass
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.owner, one.conname); END LOOP;
END $$
"""


@dataclass(slots=True)
class PostgresLab:
    """The queue's schema in one database."""

    server: Any
    dsn: str

    @property
    def address(self) -> str:
        return str(self.server.address(self.dsn))

    @contextlib.contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        """Yield a connection that breaks what it likes but history: foreign keys are off."""
        options = f"-c search_path={SCHEMA} -c session_replication_role=replica"
        opened = psycopg.connect(self.dsn, options=options, autocommit=True)
        with contextlib.closing(opened) as connection:
            yield connection

    def create(self) -> None:
        """Make the schema anew."""
        self.script(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        DurableQueue(self.address).close()

    def write(self, lab: Any, *stories: str) -> PostgresLab:
        """Let the queue write the stories into a schema that is made anew."""
        self.create()
        type(lab)(self.address).write(*stories)
        return self

    def script(self, *statements: str) -> PostgresLab:
        with self.connection() as connection:
            for statement in statements:
                connection.execute(statement.encode())
        return self

    def fill(self, path: Path) -> None:
        """Put the rows of an SQLite database in the place of all rows."""
        with contextlib.closing(sqlite3.connect(path)) as file, self.connection() as connection:
            connection.execute("ALTER TABLE events DISABLE TRIGGER events_refuse_truncate")
            connection.execute(f"TRUNCATE {', '.join(TABLES)}".encode())
            connection.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER events_refuse_truncate")
            for table in TABLES[1:]:
                rows = file.execute(f"SELECT * FROM {table}")
                names = ", ".join(name for name, *_ in rows.description)
                with connection.cursor().copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
            connection.execute(
                "INSERT INTO submissions "
                "SELECT tenant, max(submission_sequence) FROM jobs GROUP BY tenant"
            )

    def rows_into(self, dump: bytes) -> bytes:
        """Return `dump`, made while there were no rows, with the rows of now."""
        with self.connection() as connection:
            for table in TABLES:
                start = re.search(
                    rb"COPY crashqueue\.%s (\(.*\)) FROM stdin;\n" % table.encode(), dump
                )
                assert start is not None
                with connection.cursor().copy(
                    b"COPY %s %s TO STDOUT" % (table.encode(), start[1])
                ) as rows:
                    dump = dump[: start.end()] + b"".join(rows) + dump[start.end() :]
        return dump

    def dump(self, *options: str) -> bytes:
        return bytes(self.server.dump(self.dsn, f"--schema={SCHEMA}", *options))

    def audit(self, **options: Any) -> Report:
        return audit(self.address, **options)


@pytest.fixture(scope="session")
def postgres_lab(postgres: Any) -> PostgresLab:
    """A lab whose schema each test writes anew."""
    return PostgresLab(postgres, postgres.create("crashqueue_verify_stories"))


@dataclass(slots=True)
class FilledLab:
    """A lab that is filled with rows again and again; its CHECK constraints are out of the way."""

    lab: PostgresLab
    empty_dump: bytes


@pytest.fixture(scope="session")
def filled(postgres: Any) -> FilledLab:
    lab = PostgresLab(postgres, postgres.create("crashqueue_verify_rows"))
    lab.create()
    lab.script(NO_CHECKS)
    return FilledLab(lab, lab.dump())


@pytest.fixture
def audit_dump(tmp_path: Path) -> Any:
    """Audit the bytes of a dump: `audit_dump(lab.dump())`."""

    def write_and_audit(dump: bytes, **options: Any) -> Report:
        path = tmp_path / "queue.sql"
        path.write_bytes(dump)
        return audit(path, **options)

    return write_and_audit
