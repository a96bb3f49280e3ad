"""What is wrong with a profile's queries: each is prepared on empty tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from crashqueue_verify.foreign.evaluating import PLACE
from crashqueue_verify.foreign.model import MODEL_COLUMNS
from crashqueue_verify.foreign.parameters import query_parameters
from crashqueue_verify.foreign.profile import LeaseRule
from crashqueue_verify.foreign.statements import BadStatement, Statements
from crashqueue_verify.foreign.toml_reader import Problem
from crashqueue_verify.naming import suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.foreign.toml_reader import Place
    from crashqueue_verify.staging.catalogue import StagedValue
    from crashqueue_verify.staging.scratch import Scratch

_NEEDED: Final = {"job": ("job_key", "state_raw"), "attempt": ("job_key",), "event": ("job_key",)}
"""Columns without which a table of the model says nothing."""

_RENAMED: Final = re.compile(r"(\w+):\d+")
"""What SQLite calls a second column of a name in a subquery."""

_LEASE_COLUMNS: Final = {
    LeaseRule.HEARTBEAT: ("job.heartbeat_at", "worker.heartbeat_at", "worker.expires_at"),
    LeaseRule.EXPIRY: ("job.lease_expires_at", "attempt.lease_expires_at"),
    LeaseRule.AGE: ("job.started_at", "job.lease_at", "attempt.started_at"),
    LeaseRule.INVISIBLE: (),
}
"""Of these at least one must be there, or the lease can never be seen to be lost."""


def sql_problems(profile: Profile, scratch: Scratch) -> list[Problem]:
    """Return every problem of the queries of `profile`, prepared in an empty `scratch`."""
    check = _SqlCheck(profile, Statements(scratch, profile))
    check.tables()
    check.values()
    check.model()
    check.rules()
    return check.problems


class _SqlCheck:
    """One check of one profile's SQL; `problems` grows with each step."""

    def __init__(self, profile: Profile, statements: Statements) -> None:
        self.problems: list[Problem] = []
        self._profile = profile
        self._statements = statements
        self._parameters = query_parameters(profile, {})

    def tables(self) -> None:
        """Create the tables that the queries read."""
        self._statements.build_model()
        for alias, spec in self._profile.tables.items():
            try:
                self._statements.build_table(spec)
            except BadStatement as bad:
                self._note(("tables", alias), str(bad))

    def values(self) -> None:
        """Check the queries that return one value."""
        for key, sql in (
            ("schema", self._profile.schema_sql),
            ("reference", self._profile.reference_sql),
        ):
            columns = None if sql is None else self._columns((key, "sql"), sql, {})
            if columns is not None and len(columns) != 1:
                self._note((key, "sql"), "must return one column")

    def model(self) -> None:
        """Check the queries that fill the model, and that a lost lease shows in it."""
        filled: set[str] = set()
        for table, query in self._profile.model.items():
            place = ("model", table, "sql")
            columns = self._columns(place, query.sql, self._parameters)
            if columns is None:
                return  # what the others fill says nothing of the lease
            self._check_columns(table, columns)
            filled.update(f"{table}.{column}" for column in columns)
        rule = self._profile.lease.rule
        if _LEASE_COLUMNS[rule] and filled.isdisjoint(_LEASE_COLUMNS[rule]):
            wanted = " or ".join(_LEASE_COLUMNS[rule])
            self._note(("lease", "rule"), f"is {rule}, but no query fills {wanted}")

    def rules(self) -> None:
        """Check the queries of the rules, and the sentences made of their rows."""
        parameters = {**self._parameters, "t_ref": None}
        for number, rule in enumerate(self._profile.rules):
            columns = self._columns(("rules", number, "sql"), rule.sql, parameters)
            names = {found[1] for found in PLACE.finditer(rule.says)} - {"count"}
            for name in sorted(names.difference(columns or names)):
                near = suggestion(name, columns or ())
                place = ("rules", number, "says")
                self._note(place, f"{{{name}}} is no column of the result{near}", name)

    def _check_columns(self, table: str, columns: tuple[str, ...]) -> None:
        place, known = ("model", table, "sql"), MODEL_COLUMNS[table]
        for column in columns:
            if twice := _RENAMED.fullmatch(column):
                self._note(place, f"returns {twice[1]} twice", twice[1])
            elif f"{table}.{column}" == "job.state":
                message = "returns state, which is found from state_raw and [states]"
                self._note(place, message, column)
            elif column not in known:
                near = suggestion(column, known)
                message = f"returns {column}, and {table} has no such column{near}"
                self._note(place, message, column)
        for column in _NEEDED.get(table, ()):
            if column not in columns:
                self._note(place, f"must return {column}")

    def _columns(
        self, place: Place, sql: str, parameters: Mapping[str, StagedValue]
    ) -> tuple[str, ...] | None:
        try:
            return self._statements.columns_of(sql, parameters)
        except BadStatement as bad:
            self._note(place, str(bad), bad.word)
            return None

    def _note(self, place: Place, message: str, word: str | None = None) -> None:
        self.problems.append(Problem(place=place, message=message, word=word))
