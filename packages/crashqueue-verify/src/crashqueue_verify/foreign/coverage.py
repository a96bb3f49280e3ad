"""Which generic rules can be asked of a system at all, told from its profile alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.foreign.normalizing import Normalized
from crashqueue_verify.foreign.parameters import query_parameters
from crashqueue_verify.foreign.recognition import Match
from crashqueue_verify.foreign.requirements import Requirements
from crashqueue_verify.foreign.shipped import generic_rules
from crashqueue_verify.foreign.statements import Statements
from crashqueue_verify.source.copy import private_folder
from crashqueue_verify.staging.catalogue import RawColumn, RawTable
from crashqueue_verify.staging.deadline import Deadline
from crashqueue_verify.staging.scratch import open_scratch

if TYPE_CHECKING:
    from crashqueue_verify.foreign.profile import Profile, TableSpec

TIME_LIMIT_S: Final = 60.0


@dataclass(slots=True)
class _BestSource:
    """A source of which everything can be asked."""

    engine: str
    kind: str = "live"


def unasked_rules(profile: Profile) -> dict[str, str]:
    """Return the generic rules that no database of the system can be asked, each with the reason.

    The newest version is assumed, which has all optional tables and columns.
    """
    match = Match(
        profile=profile,
        schema=None,
        tables={alias: (_whole(spec),) for alias, spec in profile.tables.items()},
        missing=(),
    )
    normalized = Normalized(columns=_filled(profile), obstacles={})
    source = _BestSource(engine=max(profile.engines))
    requirements = Requirements(match, source, normalized)
    obstacles = {rule.rule.rule_id: requirements.obstacle(rule) for rule in generic_rules()}
    return {rule_id: obstacle.reason for rule_id, obstacle in obstacles.items() if obstacle}


def _whole(spec: TableSpec) -> RawTable:
    columns = (RawColumn(name=name, declared_type="") for name in spec.staged_columns)
    return RawTable(schema=None, name=spec.name or spec.alias, columns=tuple(columns))


def _filled(profile: Profile) -> frozenset[str]:
    """Return the columns of the model that the profile's queries have, as "job.queue"."""
    with private_folder() as folder, open_scratch(Path(folder), Deadline(TIME_LIMIT_S)) as scratch:
        statements = Statements(scratch, profile)
        statements.build_model()
        for spec in profile.tables.values():
            statements.build_table(spec)
        parameters = query_parameters(profile, {})
        return frozenset(
            f"{table}.{column}"
            for table, query in profile.model.items()
            for column in statements.columns_of(query.sql, parameters)
        )
