"""Where a report goes: to standard output, or whole or not at all into a file."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Final

from crashqueue_verify.errors import AuditError
from crashqueue_verify.findings import printable

_BESIDE: Final = ("", "-wal", "-shm", "-journal")


class OutputRefused(AuditError):
    """The report cannot be written where it should go."""

    code = "OUTPUT_REFUSED"
    hint = "Name a file in a folder that exists and may be written to, and not the database itself."


def show(text: str) -> None:
    """Write to standard output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a character must not cost the user the report.
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout.write(text)
    sys.stdout.flush()


def require_writable(target: str, source: str) -> None:
    """Raise OutputRefused, before anything is looked at, if no report can be written there."""
    path = Path(target).resolve()
    if path in {Path(f"{Path(source).resolve()}{suffix}") for suffix in _BESIDE}:
        raise OutputRefused("the report would replace the database that it is about")
    if path.is_dir():
        raise OutputRefused(f"{printable(target)} is a folder")
    if not path.parent.is_dir():
        raise OutputRefused(f"the folder of {printable(target)} does not exist")


def write_file(text: str, target: str) -> None:
    """Write `text` to the file `target`, which is replaced at once, when all of it is written.

    A device or a pipe is written to and not replaced.
    """
    path = Path(target).resolve()
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            _replace(path, text)
    except OSError as error:
        raise OutputRefused(f"{printable(target)} cannot be written: {error.strerror}") from None


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
