"""A plain dump is known by its first bytes, and every other kind is refused with a way out."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crashqueue_verify.errors import AuditError, DatabaseNotFound, NotAFile, Unreadable
from crashqueue_verify.staging.dump import is_dump, open_dump
from crashqueue_verify.staging.errors import DumpFormat

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = b"--\n-- PostgreSQL database dump\n--\n\n"
PLAIN = (
    HEAD
    + b"""
CREATE TABLE public.jobs (
    id bigint
);
COPY public.jobs (id) FROM stdin;
7
\\.
--
-- PostgreSQL database dump complete
--
"""
)


def tar() -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("toc.dat"))
    return content.getvalue()


@pytest.mark.parametrize(
    "content", [PLAIN, gzip.compress(PLAIN), gzip.compress(HEAD) + gzip.compress(PLAIN)]
)
def test_plain_dump_is_read_compressed_or_not(
    tmp_path: Path, read_all: Callable[[Any], Any], content: bytes
) -> None:
    path = tmp_path / "queue.sql"
    path.write_bytes(content)
    assert is_dump(path)
    with open_dump(path) as source:
        assert read_all(source).rows == {"jobs": [(7,)]}
        assert (source.engine, source.kind) == ("postgresql", "dump")


@pytest.mark.parametrize(
    "line",
    [
        "-- PostgreSQL database cluster dump",
        "\\restrict abc",
        "SET statement_timeout = 0;",
        "SELECT pg_catalog.set_config('search_path', '', false);",
        "COPY public.jobs (id) FROM stdin;",
    ],
)
def test_dump_is_known_by_any_of_its_first_lines(tmp_path: Path, line: str) -> None:
    path = tmp_path / "queue.sql"
    path.write_text(f"\n{line}\n")
    assert is_dump(path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"SQLite format 3\0" + b"\0" * 84,
        b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t(a);\n",
        b"-- MySQL dump 10.13\n",
        gzip.compress(b"SQLite format 3\0", mtime=0),
        b"\x1f\x8b garbled",
        "\ufeffnotes".encode("utf-16"),
    ],
)
def test_other_file_is_no_dump(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert not is_dump(path)
    with pytest.raises(DumpFormat, match="does not begin like a plain dump"), open_dump(path):
        pass


@pytest.mark.parametrize(
    ("content", "reason", "way_out"),
    [
        (b"PGDMP\1\x10\0", "custom format", "pg_restore --file"),
        (gzip.compress(b"PGDMP\1\x10\0", mtime=0), "custom format", "pg_restore --file"),
        (tar(), "tar archive", "pg_restore --file"),
        (bz2.compress(PLAIN), "bzip2", "pg_dump --format=plain"),
        (lzma.compress(PLAIN), "xz", "pg_dump --format=plain"),
        (b"\x28\xb5\x2f\xfd\0", "zstd", "pg_dump --format=plain"),
        (b"\x04\x22\x4d\x18\0", "lz4", "pg_dump --format=plain"),
        (PLAIN.decode().encode("utf-16"), "UTF-16", "pg_dump --format=plain"),
    ],
)
def test_dump_of_another_kind_is_refused_with_a_way_out(
    tmp_path: Path, content: bytes, reason: str, way_out: str
) -> None:
    path = tmp_path / "queue.dump"
    path.write_bytes(content)
    assert is_dump(path)
    with pytest.raises(DumpFormat, match=reason) as caught, open_dump(path):
        pass
    assert caught.value.code == "DUMP_FORMAT"
    assert way_out in caught.value.hint


def test_dump_into_a_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "toc.dat").write_bytes(b"PGDMP")
    assert is_dump(tmp_path)
    with pytest.raises(DumpFormat, match="directory"), open_dump(tmp_path):
        pass


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("SET client_encoding = 'SJIS';", "encoded as SJIS"),
        ("SET standard_conforming_strings = off;", "backslashes in strings"),
        ("\\connect a\nSET x = 1;\n\\connect b\nSET x = 1;", "several databases"),
    ],
)
def test_dump_that_would_be_misread_is_refused(tmp_path: Path, setting: str, reason: str) -> None:
    path = tmp_path / "queue.sql"
    path.write_bytes(HEAD + setting.encode() + PLAIN)
    with pytest.raises(DumpFormat, match=reason), open_dump(path):
        pass


def missing(folder: Path) -> Path:
    return folder / "nothing.sql"


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def below_a_file(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file" / "queue.sql"


def name_too_long(folder: Path) -> Path:
    return folder / ("x" * 5_000)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (missing, DatabaseNotFound),
        (below_a_file, DatabaseNotFound),
        (pipe, NotAFile),
        (Path, NotAFile),
        (name_too_long, Unreadable),
    ],
)
def test_path_without_a_readable_file(
    tmp_path: Path, make: Callable[[Path], Path], error: type[AuditError]
) -> None:
    path = make(tmp_path)
    with pytest.raises(error):
        is_dump(path)
    with pytest.raises(error), open_dump(path):
        pass


def test_looking_at_an_open_database_does_not_drop_its_locks(tmp_path: Path) -> None:
    path = tmp_path / "queue.sqlite"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("CREATE TABLE jobs (id)")
        writer.execute("BEGIN IMMEDIATE")
        assert not is_dump(path)
        begin = (
            f"import sqlite3; sqlite3.connect({str(path)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
        )
        other = subprocess.run(
            [sys.executable, "-c", begin], capture_output=True, text=True, check=False
        )
        assert "database is locked" in other.stderr
