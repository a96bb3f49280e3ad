"""Sources of PostgreSQL rows, read to their end: rows by table."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify.staging.dump import open_dump

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crashqueue_verify.staging.catalogue import Catalogue, RawTable, Source


@dataclass(slots=True)
class Staged:
    """A source read to its end; `rows` has those of each table, by its name without a schema."""

    catalogue: Catalogue
    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)

    def table(self, name: str) -> RawTable:
        (table,) = (table for table in self.catalogue.tables if table.name == name)
        return table


@pytest.fixture(scope="session")
def read_all() -> Callable[[Source], Staged]:
    """Read every column of every table: `read_all(source).rows["jobs"]`."""

    def read(source: Source) -> Staged:
        staged = Staged(source.catalogue)
        for table in source.catalogue.tables:
            rows = staged.rows[table.name] = []
            target = SimpleNamespace(insert=lambda new, rows=rows: rows.extend(map(tuple, new)))
            source.stage(table, [column.name for column in table.columns], target)
        return staged

    return read


@pytest.fixture
def stage(tmp_path: Path, read_all: Callable[[Source], Staged]) -> Callable[[bytes], Staged]:
    """Write a dump and read it to its end: `stage(b"CREATE TABLE public.jobs (id bigint);")`."""

    def write_and_read(text: bytes) -> Staged:
        path = tmp_path / "dump.sql"
        path.write_bytes(b"SET statement_timeout = 0;\n" + text)
        with open_dump(path) as source:
            return read_all(source)

    return write_and_read
