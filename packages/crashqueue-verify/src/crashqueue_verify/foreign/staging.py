"""The raw tables of a recognised system, copied into the scratch database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crashqueue_verify.foreign.profile import TableSpec
    from crashqueue_verify.foreign.recognition import Match
    from crashqueue_verify.staging.catalogue import (
        Catalogue,
        RawTable,
        Source,
        StagedValue,
    )
    from crashqueue_verify.staging.scratch import Scratch


def stage(
    source: Source, match: Match, scratch: Scratch, progress: Callable[[str, int, int], None]
) -> None:
    """Copy the tables and columns that `match` names, and describe them in the catalogue tables.

    `progress` is told now and then how many rows of which table have been read.
    """
    for alias, spec in match.profile.tables.items():
        scratch.create_table(spec.staged_name, spec.staged_columns)
        for table in match.tables[alias]:
            target = _StagedTable(scratch, spec, table, progress)
            source.stage(table, target.columns, target)
            _describe(scratch, alias, table, target)
    _describe_rest(scratch, source.catalogue)


class _StagedTable:
    """The rows of one raw table on their way into the staging table of its alias."""

    def __init__(
        self,
        scratch: Scratch,
        spec: TableSpec,
        table: RawTable,
        progress: Callable[[str, int, int], None],
    ) -> None:
        self._scratch = scratch
        self._spec = spec
        self._name = table.name
        self._progress = progress
        self.part = _part(spec, table)
        self.columns = tuple(
            name for name in (*spec.required, *spec.optional) if name in table.column_names
        )
        self.row_count = 0

    def insert(self, rows: Iterable[Sequence[StagedValue]]) -> None:
        """Append all of `rows`."""
        columns = self.columns
        counted = self._counted(rows)
        if self.part is not None:
            columns = (*columns, "part")
            counted = ((*row, self.part) for row in counted)
        self._scratch.insert(self._spec.staged_name, columns, counted)

    def _counted(self, rows: Iterable[Sequence[StagedValue]]) -> Iterator[Sequence[StagedValue]]:
        for row in rows:
            yield row
            self.row_count += 1
            if self.row_count % 100_000 == 0:
                self._progress(f"rows of {self._name}", self.row_count, 0)


def _part(spec: TableSpec, table: RawTable) -> str | None:
    """Return what the pattern's group `part` matched: the whole name if it has no such group."""
    found = spec.pattern.fullmatch(table.name) if spec.pattern else None
    return None if found is None else found.groupdict().get("part") or table.name


def _describe(scratch: Scratch, alias: str, table: RawTable, staged: _StagedTable) -> None:
    name = table.name
    about = (alias, table.schema, name, staged.part, table.is_unlogged, table.comment)
    _add(scratch, "table", [(*about, staged.row_count)])
    _add(scratch, "column", [(alias, name, c.name, c.declared_type) for c in table.columns])
    _add(
        scratch,
        "index",
        [
            (alias, name, index.name, ",".join(index.columns), index.is_unique, index.predicate)
            for index in table.indexes
        ],
    )
    _add(scratch, "check", [(alias, name, expression) for expression in table.checks])
    _add(scratch, "trigger", [(alias, name, trigger) for trigger in table.triggers])


def _describe_rest(scratch: Scratch, catalogue: Catalogue) -> None:
    _add(scratch, "sequence", list(catalogue.sequences.items()))
    _add(scratch, "function", list(catalogue.functions.items()))


def _add(scratch: Scratch, what: str, rows: list[tuple[StagedValue, ...]]) -> None:
    scratch.append(f"catalogue_{what}", rows)
