"""Ways to spoil a copy of a sample; all of them are chosen by one `random.Random`."""

from __future__ import annotations

import contextlib
import gzip
import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Mutation = Callable[[Random, Path], None]

STRANGE_SQL: Final = (
    "NULL",
    "''",
    "'\x1b[2J'",
    "x'00ff80'",
    "CAST(x'80ff' AS TEXT)",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "9e999",
    "1e308",
    "0.5",
    "char(0)",
    "zeroblob(100000)",
    "printf('%.*c', 2000, '[')",
    "printf('%.*c', 50000, '9')",
    '\'{"a": [1, {"b": null}]}\'',
    "'2026-02-30 25:61:61+99'",
    "'9999-12-31T23:59:59Z'",
    "'infinity'",
    "rowid",
)
STRANGE_FIELDS: Final = (
    b"\\N",
    b"",
    b"\\",
    b"\\x",
    b"\\x0",
    b"\\\\xff",
    b"{}",
    b"{{1,2},{3}}",
    b"{" * 500,
    b'{"a,b',
    b"infinity",
    b"-infinity",
    b"NaN",
    b"9" * 400,
    b"9" * 50_000,
    b"0001-01-01 00:00:00+00 BC",
    b"294276-12-31 23:59:59.999999+00",
    b"2026-02-30 25:61:61+99",
    b"t",
    b'{"a": 1',
    b"[" * 3_000,
    b"\x1b[2J\xe2\x80\xae",
    b"\xff\xfe",
    b"99999 years 99 mons",
)
STRANGE_TOML: Final = (
    "[]",
    "{}",
    "0",
    "-1",
    "1e999",
    "nan",
    "''",
    '"("',
    "true",
    '["x", 1]',
    '"\\u001b"',
)


def flip_bytes(chance: Random, path: Path) -> None:
    """Set up to thirty bytes anywhere in the file."""
    _spoil(chance, path, 0, path.stat().st_size)


def flip_header(chance: Random, path: Path) -> None:
    """Set bytes in SQLite's header or in the first page, where the schema begins."""
    _spoil(chance, path, 16, chance.choice((100, 200, 4_096)))


def truncate(chance: Random, path: Path) -> None:
    """Cut the file anywhere."""
    with path.open("r+b") as file:
        file.truncate(chance.randrange(path.stat().st_size + 1))


def move_block(chance: Random, path: Path) -> None:
    """Overwrite a block with zeros, or with another one."""
    content = bytearray(path.read_bytes())
    size = chance.choice((512, 1_024, 4_096))
    block = content[(at := chance.randrange(len(content) + 1)) : at + size]
    at = chance.randrange(len(content) + 1) // size * size
    content[at : at + size] = chance.choice((bytes(len(block)), block))
    path.write_bytes(content)


def spoil_log(chance: Random, path: Path) -> None:
    """Spoil the write-ahead log, or put something there that is none."""
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size:
        chance.choice((flip_bytes, truncate, move_block))(chance, log)
    else:
        log.write_bytes(bytes.fromhex("377f0682002de218") + chance.randbytes(4_000))


def add_journal(chance: Random, path: Path) -> None:
    """Put a rollback journal beside the file that would restore garbage."""
    header = bytes.fromhex("d9d505f920a163d7") + chance.randbytes(
        chance.choice((4, 20, 504, 5_000))
    )
    Path(f"{path}-journal").write_bytes(header + chance.randbytes(chance.randrange(9_000)))


def change_values(chance: Random, path: Path) -> None:
    """Set some columns of some rows to values of other kinds."""
    for table, columns in _tables(path):
        for column in chance.sample(columns, chance.randint(1, len(columns))):
            value, part = chance.choice(STRANGE_SQL), chance.randint(1, 3)
            _try(path, f"UPDATE {table} SET {column} = {value} WHERE rowid % {part} = 0")


def change_tables(chance: Random, path: Path) -> None:
    """Rename, drop or swap a table or column."""
    tables = _tables(path)
    table, columns = chance.choice(tables)
    column, other = chance.choice(columns), chance.choice(columns)
    statement = chance.choice(
        (
            f"ALTER TABLE {table} RENAME TO elsewhere",
            f"ALTER TABLE {table} RENAME COLUMN {column} TO elsewhere",
            f"ALTER TABLE {table} DROP COLUMN {column}",
            f"DROP TABLE {table}",
            f"DELETE FROM {table} WHERE rowid % 2",
            f"UPDATE {table} SET {column} = {other}, {other} = {column}",
            f"INSERT INTO {table} SELECT * FROM {chance.choice(tables)[0]}",
            f"CREATE TABLE copied AS SELECT * FROM {table}",
        )
    )
    _try(path, "PRAGMA ignore_check_constraints = ON", statement)


