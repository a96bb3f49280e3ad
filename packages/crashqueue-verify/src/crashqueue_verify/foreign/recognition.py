"""Which system wrote these tables: the profiles whose description fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from crashqueue_verify.foreign.profile import Profile, TableSpec
    from crashqueue_verify.staging.catalogue import Catalogue, RawTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A profile and the tables that it fits: for each alias of the profile, the tables found.

    `missing` names what the profile requires and the source lacks, as "table" or "table.column";
    a match that misses something is a near one.
    """

    profile: Profile
    schema: str | None
    tables: Mapping[str, tuple[RawTable, ...]]
    missing: tuple[str, ...]

    def has_column(self, alias: str, column: str) -> bool:
        """Return whether any table behind `alias` has the column."""
        return column == "part" or any(
            column in table.column_names for table in self.tables.get(alias, ())
        )


def matches(catalogue: Catalogue, engine: str, profiles: Iterable[Profile]) -> list[Match]:
    """Return a match for every profile, and every schema, whose tables are all there."""
    return [match for match in all_matches(catalogue, engine, profiles) if not match.missing]


def near_matches(catalogue: Catalogue, engine: str, profiles: Iterable[Profile]) -> list[Match]:
    """Return the matches in which each required table is there by name, but a column is not."""
    return [
        match
        for match in all_matches(catalogue, engine, profiles)
        if match.missing and all("." in name for name in match.missing) and _is_named(match)
    ]


def _is_named(match: Match) -> bool:
    """Return whether a table was found by its exact name: a pattern fits anything."""
    return any(match.tables[alias] for alias, spec in match.profile.tables.items() if spec.name)


def all_matches(catalogue: Catalogue, engine: str, profiles: Iterable[Profile]) -> Iterator[Match]:
    """Yield a match, however much it misses, for every profile of the engine and every schema."""
    by_schema: dict[str | None, list[RawTable]] = {}
    for table in catalogue.tables:
        by_schema.setdefault(table.schema, []).append(table)
    for profile in profiles:
        if engine in profile.engines:
            for schema, tables in by_schema.items():
                if profile.without.isdisjoint(table.name for table in tables):
                    yield _match(profile, schema, tables)


def _match(profile: Profile, schema: str | None, tables: list[RawTable]) -> Match:
    found: dict[str, tuple[RawTable, ...]] = {}
    missing: list[str] = []
    for alias, spec in profile.tables.items():
        candidates = [table for table in tables if _is_called(table, spec)]
        fitting = tuple(t for t in candidates if t.column_names.issuperset(spec.required))
        found[alias] = fitting if spec.is_optional else fitting or tuple(candidates)
        if not fitting and not spec.is_optional:
            missing.extend(_missing(spec, candidates))
    if not missing and not any(found.values()):
        # Each table may be missing, as those of a broker and of its results, but not all.
        missing.extend(spec.name or alias for alias, spec in profile.tables.items())
    return Match(profile=profile, schema=schema, tables=found, missing=tuple(missing))


def _is_called(table: RawTable, spec: TableSpec) -> bool:
    if spec.pattern is not None:
        return spec.pattern.fullmatch(table.name) is not None
    return table.name == spec.name


def _missing(spec: TableSpec, candidates: list[RawTable]) -> Iterator[str]:
    if not candidates:
        yield spec.name or spec.alias
    for table in candidates[:1]:
        for column in spec.required:
            if column not in table.column_names:
                yield f"{table.name}.{column}"
