"""Every error that this package raises: requests that cannot be answered.

    AuditError
    ├── DatabaseNotFound     NOT_FOUND             nothing at that path
    ├── NotAFile             NOT_A_FILE            a directory, a pipe, a device
    ├── Unreadable           UNREADABLE            no permission, or the system cannot read it
    ├── NotADatabase         NOT_A_DATABASE        empty, or not an SQLite file
    ├── NotAQueueDatabase    NOT_A_QUEUE_DATABASE  an SQLite file of another application
    ├── FormatTooOld         FORMAT_TOO_OLD        written before the first release
    ├── FormatTooNew         FORMAT_TOO_NEW        written by a later version
    ├── JobNotFound          JOB_NOT_FOUND         no such job in the database
    ├── InPlaceImpossible    IN_PLACE_IMPOSSIBLE   the log or the journal is needed as well
    ├── InvalidTime          INVALID_TIME          a reference time that no database can hold
    ├── SeveralSystems       SEVERAL_SYSTEMS       more than one queue is there
    ├── SchemaUnknown        SCHEMA_UNKNOWN        a known queue's tables, columns missing
    ├── RowsAlone            ROWS_ALONE            a dump without the tables' declarations
    ├── InvalidSetting       INVALID_SETTING       no number, or the system has no such setting
    ├── UnknownName          UNKNOWN_NAME          no such rule, profile or schema
    └── ProfileRefused       PROFILE_REFUSED       a profile that cannot be used

A database that is damaged raises none of these: it gets a report with findings.
"""

from __future__ import annotations


class AuditError(Exception):
    """A request that cannot be answered.

    `code` is stable, `message` says what is the matter, `hint` what to do next.
    """

    code = "AUDIT_ERROR"
    hint = ""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def as_dict(self) -> dict[str, str]:
        """Return code, message and hint, ready for JSON."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class DatabaseNotFound(AuditError):
    """Nothing is at the path."""

    code = "NOT_FOUND"
    hint = "Check the path; an audit never creates a database."


class NotAFile(AuditError):
    """The path is a directory, a pipe or a device."""

    code = "NOT_A_FILE"
    hint = "Name the database file itself, for example queue.sqlite."


class Unreadable(AuditError):
    """The file cannot be read."""

    code = "UNREADABLE"
    hint = "Run as a user who may read the database, its -wal and its -journal."


class NotADatabase(AuditError):
    """The file is empty or no SQLite database."""

    code = "NOT_A_DATABASE"
    hint = "Name an SQLite file or a plain pg_dump file; encrypted databases cannot be audited."


class NotAQueueDatabase(AuditError):
    """No profile knows the tables."""

    code = "NOT_A_QUEUE_DATABASE"
    hint = (
        "`crashqueue-verify profile list` says which queues are known; "
        "`crashqueue-verify profile new` begins a profile for another one."
    )


class SeveralSystems(AuditError):
    """The tables of more than one queue are in the database."""

    code = "SEVERAL_SYSTEMS"
    hint = "Choose one with --profile NAME, or --schema NAME if one queue is there twice."


class SchemaUnknown(AuditError):
    """A known queue's tables lack columns that every known version of it has."""

    code = "SCHEMA_UNKNOWN"
    hint = (
        "Another version of the library may have written it: see the versions in "
        "`crashqueue-verify profile list`, or describe the tables in a profile of your own."
    )


class FormatTooOld(AuditError):
    """The database has a format from before the first release."""

    code = "FORMAT_TOO_OLD"
    hint = "Create a new database and submit the work again; nothing upgrades this format."


class FormatTooNew(AuditError):
    """The database was written by a later version."""

    code = "FORMAT_TOO_NEW"
    hint = "Install a crashqueue-verify at least as new as the program that wrote the database."


class RowsAlone(AuditError):
    """A dump has rows without the declarations of their tables."""

    code = "ROWS_ALONE"
    hint = "Dump again without --data-only, so that the columns have their types."


class InPlaceImpossible(AuditError):
    """The main file alone is not the database: its log or its journal is needed as well."""

    code = "IN_PLACE_IMPOSSIBLE"
    hint = (
        "Let the program that writes the file close it, or run PRAGMA wal_checkpoint(TRUNCATE); "
        "or leave --in-place out, with TMPDIR in a place that has room for a copy."
    )


class InvalidTime(AuditError):
    """The reference time is beyond what SQLite can compare with, or there is none to take."""

    code = "INVALID_TIME"
    hint = "Give microseconds since 1970 as a signed 64-bit integer, or an ISO 8601 time."


class InvalidSetting(AuditError):
    """A setting that the system does not have, or a number that none can have."""

    code = "INVALID_SETTING"
    hint = "`crashqueue-verify profile show NAME` lists a system's settings."


class UnknownName(AuditError):
    """Something was named that does not exist; the message names what comes close."""

    code = "UNKNOWN_NAME"
    hint = "`crashqueue-verify profile list` names the systems, `profile show NAME` their rules."


class ProfileRefused(AuditError):
    """A profile cannot be read or has mistakes; the message gives the first of them."""

    code = "PROFILE_REFUSED"
    hint = "`crashqueue-verify profile check FILE` explains every mistake by line."


class JobNotFound(AuditError):
    """The database has no such job."""

    code = "JOB_NOT_FOUND"
    hint = "Job ids are in the column job_id of the table jobs; they are compared exactly."
