"""The values of a profile: how one system's tables are recognised, read and judged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    from crashqueue_verify.rules import Rule


class Basis(StrEnum):
    """What the facts in a profile rest on."""

    OBSERVED = "observed"
    """The library was run, and the profile was tried on what it wrote."""
    DOCUMENTATION = "documentation"
    """The library was not run; its tables were built from a description of them."""


class LeaseRule(StrEnum):
    """How one tells that whoever runs a job is gone."""

    HEARTBEAT = "heartbeat"
    """The job, or its worker, has been silent for `lost_after_s`."""
    EXPIRY = "expiry"
    """A deadline that is stored with the job has passed."""
    AGE = "age"
    """Nothing is stored but the start, `lost_after_s` ago."""
    INVISIBLE = "invisible"
    """Jobs in flight leave no trace in the tables."""


STATES: Final = frozenset(
    {
        "waiting",
        "scheduled",
        "blocked",
        "running",
        "retry_wait",
        "held",
        "succeeded",
        "failed",
        "cancelled",
        "dead",
        "archived",
    }
)
"""The states of the model; a raw state that a profile does not name becomes "unknown"."""

TRAITS: Final = {
    "clears_lease": False,
    "keeps_owner_row": False,
    "stores_finish": False,
    "stores_errors": False,
    "history_is_complete": False,
    "deletes_on_success": False,
    "needs_leader": False,
    "counter_limit": 0,
    "retention_s": 0,
    "skew_s": 1,
}
"""What generic rules ask about a system, with the answer of a profile that says nothing.

clears_lease         owner and lease are NULL whenever the job is not running
keeps_owner_row      the owner's worker row exists for as long as its claim
stores_finish        a job has finished_at if, and only if, it is in a final state
stores_errors        a job that failed, or waits for a retry, has its error stored
history_is_complete  every start and end of a job is among its events
deletes_on_success   a finished job's row is gone, so gaps between ids mean nothing
needs_leader         planned jobs become due only while there is a leader: a lock or a worker of
                     that kind
counter_limit        greatest value of the attempts' column, 0 if it has no practical one
retention_s          seconds after which a finished job's row is deleted, 0 if that is never
skew_s               seconds by which two clocks of a healthy installation may disagree
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """One table of the system; the profile's SQL knows it as `raw_` and its alias.

    It is found by its exact `name`, or by a `pattern` that a whole name matches: then all tables
    that match are staged as one, whose column `part` says what the group `part` matched.
    """

    alias: str
    name: str | None
    pattern: re.Pattern[str] | None
    required: tuple[str, ...]
    optional: tuple[str, ...]
    payload: frozenset[str]
    """Columns with people's data: reports show sizes and keys only."""
    is_optional: bool
    """Whether the system is recognised without the table, which is then staged empty."""

    @property
    def staged_name(self) -> str:
        """The name of its staging table."""
        return f"raw_{self.alias}"

    @property
    def staged_columns(self) -> tuple[str, ...]:
        """The columns of its staging table; an optional one that is missing is all NULL."""
        return (*self.required, *self.optional, *(("part",) if self.pattern else ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelQuery:
    """The SQL that fills one table of the model.

    `alias` names the raw table whose rows the result's `row_id` points into, for evidence.
    `depends` maps a column of the model to raw columns ("alias.column") without which it says
    nothing.
    """

    sql: str
    alias: str | None
    depends: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """How a lost job is told, and what brings it back."""

    rule: LeaseRule
    lost_after_s: float
    rescue: str
    """What, if anything, returns a lost job to its queue, as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A number that the rows do not hold, and that `--set NAME=NUMBER` gives."""

    default: float
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """Something that the system's schema declares: a unique index, a check or a trigger.

    Exactly one of `unique` (its columns, in any order), `check` (a regular expression found in a
    CHECK constraint) and `trigger` (a trigger's name) is given. A table that lacks one of the
    columns in `since` is of a version before it was declared.
    """

    alias: str
    unique: frozenset[str]
    check: str | None
    trigger: str | None
    since: frozenset[str]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRule:
    """A rule and the query that returns the rows which break it.

    The columns `job_key`, `cause` (one finding for each value), `since_us` and `row_id` (a row of
    `alias`) have a meaning; all others are evidence. `says` is the sentence of a finding:
    {count:job} is the number of its rows, {name} is that column in the first of them.
    `needs` lists "job.column" of the model, "alias.column" of the raw tables, "trait.name", or
    "lease.rule", without which the rule is skipped; "one|other" is satisfied by either.
    """

    rule: Rule
    sql: str
    says: str
    alias: str | None
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Everything that is known about one system."""

    name: str
    title: str
    engines: frozenset[str]
    versions: str
    basis: Basis
    facts: str
    """Where the facts come from, as a sentence."""
    caveats: tuple[str, ...]
    """What an audit of this system cannot see, as sentences."""
    tables: Mapping[str, TableSpec]
    without: frozenset[str]
    """Tables whose presence means that it is another system."""
    schema_sql: str | None
    """A query for the schema's version, one value."""
    settings: Mapping[str, Setting]
    states: Mapping[str, str]
    """The model's state for each raw state."""
    traits: Mapping[str, float]
    model: Mapping[str, ModelQuery]
    reference_sql: str | None
    """A query for the greatest observed time, if the model's own columns do not tell."""
    lease: Lease
    exempt: Mapping[str, str]
    """Generic rules that do not apply, and why."""
    constraints: tuple[Constraint, ...]
    rules: tuple[QueryRule, ...]
