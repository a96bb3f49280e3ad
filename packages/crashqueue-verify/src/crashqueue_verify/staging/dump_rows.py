"""The rows of one table in a dump: a block of COPY, or a run of INSERT statements."""

from __future__ import annotations

import functools
import itertools
import re
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.dump_statements import Statements
from crashqueue_verify.staging.pg_copy import BadRow, RowReader
from crashqueue_verify.staging.pg_tokens import Cursor, Garbled, Name
from crashqueue_verify.staging.pg_values import reading_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crashqueue_verify.staging.catalogue import StagedValue
    from crashqueue_verify.staging.dump_text import DumpText
    from crashqueue_verify.staging.pg_values import Reading

    Pick = tuple[int, str]
    Rows = Iterable[Sequence[StagedValue]]

_IDENTIFIER: Final = r'(?:"(?:[^"]|"")*"|[^\W\d][\w$]*)'
_INSERT: Final = re.compile(
    rf"""
    INSERT \s+ INTO \s+ (?P<table> {_IDENTIFIER} (?: \. {_IDENTIFIER} )? ) \s+
    (?: \( (?P<columns> {_IDENTIFIER} (?: , \s* {_IDENTIFIER} )* ) \) \s+ )?
    (?: OVERRIDING \s+ SYSTEM \s+ VALUE \s+ )?
    (?: DEFAULT \s+ VALUES | VALUES \s* (?= \( ) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LITERAL: Final = re.compile(
    r"""
    \s* (?: [BbXx]?'(?P<text> [^']* (?: '' [^']* )* )' | (?P<bare> [^\s,()']+ ) )
    \s* (?P<end> [,)] )
    """,
    re.VERBOSE,
)
_NEXT_ROW: Final = re.compile(r"\s*,?\s*\(")
_END: Final = re.compile(r"\s*(?:ON CONFLICT DO NOTHING)?;")
_NO_VALUES: Final = frozenset({"NULL", "DEFAULT"})


@dataclass(slots=True)
class Block:
    """Rows of one table that lie together; `columns` is None where the dump does not name them.

    It starts at the byte `offset` and in the line `line_number`; `insert_count` is 0 for a COPY.
    """

    table: Name
    columns: tuple[str, ...] | None
    _: KW_ONLY
    offset: int
    line_number: int
    insert_count: int = 0


def read_copy(cursor: Cursor) -> tuple[Name, tuple[str, ...] | None]:
    """Read COPY … FROM stdin; return the table and its columns. Raises Garbled."""
    cursor.expect("copy")
    table = cursor.qualified_name()
    columns = None
    if cursor.sees("("):
        columns = tuple(item.name() for item in cursor.group().items())
    cursor.expect("from", "stdin", ";")
    return table, columns


def read_insert(statement: str) -> tuple[Name, tuple[str, ...] | None]:
    """Read INSERT INTO … VALUES; return the table and its columns. Raises Garbled."""
    if (insert := _INSERT.match(statement)) is None:
        raise Garbled("an INSERT is not of pg_dump's kind")
    return _table(insert["table"]), _columns(insert["columns"])


@functools.lru_cache(maxsize=64)
def _table(text: str) -> Name:
    return Cursor(text).qualified_name()


@functools.lru_cache(maxsize=64)
def _columns(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(item.name() for item in Cursor(text).items())


def copied_rows(text: DumpText, *, width: int, picks: Sequence[Pick]) -> Iterator[Rows]:
    """Take the rows of a COPY from `text`, batch by batch; raises DumpDamaged."""
    reader = RowReader(width=width, picks=picks)
    for batch in text.rows():
        try:
            yield reader.read(batch)
        except BadRow as bad:
            raise text.damage(bad.reason, line_number=text.line_number + bad.index) from None


def inserted_rows(
    text: DumpText, block: Block, *, width: int, picks: Sequence[Pick]
) -> Iterator[Rows]:
    """Take the rows of a run of INSERT from `text`, statement by statement; raises DumpDamaged."""
    readings = [(at, reading_of(declared)) for at, declared in picks]
    inserts = (one for one in Statements(text) if _INSERT.match(one.text))
    for statement in itertools.islice(inserts, block.insert_count):
        try:
            rows = list(_written_rows(statement.text, width))
            yield [[_staged(row[at], reading) for at, reading in readings] for row in rows]
        except (Garbled, ValueError, KeyError):
            raise text.damage(
                "the values do not fit their columns", line_number=statement.line_number
            ) from None


def _staged(value: str | None, reading: Reading | None) -> StagedValue:
    return value if value is None or reading is None else reading(value)


def _written_rows(statement: str, width: int) -> Iterator[list[str | None]]:
    insert = _INSERT.match(statement)
    at = insert.end() if insert else 0
    while row := _NEXT_ROW.match(statement, at):
        values, at = _written_row(statement, row.end())
        if len(values) != width:
            raise Garbled("values are missing or too many")
        yield values
    if not _END.match(statement, at):
        raise Garbled("something follows the rows")


def _written_row(statement: str, at: int) -> tuple[list[str | None], int]:
    """Return the values from the position `at` to the closing bracket, and where that is."""
    values: list[str | None] = []
    while literal := _LITERAL.match(statement, at):
        values.append(_value(literal))
        at = literal.end()
        if literal["end"] == ")":
            return values, at
    raise Garbled("a value is no literal")


def _value(literal: re.Match[str]) -> str | None:
    if (bare := literal["bare"]) is not None:
        return None if bare in _NO_VALUES else bare
    return literal["text"].replace("''", "'")
