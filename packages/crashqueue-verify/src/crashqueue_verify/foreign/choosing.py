"""The one system that an audit is about, or why there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import (
    InvalidSetting,
    NotAQueueDatabase,
    RowsAlone,
    SchemaUnknown,
    SeveralSystems,
)
from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.recognition import matches, near_matches
from crashqueue_verify.naming import require_known, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crashqueue_verify.foreign.options import Options
    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.staging.catalogue import Catalogue, Source

MAX_NAMES: Final = 12
MAX_SETTING: Final = 1_000_000_000_000
"""As seconds thirty thousand years, and its microseconds still fit into 64 bits."""


def choose(source: Source, options: Options) -> Match:
    """Return the match of the one profile that fits the tables of `source`.

    Raises NotAQueueDatabase if none fits, SchemaUnknown if one nearly fits, SeveralSystems if more
    than one fits, UnknownName for a schema that is not there, InvalidSetting, and RowsAlone.
    """
    found = fitting(source, options)
    if len(found) == 1:
        require_settings(found[0].profile, options.settings)
        _require_types(found[0], source)
        return found[0]
    if found:
        names = ", ".join(named(match.profile.name, match.schema) for match in found)
        raise SeveralSystems(f"the tables of several queues are here: {names}")
    catalogue = narrowed(source.catalogue, options.schema)
    near = near_matches(catalogue, source.engine, options.profiles)
    if near:
        missing = ", ".join(printable(name) for name in near[0].missing[:MAX_NAMES])
        raise SchemaUnknown(
            f"these look like the tables of {near[0].profile.title}, without {missing}"
        )
    raise NotAQueueDatabase(f"no known queue has these tables: {_tables(catalogue)}")


def fitting(source: Source, options: Options) -> list[Match]:
    """Return a match for every profile whose tables are there; raises UnknownName."""
    catalogue = narrowed(source.catalogue, options.schema)
    return matches(catalogue, source.engine, options.profiles)


def named(system: str, schema: str | None) -> str:
    """Return the system's name, and the schema in which it is if there are any."""
    return system if schema is None else f"{system} in {printable(schema)}"


def require_settings(profile: Profile, settings: Mapping[str, float]) -> None:
    """Raise InvalidSetting if `profile` has no such setting, or a number is none to reckon with."""
    known = {"lost_after_s", *profile.settings}
    for name, value in settings.items():
        if name not in known:
            near = suggestion(name, known) or f" (it has {', '.join(sorted(known))})"
            raise InvalidSetting(f"{profile.title} has no setting {printable(name)}{near}")
        if not 0 <= value <= MAX_SETTING:
            raise InvalidSetting(f"{name} must be from 0 to {MAX_SETTING:,}, not {value}")


def _require_types(match: Match, source: Source) -> None:
    """Refuse a PostgreSQL dump that declares none of the tables: a 10 and a t are texts there."""
    tables = [table for found in match.tables.values() for table in found]
    if source.engine == "postgresql" and not any(
        column.declared_type for table in tables for column in table.columns
    ):
        raise RowsAlone("the dump has the rows of its tables and not their declarations")


def narrowed(catalogue: Catalogue, schema: str | None) -> Catalogue:
    """Return the catalogue without the tables of other schemas."""
    if schema is None:
        return catalogue
    schemas = {table.schema for table in catalogue.tables if table.schema is not None}
    require_known("schema", [schema], schemas)
    return replace(catalogue, tables=tuple(t for t in catalogue.tables if t.schema == schema))


def _tables(catalogue: Catalogue) -> str:
    names = [printable(table.name) for table in catalogue.tables]
    shown = ", ".join(names[:MAX_NAMES]) or "none"
    return shown if len(names) <= MAX_NAMES else f"{shown} and {len(names) - MAX_NAMES:,} more"
