"""A profile's SQL, prepared on empty tables: what SQLite objects to, in words that help."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.model import MODEL_COLUMNS, TABLES_SQL
from crashqueue_verify.naming import suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crashqueue_verify.foreign.profile import Profile, TableSpec
    from crashqueue_verify.staging.catalogue import StagedValue
    from crashqueue_verify.staging.scratch import Scratch

FUNCTIONS: Final = ("time_us", "unix_us", "interval_us", "pickle_json", "json_text", "regexp")

_CATALOGUE: Final = dict(
    re.findall(r"^CREATE TABLE (catalogue_\w+) \((.*?)\);", TABLES_SQL, re.MULTILINE | re.DOTALL)
)
_COLUMN: Final = re.compile(r"(\w+) (?:TEXT|INTEGER)")
_READING: Final = re.compile(
    r"(?:\s|--[^\n]*\n|/\*.*?\*/)*(SELECT|WITH|VALUES)\b", re.IGNORECASE | re.DOTALL
)
_NO_COLUMN: Final = re.compile(r"no such column: (.+)")
_NO_TABLE: Final = re.compile(r"no such table: (.+)")
_NO_FUNCTION: Final = re.compile(r"no such function: (.+)")
_NO_PARAMETER: Final = re.compile(r"value for binding parameter :(\w+)")
_FORBIDDEN: Final = re.compile(r"not authorized|prohibited")


class BadStatement(Exception):
    """A statement cannot run; `word` is the name in it that is at fault, if one is."""

    def __init__(self, message: str, word: str | None = None) -> None:
        super().__init__(message)
        self.word = word


class Statements:
    """Prepares statements on the empty tables of one profile, which `build` makes first."""

    def __init__(self, scratch: Scratch, profile: Profile) -> None:
        self._scratch = scratch
        self._profile = profile

    def build_model(self) -> None:
        """Create the tables of the model and of the catalogue."""
        self._scratch.build(TABLES_SQL)

    def build_table(self, spec: TableSpec) -> None:
        """Create one raw table; raises BadStatement if its columns cannot be those of a table."""
        try:
            self._scratch.create_table(spec.staged_name, spec.staged_columns)
        except sqlite3.Error as error:
            raise BadStatement(printable(error)) from None

    def columns_of(self, sql: str, parameters: Mapping[str, StagedValue]) -> tuple[str, ...]:
        """Return the names of the result's columns; raises BadStatement."""
        if not _READING.match(sql):
            raise BadStatement("must be one SELECT: a profile only reads")
        if sql.rstrip().endswith(";"):
            raise BadStatement("ends with a semicolon: leave it out")
        try:
            return self._scratch.columns_of(sql, parameters)
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise self._explained(str(error), parameters) from None

    def _explained(self, message: str, parameters: Mapping[str, StagedValue]) -> BadStatement:
        if found := _NO_COLUMN.search(message):
            column = found[1].rpartition(".")[2]
            return BadStatement(
                f"no column {printable(found[1])}{suggestion(column, self._columns())}", found[1]
            )
        if found := _NO_TABLE.search(message):
            near = suggestion(found[1], self._tables())
            return BadStatement(f"no table {printable(found[1])}{near}", found[1])
        if found := _NO_FUNCTION.search(message):
            near = suggestion(found[1], FUNCTIONS)
            return BadStatement(f"no function {printable(found[1])}{near}", found[1])
        if found := _NO_PARAMETER.search(message):
            near = (
                suggestion(found[1], parameters) or f" (there is {', '.join(sorted(parameters))})"
            )
            return BadStatement(f"no parameter :{found[1]}{near}", found[1])
        if _FORBIDDEN.search(message):
            return BadStatement(f"does more than read tables: {printable(message)}")
        return BadStatement(printable(message))

    def _tables(self) -> list[str]:
        raw = [spec.staged_name for spec in self._profile.tables.values()]
        return [*raw, *MODEL_COLUMNS, *_CATALOGUE]

    def _columns(self) -> set[str]:
        raw = {c for spec in self._profile.tables.values() for c in spec.staged_columns}
        model = {column for columns in MODEL_COLUMNS.values() for column in columns}
        listed = {column for body in _CATALOGUE.values() for column in _COLUMN.findall(body)}
        return raw | model | listed | {"state"}
