"""A profile tried on a database: what it matches there, what it leaves out, what its rules find."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import NotAQueueDatabase, Unreadable
from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.audit import ForeignAudit
from crashqueue_verify.foreign.choosing import narrowed, require_settings
from crashqueue_verify.foreign.model import MODEL_COLUMNS
from crashqueue_verify.foreign.options import Options
from crashqueue_verify.foreign.recognition import all_matches
from crashqueue_verify.foreign.reference_time import given_time
from crashqueue_verify.opening import Damaged, opened_file
from crashqueue_verify.source.copy import CopyRefused, private_folder
from crashqueue_verify.source.database import SQLITE_ERRORS
from crashqueue_verify.staging.deadline import Deadline, TimeLimitReached
from crashqueue_verify.staging.dump import is_dump, open_dump
from crashqueue_verify.staging.postgresql import is_address, open_postgresql
from crashqueue_verify.staging.scratch import open_scratch
from crashqueue_verify.staging.sqlite_file import SqliteFile

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from crashqueue_verify.foreign.profile import Profile, TableSpec
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.results import Report
    from crashqueue_verify.staging.catalogue import RawTable, Source
    from crashqueue_verify.staging.scratch import Scratch

MAX_STATES: Final = 20
TIME_LIMIT_S: Final = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedTable:
    """One table of the profile: the real ones behind it, and the columns that differ.

    `missing` are required columns that are not there, `absent` optional ones, and `unmapped` those
    that are there and that the profile does not know.
    """

    alias: str
    names: tuple[str, ...]
    missing: tuple[str, ...]
    absent: tuple[str, ...]
    unmapped: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What came of it; `report` is None, and the rest empty, if a required table is not there.

    `model_rows` are the rows of each table of the model, `unknown_states` the jobs in each raw
    state that [states] does not name.
    """

    tables: tuple[TriedTable, ...]
    missing: tuple[str, ...]
    model_rows: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    unknown_states: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    report: Report | None = None


def try_profile(
    path: str | os.PathLike[str],
    profile: Profile,
    *,
    now_us: int | None = None,
    use_mtime: bool = False,
    schema: str | None = None,
    settings: Mapping[str, float] | None = None,
    time_limit_s: float = TIME_LIMIT_S,
) -> Trial:
    """Return what `profile` makes of the database at `path`; the options are those of `audit`.

    Raises what an audit raises, and Unreadable where an audit would report that it could not look.
    """
    options = Options(
        profiles=(profile,),
        schema=schema,
        given=given_time(path, now_us, use_mtime=use_mtime),
        settings=settings or {},
    )
    require_settings(profile, options.settings)
    try:
        with opened_source(path, Deadline(time_limit_s)) as (source, scratch):
            return _tried_on(source, scratch, profile, options)
    except (CopyRefused, Damaged, TimeLimitReached, *SQLITE_ERRORS) as error:
        raise Unreadable(printable(error)) from None


def _tried_on(source: Source, scratch: Scratch, profile: Profile, options: Options) -> Trial:
    match = _best_match(source, profile, options.schema)
    tables = tuple(_tried(spec, match.tables[spec.alias]) for spec in profile.tables.values())
    if match.missing:
        return Trial(tables=tables, missing=match.missing)
    audit = ForeignAudit(source, match, scratch, options=options, progress=_tell_nobody)
    audit.stage()
    report = audit.judge()
    return Trial(
        tables=tables,
        missing=(),
        model_rows={table: _count(scratch, table) for table in MODEL_COLUMNS},
        unknown_states=_unknown_states(scratch),
        report=report,
    )


@contextlib.contextmanager
def opened_source(
    path: str | os.PathLike[str], deadline: Deadline
) -> Iterator[tuple[Source, Scratch]]:
    """Yield the source at `path`, and an empty scratch database."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(private_folder()))
        source = stack.enter_context(_source(path, deadline))
        yield source, stack.enter_context(open_scratch(folder, deadline))


@contextlib.contextmanager
def _source(path: str | os.PathLike[str], deadline: Deadline) -> Iterator[Source]:
    limit_s = deadline.remaining_s()
    if is_address(path):
        address = str(path)
        with open_postgresql(
            address, statement_timeout_s=limit_s, deadline=deadline.check
        ) as server:
            yield server
    elif is_dump(path):
        with open_dump(path, deadline=deadline.check) as dump:
            yield dump
    else:
        with opened_file(path, limit_s) as opened:
            yield SqliteFile(opened.connection, captured_at_us=None)


def _best_match(source: Source, profile: Profile, schema: str | None) -> Match:
    """Return the match that misses least."""
    catalogue = narrowed(source.catalogue, schema)
    found = sorted(
        all_matches(catalogue, source.engine, [profile]), key=lambda match: len(match.missing)
    )
    if found:
        return found[0]
    raise NotAQueueDatabase(
        f"the profile is for {' and '.join(sorted(profile.engines))}, without the tables "
        f"{', '.join(sorted(profile.without)) or '(none)'}; this is {source.engine}"
    )


def _tried(spec: TableSpec, tables: tuple[RawTable, ...]) -> TriedTable:
    there = frozenset[str]().union(*(table.column_names for table in tables))
    known = (*spec.required, *spec.optional)
    return TriedTable(
        alias=spec.alias,
        names=tuple(printable(table.name) for table in tables),
        missing=tuple(column for column in spec.required if tables and column not in there),
        absent=tuple(column for column in spec.optional if tables and column not in there),
        unmapped=tuple(sorted(map(printable, there.difference(known)))),
    )


def _count(scratch: Scratch, table: str) -> int:
    count: int = scratch.query(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


def _unknown_states(scratch: Scratch) -> dict[str, int]:
    rows = scratch.query(
        "SELECT coalesce(state_raw, 'NULL'), count(*) FROM job WHERE state = 'unknown'"
        f" GROUP BY 1 ORDER BY 2 DESC LIMIT {MAX_STATES}"
    )
    return {printable(state): count for state, count in rows}


def _tell_nobody(_what: str, _done: int, _total: int) -> None:
    """Take the place of a progress report."""