def change_declarations(chance: Random, path: Path) -> None:
    """Write something else into the schema, as SQL does not permit."""
    word, other = (
        chance.choice(("TEXT", "INTEGER", "BLOB", "NULL", "UNIQUE", "(", ")", ",", "id"))
        for _ in range(2)
    )
    _try(
        path,
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_schema SET sql = replace(sql, '{word}', '{other}')"
        f" WHERE rowid % {chance.randint(1, 4)} = 0",
        f"UPDATE sqlite_schema SET rootpage = rootpage + {chance.choice((0, 0, 1, 99))}"
        f" WHERE rowid = {chance.randint(1, 9)}",
    )


def change_lines(chance: Random, path: Path) -> None:
    """Cut, double, join, shuffle or garble lines of a dump."""
    lines = path.read_bytes().split(b"\n")
    for _ in range(chance.randint(1, 5)):
        at, size = chance.randrange(len(lines)), chance.randint(1, 6)
        part = lines[at : at + size]
        changed = [
            [],
            part * 2,
            chance.sample(part, len(part)),
            [b" ".join(part)],
            [line[: len(line) // 2] for line in part],
            [line.replace(b"\t", b" ") for line in part],
            [b"\\."],
        ]
        lines[at : at + size] = chance.choice(changed)
    path.write_bytes(b"\n".join(lines))


def change_fields(chance: Random, path: Path) -> None:
    """Set fields of rows in a dump to text of other kinds."""
    lines = path.read_bytes().split(b"\n")
    rows = [number for number, line in enumerate(lines) if b"\t" in line]
    for number in chance.sample(rows, min(len(rows), chance.randint(1, 12))):
        fields = lines[number].split(b"\t")
        fields[chance.randrange(len(fields))] = chance.choice(STRANGE_FIELDS)
        lines[number] = b"\t".join(fields)
    path.write_bytes(b"\n".join(lines))


def change_words(chance: Random, path: Path) -> None:
    """Put another word of the dump in the place of a word, everywhere or once."""
    text = path.read_bytes()
    words = sorted(set(re.findall(rb"\w{3,}|[();,'\"]", text)))
    for _ in range(chance.randint(1, 4)):
        count = chance.choice((-1, 1, 5))
        text = text.replace(chance.choice(words), chance.choice(words), count)
    path.write_bytes(text)


def compress(chance: Random, path: Path) -> None:
    """Compress a dump, and spoil what comes of it."""
    path.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    chance.choice((flip_bytes, truncate, move_block))(chance, path)


def change_toml(chance: Random, path: Path) -> None:
    """Drop, double, move or rewrite lines of a profile."""
    lines = path.read_text("utf-8").split("\n")
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        key = lines[at].partition("=")[0]
        changed = ("", lines[other], f"{key}= {chance.choice(STRANGE_TOML)}", lines[at][:-1])
        lines[at] = chance.choice(changed)
    path.write_text("\n".join(lines), "utf-8")


def change_toml_words(chance: Random, path: Path) -> None:
    """Put another word of the profile in the place of a word."""
    text = path.read_text("utf-8")
    words = sorted(set(re.findall(r"[\w.:]+|[^\w\s]", text)))
    for _ in range(chance.randint(1, 4)):
        count = chance.choice((-1, 1))
        text = text.replace(chance.choice(words), chance.choice(words), count)
    path.write_text(text, "utf-8")


OF_DATABASES: Final[tuple[Mutation, ...]] = (
    flip_bytes,
    flip_header,
    truncate,
    move_block,
    spoil_log,
    add_journal,
    change_values,
    change_values,
    change_tables,
    change_tables,
    change_declarations,
)
OF_DUMPS: Final[tuple[Mutation, ...]] = (
    flip_bytes,
    truncate,
    move_block,
    change_lines,
    change_lines,
    change_fields,
    change_fields,
    change_words,
    change_words,
    compress,
)
OF_PROFILES: Final[tuple[Mutation, ...]] = (flip_bytes, truncate, change_toml, change_toml_words)


def _spoil(chance: Random, path: Path, start: int, end: int) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, 30)):
        if start < min(end, len(content)):
            at = chance.randrange(start, min(end, len(content)))
            content[at] = chance.choice((0, 0xFF, content[at] ^ 1 << chance.randrange(8)))
    path.write_bytes(content)


def _tables(path: Path) -> list[tuple[str, list[str]]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
            " AND name NOT LIKE 'sqlite%' ORDER BY name"
        ).fetchall()
        return [(f'"{name}"', _columns(connection, name)) for (name,) in names]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    rows = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    return [f'"{name}"' for (name,) in rows]


def _try(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            with contextlib.suppress(sqlite3.Error):
                connection.execute(statement)
