"""What a file's own schema may and may not run while it is read."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import pytest

from crashqueue_verify.source.database import distrust

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "queue.db"


def written(path: Path, script: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def asked(path: Path, sql: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        distrust(connection, time_limit_s=60)
        return connection.execute(sql).fetchall()


def test_a_check_for_valid_json_as_django_declares_it_is_no_damage(path: Path) -> None:
    written(path, "CREATE TABLE jobs (args CHECK (json_valid(args))); INSERT INTO jobs VALUES (1)")
    assert asked(path, "SELECT args FROM jobs") == [(1,)]


@pytest.mark.parametrize("function", ["load_extension('x')", "fts3_tokenizer('x')", "zeroblob(9)"])
def test_a_view_cannot_load_code_or_fill_the_memory(path: Path, function: str) -> None:
    written(path, f"CREATE VIEW jobs AS SELECT {function} AS args")
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|unsafe|prohibited"):
        asked(path, "SELECT args FROM jobs")
