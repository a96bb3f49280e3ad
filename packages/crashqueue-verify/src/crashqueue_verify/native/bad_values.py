"""Finding the values that cannot be read, once a check has stumbled over one."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from crashqueue_verify.native.format import COLUMNS
from crashqueue_verify.source.database import MAX_VALUE_BYTES

if TYPE_CHECKING:
    from crashqueue_verify.findings import Findings


def locate_bad_text(connection: sqlite3.Connection, findings: Findings) -> None:
    """Report each text that is not UTF-8, or else that some value is too large to be read."""
    connection.text_factory = bytes
    try:
        for table, columns in COLUMNS.items():
            names = [column.name for column in columns]
            key = ", ".join(column.name for column in columns if column.key)
            statement = f"SELECT {', '.join(names)} FROM {table} ORDER BY {key}"
            for row in connection.execute(statement):
                _check_row(table, names, row, findings)
    except sqlite3.DataError:
        findings.add("CQ104", f"a value is larger than {MAX_VALUE_BYTES} bytes")
    finally:
        connection.text_factory = str


def _check_row(table: str, names: list[str], row: tuple[object, ...], findings: Findings) -> None:
    for name, value in zip(names, row, strict=True):
        if isinstance(value, bytes) and not _is_utf8(value):
            job_id = dict(zip(names, row, strict=True)).get("job_id")
            findings.add(
                "CQ104",
                f"the text in {table}.{name} is not UTF-8",
                job_id=None if job_id is None else _readable(job_id),
                rows=[{"table": table, "column": name, "bytes": _readable(value)}],
            )


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _readable(value: object) -> str:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)
