"""Recognising format version 2 on PostgreSQL: which schema is ours, and what it declares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import RowsAlone
from crashqueue_verify.findings import MAX_ROWS_PER_FINDING, printable
from crashqueue_verify.native.format import (
    COLUMNS,
    FORMAT_VERSION,
    Column,
    differences,
    require_known_version,
)
from crashqueue_verify.staging.errors import PostgresRefused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.staging.catalogue import RawTable, Source, StagedValue

APPLICATION: Final = "crashqueuelab"
TABLES: Final = {
    **COLUMNS,
    "submissions": (
        Column("tenant", "TEXT", required=True, key=1),
        Column("last_sequence", "INTEGER", required=True, key=0),
    ),
}
"""The columns of each table that is staged, in SQLite's types."""

_IDENTITY: Final = ("application", "version")
_TYPES: Final = {"INTEGER": "bigint", "TEXT": "text"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OurSchema:
    """A schema whose table `format` names our application, in these versions."""

    name: str | None
    versions: tuple[StagedValue, ...]
    tables: Mapping[str, RawTable]


def our_schemas(source: Source, schema: str | None) -> list[OurSchema]:
    """Return the schemas of `source` that are ours; only `schema` is looked at if one is named.

    Raises RowsAlone for a dump that does not say what types its columns have.
    """
    by_schema: dict[str | None, dict[str, RawTable]] = {}
    for table in source.catalogue.tables:
        if schema in (None, table.schema):
            by_schema.setdefault(table.schema, {})[table.name] = table
    named = (
        OurSchema(name=name, versions=_versions(source, tables), tables=tables)
        for name, tables in by_schema.items()
    )
    found = [ours for ours in named if ours.versions]
    for ours in found:
        if not any(column.declared_type for column in ours.tables["format"].columns):
            raise RowsAlone("the dump has the rows of its tables and not their declarations")
    return found


@dataclass(slots=True)
class _Versions:
    """Takes the rows of a table `format`, which may be anybody's, and keeps ours."""

    found: list[StagedValue] = field(default_factory=list)

    def insert(self, rows: Iterable[Sequence[StagedValue]]) -> None:
        self.found.extend(version for application, version in rows if application == APPLICATION)


def _versions(source: Source, tables: Mapping[str, RawTable]) -> tuple[StagedValue, ...]:
    table = tables.get("format")
    if table is None or not table.column_names.issuperset(_IDENTITY):
        return ()
    versions = _Versions()
    try:
        source.stage(table, _IDENTITY, versions)
    except PostgresRefused:
        if tables.keys() >= COLUMNS.keys():
            raise
        return ()  # somebody else's
    return tuple(versions.found)


def require_version(ours: OurSchema) -> None:
    """Raise FormatTooOld or FormatTooNew for another version than this program's."""
    for version in ours.versions:
        if isinstance(version, int):
            require_known_version(version)


def check_declarations(ours: OurSchema, findings: Findings) -> None:
    """Report what is wrong with the version and with the tables as declared."""
    if ours.versions != (FORMAT_VERSION,):
        versions = printable(", ".join(map(repr, ours.versions[:MAX_ROWS_PER_FINDING])))
        findings.add("CQ101", f"the format version is {versions}, not {FORMAT_VERSION}")
    for name in TABLES:
        for complaint in _complaints(name, ours.tables.get(name)):
            findings.add("CQ101", complaint)


def unique_columns(table: RawTable) -> set[tuple[str, ...]]:
    """Return the sets of columns that `table` keeps unique in every row."""
    return {index.columns for index in table.indexes if index.is_unique and not index.predicate}


def _complaints(name: str, table: RawTable | None) -> list[str]:
    if table is None:
        return [f"the table {name} is missing"]
    wanted = tuple(map(_declared, TABLES[name]))
    key = tuple(c.name for c in sorted(wanted, key=lambda column: column.key) if c.key)
    places = {column.name: column.key for column in wanted if key in unique_columns(table)}
    found = {
        column.name: Column(
            column.name, column.declared_type, column.is_required, places.get(column.name, 0)
        )
        for column in table.columns
    }
    complaints = differences(name, wanted, found)
    if table.is_unlogged:
        complaints.append(f"the table {name} is UNLOGGED: a crash of the server empties it")
    if name == "events":
        complaints += _complaints_of_numbers(table)
    return complaints


def _declared(column: Column) -> Column:
    """Return the column as PostgreSQL has it, where a key is never NULL."""
    return column._replace(type=_TYPES[column.type], required=column.required or bool(column.key))


def _complaints_of_numbers(events: RawTable) -> list[str]:
    complaints = []
    if ("job_id", "event_number") not in unique_columns(events):
        complaints.append("event numbers are not kept unique in their job")
    if not any(
        index.is_unique
        and index.columns == ("tenant", "event_number")
        and (index.predicate or "").strip("() ").replace('"', "") == "job_id IS NULL"
        for index in events.indexes
    ):
        complaints.append("event numbers are not kept unique in a tenant's own history")
    return complaints
