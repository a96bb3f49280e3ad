"""A plain dump as a source: `open_dump` reads what it declares, `stage` the rows of one table."""

from __future__ import annotations

import contextlib
import os
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from crashqueue_verify.staging.dump_contents import read_contents
from crashqueue_verify.staging.dump_file import is_dump, open_plain
from crashqueue_verify.staging.dump_rows import copied_rows, inserted_rows
from crashqueue_verify.staging.dump_text import DumpText
from crashqueue_verify.staging.pg_tokens import Name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from crashqueue_verify.staging.catalogue import RawTable, Target
    from crashqueue_verify.staging.dump_rows import Block, Rows

__all__ = ["DumpSource", "is_dump", "open_dump"]


def _no_deadline() -> None:
    """Let reading take as long as it takes."""


@contextlib.contextmanager
def open_dump(
    path: str | os.PathLike[str], *, deadline: Callable[[], None] = _no_deadline
) -> Iterator[DumpSource]:
    """Yield the plain dump at `path`, gzip or not, all its declarations read.

    `deadline` is called for every few thousand rows, here and in `stage`, and may raise. Raises
    DatabaseNotFound, NotAFile or Unreadable, DumpFormat for a dump that is not plain, DumpDamaged
    for one that is cut or garbled, RowTooLarge and TooManyTables.
    """
    with open_plain(path) as file:
        yield DumpSource(Path(path), DumpText(file, deadline=deadline))


class DumpSource:
    """A plain dump of one PostgreSQL database."""

    engine: str = "postgresql"
    kind: str = "dump"

    def __init__(self, path: Path, text: DumpText) -> None:
        self._path = path
        self._text = text
        self._stamp = _stamp(path)
        self._contents = read_contents(text)
        self.catalogue = self._contents.drafts.catalogue()
        modified_at_us = self._stamp[1] // 1_000 if self._stamp else None
        self.captured_at_us: int | None = self._contents.captured_at_us or modified_at_us

    @property
    def changed_meanwhile(self) -> bool:
        """Whether the file is another than it was at the beginning."""
        return _stamp(self._path) != self._stamp

    def stage(self, table: RawTable, columns: Sequence[str], into: Target) -> None:
        """Feed every row of `table` itself to `into`: these columns, in this order.

        The rows of partitions and of tables that inherit are their own. Raises DumpDamaged,
        RowTooLarge or Unreadable.
        """
        declared = {column.name: column.declared_type for column in table.columns}
        wanted = {column: declared[column] for column in columns}
        blocks = self._contents.blocks.get(Name(table.schema, table.name), ())
        batches = chain.from_iterable(self._batches(block, wanted) for block in blocks)
        into.insert(chain.from_iterable(batches))

    def _batches(self, block: Block, wanted: Mapping[str, str]) -> Iterator[Rows]:
        self._text.go_to(block.offset, line_number=block.line_number)
        written = self._contents.columns_of(block)
        places = {column: place for place, column in enumerate(written)}
        if not places.keys() >= wanted.keys():
            raise self._text.damage("the rows lack a column of their table")
        picks = [(places[column], declared) for column, declared in wanted.items()]
        if block.insert_count:
            return inserted_rows(self._text, block, width=len(written), picks=picks)
        return copied_rows(self._text, width=len(written), picks=picks)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino
