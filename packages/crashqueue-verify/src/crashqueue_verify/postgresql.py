"""A dump or a live PostgreSQL, opened; whose queue is in it, our own or another, and its audit."""

from __future__ import annotations

import contextlib
import sqlite3
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from crashqueue_verify.errors import SeveralSystems
from crashqueue_verify.findings import Findings
from crashqueue_verify.foreign.choosing import fitting, named
from crashqueue_verify.foreign.inquiry import SourceChanged, audited, require_no_settings
from crashqueue_verify.foreign.unseen import (
    UNKNOWN_DUMP,
    UNKNOWN_SERVER,
    damaged_report,
    unseen_report,
)
from crashqueue_verify.native.audit import Audit
from crashqueue_verify.native.postgresql_rows import open_rows
from crashqueue_verify.native.postgresql_schema import our_schemas, require_version
from crashqueue_verify.native.postgresql_source import (
    PostgresqlSource,
    Unstaged,
    postgresql_system,
)
from crashqueue_verify.native.source import OUR_SYSTEM
from crashqueue_verify.native.unseen import report_without_look
from crashqueue_verify.source.copy import private_folder
from crashqueue_verify.staging.deadline import TimeLimitReached
from crashqueue_verify.staging.dump import open_dump
from crashqueue_verify.staging.errors import DumpDamaged, PostgresTimeout, RowTooLarge
from crashqueue_verify.staging.obstacles import reason_of
from crashqueue_verify.staging.postgresql import is_address, open_postgresql

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    import psycopg

    from crashqueue_verify.foreign.inquiry import Inquiry
    from crashqueue_verify.native.postgresql_schema import OurSchema
    from crashqueue_verify.results import Report, System
    from crashqueue_verify.staging.catalogue import Source
    from crashqueue_verify.staging.deadline import Deadline


@contextlib.contextmanager
def opened_source(
    path: str | os.PathLike[str], deadline: Deadline
) -> Iterator[tuple[Source, Path]]:
    """Yield the pg_dump file or the live database at `path`, and a private folder.

    Raises DumpFormat for a dump that is not plain, DumpDamaged, PostgresMissing,
    PostgresUnreachable, PostgresRefused, PostgresTimeout, TooManyTables and TimeLimitReached.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(private_folder()))
        if is_address(path):
            opened = open_postgresql(
                str(path), statement_timeout_s=deadline.remaining_s(), deadline=deadline.check
            )
            yield stack.enter_context(opened), folder
        else:
            yield stack.enter_context(open_dump(path, deadline=deadline.check)), folder


def audit_postgresql(path: str | os.PathLike[str], inquiry: Inquiry) -> Report:
    """Return the report on the queue in the pg_dump file or the live database at `path`.

    Raises what `opened_source` and `choose` raise, but for damage and for what takes too long.
    """
    unknown = UNKNOWN_SERVER if is_address(path) else UNKNOWN_DUMP
    return _answered(opened_source(path, inquiry.deadline), unknown, inquiry)


def audit_borrowed(connection: psycopg.Connection[Any], inquiry: Inquiry) -> Report:
    """Return the report on the queue that the open transaction of `connection` sees.

    Raises what `audit_postgresql` raises.
    """
    return _answered(_borrowed_source(connection, inquiry.deadline), UNKNOWN_SERVER, inquiry)


@contextlib.contextmanager
def _borrowed_source(
    connection: psycopg.Connection[Any], deadline: Deadline
) -> Iterator[tuple[Source, Path]]:
    late = import_module("crashqueue_verify.staging.postgresql_source")
    borrowed: AbstractContextManager[Source] = late.borrow_source(
        connection, statement_timeout_s=deadline.remaining_s(), deadline=deadline.check
    )
    with private_folder() as folder, borrowed as source:
        yield source, Path(folder)


def _answered(
    opened: AbstractContextManager[tuple[Source, Path]], unknown: System, inquiry: Inquiry
) -> Report:
    try:
        with opened as (source, folder):
            return _audited(source, folder, inquiry)
    except DumpDamaged as damage:
        return damaged_report([str(damage)], unknown)
    except (sqlite3.Error, PostgresTimeout, RowTooLarge, SourceChanged, TimeLimitReached) as error:
        return unseen_report(reason_of(error), unknown)


def _audited(source: Source, folder: Path, inquiry: Inquiry) -> Report:
    ours = _our_schema(source, inquiry) if inquiry.looks_for_ours else None
    if ours is None:
        return audited(source, folder, inquiry)
    require_version(ours)
    require_no_settings(OUR_SYSTEM.title, inquiry.options)
    try:
        report = _audit_ours(source, ours, folder, inquiry)
    except RowTooLarge as error:
        findings = Findings()
        findings.add("CQ104", error.message)
        reason = "CQ104 does not hold: a value cannot be read"
        return report_without_look(findings, reason, system=postgresql_system(source))
    except (PostgresTimeout, TimeLimitReached, Unstaged) as error:
        return _without_look(source, reason_of(error))
    if source.changed_meanwhile:
        return _without_look(source, "the source changed while it was read")
    return report


def _our_schema(source: Source, inquiry: Inquiry) -> OurSchema | None:
    """Return the schema that is ours, if any; raises SeveralSystems if it is not the only queue."""
    found = our_schemas(source, inquiry.options.schema)
    if not found:
        return None
    names = [named(OUR_SYSTEM.name, ours.name) for ours in found]
    names += [named(match.profile.name, match.schema) for match in fitting(source, inquiry.options)]
    if len(names) > 1:
        raise SeveralSystems(f"the tables of several queues are here: {', '.join(names)}")
    return found[0]


def _audit_ours(source: Source, ours: OurSchema, folder: Path, inquiry: Inquiry) -> Report:
    with open_rows(folder, inquiry.deadline) as connection:
        native = PostgresqlSource(
            source, ours, connection, deadline=inquiry.deadline, progress=inquiry.progress
        )
        return Audit(native, given=inquiry.options.given, progress=inquiry.progress).report()


def _without_look(source: Source, reason: str) -> Report:
    return report_without_look(Findings(), reason, system=postgresql_system(source))
