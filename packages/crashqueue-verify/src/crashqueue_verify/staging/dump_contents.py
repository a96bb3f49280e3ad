"""What is where in a dump: one pass over it reads the declarations and steps over the rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.dump_declarations import declare
from crashqueue_verify.staging.dump_rows import Block, read_copy, read_insert
from crashqueue_verify.staging.dump_statements import Statements
from crashqueue_verify.staging.errors import DumpFormat
from crashqueue_verify.staging.pg_drafts import Drafts
from crashqueue_verify.staging.pg_tokens import Cursor, Garbled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crashqueue_verify.staging.dump_statements import Statement
    from crashqueue_verify.staging.dump_text import DumpText
    from crashqueue_verify.staging.pg_tokens import Name

# The encodings in which every byte below 128 is ASCII, by PostgreSQL's names.
_ENCODINGS: Final = {
    "UTF8": "utf-8",
    "SQL_ASCII": "utf-8",
    "LATIN1": "latin-1",
    "LATIN9": "iso8859-15",
    "WIN1252": "cp1252",
}


@dataclass(slots=True)
class Contents:
    """Everything that a dump declares, and for each table the blocks of its rows."""

    drafts: Drafts = field(default_factory=Drafts)
    blocks: dict[Name, list[Block]] = field(default_factory=dict)
    captured_at_us: int | None = None
    _last: Block | None = None

    def note_copy(self, statement: Statement, text: DumpText) -> None:
        """Note a block of rows, which comes next in `text`, and go behind it."""
        table, columns = read_copy(Cursor(statement.text))
        self._begin(Block(table, columns, offset=text.offset, line_number=text.line_number))
        text.skip_rows()

    def note_insert(self, statement: Statement) -> None:
        """Note one INSERT, as part of the last block if that is of the same kind."""
        table, columns = read_insert(statement.text)
        last = self._last
        if last is None or not last.insert_count or (last.table, last.columns) != (table, columns):
            _, offset, line_number = statement
            last = Block(table, columns, offset=offset, line_number=line_number)
            self._begin(last)
        last.insert_count += 1

    def columns_of(self, block: Block) -> Sequence[str]:
        """Return the columns that the rows of `block` have values for, in their order."""
        if block.columns is not None:
            return block.columns
        draft = self.drafts.tables[block.table]
        if block.insert_count:  # it says DEFAULT for what is computed
            return tuple(draft.columns)
        return [column for column in draft.columns if column not in draft.computed]

    def _begin(self, block: Block) -> None:
        """Note a block; in a dump of data, or of an extension, only rows tell of a table."""
        draft = self.drafts.tables.get(block.table) or self.drafts.add_table(block.table)
        if not (draft.columns or draft.parents):
            for column in block.columns or ():
                draft.add_column(column, "")
        self.blocks.setdefault(block.table, []).append(block)
        self._last = block


def read_contents(text: DumpText) -> Contents:
    """Read the whole of `text`; raises DumpFormat, DumpDamaged, TooManyTables or Unreadable."""
    contents = Contents()
    statements = Statements(text)
    for statement in statements:
        if statements.connections > 1:
            raise DumpFormat("the file holds several databases; dump one of them with pg_dump")
        try:
            _note(statement, text, contents)
        except Garbled as garbled:
            raise text.damage(str(garbled), line_number=statement.line_number) from None
    contents.captured_at_us = statements.captured_at_us
    return contents


def _note(statement: Statement, text: DumpText, contents: Contents) -> None:
    start = statement.text[:32].lstrip().upper()
    if start.startswith("COPY "):
        contents.note_copy(statement, text)
    elif start.startswith("INSERT "):
        contents.note_insert(statement)
    elif start.startswith("SET "):
        _note_setting(Cursor(statement.text), text)
    else:
        declare(statement.text, contents.drafts)


def _note_setting(cursor: Cursor, text: DumpText) -> None:
    if cursor.accept("set", "client_encoding"):
        name = cursor.up_to(";").strip("=' ").upper()
        if name not in _ENCODINGS:
            raise DumpFormat(f"the dump is encoded as {name[:20]}")
        text.encoding = _ENCODINGS[name]
    elif cursor.accept("set", "standard_conforming_strings", "=", "off"):
        raise DumpFormat("the dump has backslashes in strings, as servers before 9.1 wrote them")
