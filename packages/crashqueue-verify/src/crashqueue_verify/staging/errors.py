"""What keeps a dump or a live PostgreSQL from being staged.

    AuditError
    ├── DumpFormat           DUMP_FORMAT           a dump, but not a plain one
    ├── DumpDamaged          DUMP_DAMAGED          a plain dump that is cut or garbled
    ├── TooManyTables        TOO_MANY_TABLES       more tables than any queue has
    ├── RowTooLarge          ROW_TOO_LARGE         a row beyond any job's size
    ├── PostgresMissing      POSTGRES_MISSING      the driver is not installed
    ├── PostgresUnreachable  POSTGRES_UNREACHABLE  no server answers, or it went away
    ├── PostgresRefused      POSTGRES_REFUSED      the server answers, and says no
    └── PostgresTimeout      POSTGRES_TIMEOUT      the server takes longer than it may

No message quotes a connection string: it may hold a password.
"""

from __future__ import annotations

from crashqueue_verify.errors import AuditError


class DumpFormat(AuditError):
    """The file is a dump that only PostgreSQL's own programs read."""

    code = "DUMP_FORMAT"
    hint = "Make a plain dump: pg_dump --format=plain --encoding=UTF8 --file=queue.sql DATABASE"


class CustomDumpFormat(DumpFormat):
    """The dump is an archive that pg_restore turns into a plain one."""

    hint = "Make it a plain dump: pg_restore --file=queue.sql ARCHIVE"


class DumpDamaged(AuditError):
    """A plain dump is cut or garbled; `line_number` counts from 1."""

    code = "DUMP_DAMAGED"
    hint = "Make the dump again, and compare its size before and after it is copied."

    def __init__(self, reason: str, *, line_number: int) -> None:
        super().__init__(f"line {line_number}: {reason}")
        self.line_number = line_number


class TooManyTables(AuditError):
    """More tables are declared than an audit looks at."""

    code = "TOO_MANY_TABLES"
    hint = "Audit a copy with the queue's tables alone: pg_dump --schema=SCHEMA for PostgreSQL."


class RowTooLarge(AuditError):
    """A row is larger than what can be staged."""

    code = "ROW_TOO_LARGE"
    hint = "Find the row by pg_column_size; the audit can only be made without its table."


class PostgresMissing(AuditError):
    """The driver for PostgreSQL is not installed."""

    code = "POSTGRES_MISSING"
    hint = 'Install it: pip install "crashqueue-verify[postgres]"'


class PostgresUnreachable(AuditError):
    """No server answers, or the connection broke."""

    code = "POSTGRES_UNREACHABLE"
    hint = "Check host, port and network; psql with the same connection string must connect."


class PostgresRefused(AuditError):
    """The server refuses the connection or a question."""

    code = "POSTGRES_REFUSED"
    hint = "Use a role that may connect and may SELECT from the queue's tables (pg_read_all_data)."


class PostgresTimeout(AuditError):
    """A statement took longer than it may, or waited too long for a lock."""

    code = "POSTGRES_TIMEOUT"
    hint = "Allow more time, audit at a quieter hour, or audit a dump."
