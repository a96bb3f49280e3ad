"""What happened to one job of our own."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import NotAQueueDatabase, SeveralSystems
from crashqueue_verify.findings import Findings, printable
from crashqueue_verify.foreign.choosing import narrowed
from crashqueue_verify.native.format import recognise
from crashqueue_verify.native.one_job import replay_one
from crashqueue_verify.native.postgresql_rows import open_rows
from crashqueue_verify.native.postgresql_schema import our_schemas, require_version
from crashqueue_verify.native.postgresql_source import PostgresqlSource, Unstaged
from crashqueue_verify.native.sqlite_source import SqliteSource
from crashqueue_verify.native.unseen import everything
from crashqueue_verify.opening import Damaged, opened_file
from crashqueue_verify.postgresql import opened_source
from crashqueue_verify.results import Replay
from crashqueue_verify.rules import Severity
from crashqueue_verify.source.copy import CopyRefused
from crashqueue_verify.staging.deadline import Deadline, TimeLimitReached
from crashqueue_verify.staging.dump import is_dump
from crashqueue_verify.staging.errors import DumpDamaged, PostgresTimeout, RowTooLarge
from crashqueue_verify.staging.obstacles import reason_of
from crashqueue_verify.staging.postgresql import is_address

if TYPE_CHECKING:
    import os

    from crashqueue_verify.native.postgresql_schema import OurSchema

TIME_LIMIT_S: Final = 3_600.0


def replay(path: str | os.PathLike[str], job_id: str, *, schema: str | None = None) -> Replay:
    """Return what the history of `job_id` in the database at `path` leads to.

    `path` is an SQLite file, a plain pg_dump file or a PostgreSQL address; the last two are read in
    full, and `schema` says which queue is meant if several are there.

    Raises JobNotFound, UnknownName for a schema that is not there, or another AuditError when
    `path` holds no database of ours.
    """
    try:
        if is_address(path) or is_dump(path):
            return _replay_postgresql(path, job_id, schema)
        with opened_file(path, TIME_LIMIT_S) as opened:
            recognise(opened.connection)
            source = SqliteSource(opened.connection, time_limit_s=TIME_LIMIT_S)
            return replay_one(source, job_id)
    except (Damaged, DumpDamaged) as damage:
        findings = Findings()
        findings.add("CQ102", str(damage))
        return _replay_without_look(job_id, findings, "CQ102 does not hold")
    except (CopyRefused, Unstaged) as refusal:
        return _replay_without_look(job_id, Findings(), str(refusal))
    except (sqlite3.Error, PostgresTimeout, RowTooLarge, TimeLimitReached) as error:
        return _replay_without_look(job_id, Findings(), reason_of(error))


def _replay_postgresql(path: str | os.PathLike[str], job_id: str, schema: str | None) -> Replay:
    deadline = Deadline(TIME_LIMIT_S)
    with (
        opened_source(path, deadline) as (source, folder),
        open_rows(folder, deadline) as connection,
    ):
        narrowed(source.catalogue, schema)  # refuses a schema that is not there
        ours = _the_one(our_schemas(source, schema))
        require_version(ours)
        native = PostgresqlSource(
            source, ours, connection, deadline=deadline, progress=_tell_nobody
        )
        return replay_one(native, job_id)


def _the_one(found: list[OurSchema]) -> OurSchema:
    if not found:
        raise NotAQueueDatabase("no table `format` here names CrashQueueLab")
    if len(found) > 1:
        names = ", ".join(printable(ours.name) for ours in found)
        raise SeveralSystems(f"several schemas are queues of CrashQueueLab: {names}")
    return found[0]


def _tell_nobody(_what: str, _done: int, _total: int) -> None:
    """Take the place of a progress report."""


def _replay_without_look(job_id: str, findings: Findings, reason: str) -> Replay:
    return Replay(
        job_id=job_id,
        steps=(),
        job={},
        agrees=False,
        findings=findings.kept(Severity.ERROR),
        not_evaluated=everything(reason),
    )
