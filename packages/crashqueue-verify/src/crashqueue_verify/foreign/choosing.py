"""The one system that an audit is about, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import NotAQueueDatabase, SchemaUnknown, SeveralSystems
from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.recognition import matches, near_matches

if TYPE_CHECKING:
    from crashqueue_verify.foreign.options import Options
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.staging.catalogue import Source

MAX_NAMES: Final = 12


def choose(source: Source, options: Options) -> Match:
    """Return the match of the one profile that fits the tables of `source`.

    Raises NotAQueueDatabase if none fits, SchemaUnknown if one nearly fits, and SeveralSystems if
    more than one fits.
    """
    found = matches(source.catalogue, source.engine, options.profiles)
    if len(found) == 1:
        return found[0]
    if found:
        raise SeveralSystems(f"the tables of several queues are here: {_named(found)}")
    near = near_matches(source.catalogue, source.engine, options.profiles)
    if near:
        missing = ", ".join(printable(name) for name in near[0].missing[:MAX_NAMES])
        raise SchemaUnknown(
            f"these look like the tables of {near[0].profile.title}, without {missing}"
        )
    raise NotAQueueDatabase(f"no known queue has these tables: {_tables(source)}")


def _named(found: list[Match]) -> str:
    return ", ".join(
        match.profile.name if match.schema is None else f"{match.profile.name} in {match.schema}"
        for match in found
    )


def _tables(source: Source) -> str:
    names = [printable(table.name) for table in source.catalogue.tables]
    shown = ", ".join(names[:MAX_NAMES]) or "none"
    return shown if len(names) <= MAX_NAMES else f"{shown} and {len(names) - MAX_NAMES:,} more"
