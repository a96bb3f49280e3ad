"""A private copy of a database: main file, write-ahead log and rollback journal.

SQLite cannot be pointed at the original. An ordinary open rolls a hot journal back, checkpoints and
deletes the write-ahead log on close, and makes files in the folder; `immutable=1` ignores the log
and so answers wrongly.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import DatabaseNotFound, NotADatabase, NotAFile, Unreadable
from crashqueue_verify.source.reading import reading

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC: Final = b"SQLite format 3\0"
HEADER_SIZE_BYTES: Final = 100
COPY_TRIES: Final = 5
PIECE_SIZE_BYTES: Final = 1_048_576
NO_ROOM: Final = (
    "there is no room for a private copy; set TMPDIR to a folder with more, or try --in-place"
)

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_WAL_HEADER_SIZE_BYTES: Final = 32
_JOURNAL_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")

_Stamp = tuple[int, int, int] | None


class CopyRefused(Exception):
    """Nothing shows one moment of the database; the message says why."""


@contextlib.contextmanager
def file_errors() -> Iterator[None]:
    """Say in the auditor's words what the system says of files."""
    try:
        yield
    except PermissionError as error:
        raise Unreadable(f"no permission to read the file: {error.strerror}") from None
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise CopyRefused(NO_ROOM) from None
        raise Unreadable(f"the file cannot be read: {error.strerror}") from None


@contextlib.contextmanager
def private_copy(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the path of a consistent copy in a private folder, which is removed at the end.

    Raises DatabaseNotFound, NotAFile, NotADatabase or Unreadable for a path that holds no database,
    and CopyRefused when the files keep changing or cannot be understood apart from others.
    """
    # SQLite follows symbolic links before it appends -wal, and so must we.
    source = Path(os.path.realpath(path))
    with private_folder() as folder:
        target = Path(folder, "database.sqlite")
        with file_errors():
            require_sqlite(source)
            _copy_one_moment(source, target)
        yield target


def private_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a new folder that only this user can enter, to be used by `with`.

    Raises CopyRefused if none can be made.
    """
    try:
        return tempfile.TemporaryDirectory(prefix="crashqueue-verify-")
    except OSError as error:
        raise CopyRefused(f"no private folder can be made: {error.strerror}") from None


def require_sqlite(source: Path) -> None:
    """Raise DatabaseNotFound, NotAFile or NotADatabase unless the file begins like a database."""
    try:
        mode = source.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise DatabaseNotFound("there is no file at this path") from None
    if not stat.S_ISREG(mode):
        kind = "a directory" if stat.S_ISDIR(mode) else "no regular file"
        raise NotAFile(f"the path names {kind}")
    with reading(source) as descriptor:
        header = os.read(descriptor, HEADER_SIZE_BYTES)
    if not header:
        raise NotADatabase("the file is empty: no queue has been created in it yet")
    if not header.startswith(MAGIC):
        raise NotADatabase("the file is not an SQLite database, or it is encrypted")
    if len(header) < HEADER_SIZE_BYTES:
        raise NotADatabase("the file ends inside SQLite's file header")


def _copy_one_moment(source: Path, target: Path) -> None:
    for _ in range(COPY_TRIES):
        before = _moment(source)
        for suffix in ("", "-wal", "-journal"):
            _copy_if_present(Path(f"{source}{suffix}"), Path(f"{target}{suffix}"))
        if _moment(source) == before:
            _refuse_shared_journal(Path(f"{target}-journal"))
            return
    raise CopyRefused(f"the database changed during each of {COPY_TRIES} attempts to copy it")


def _copy_if_present(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with contextlib.suppress(FileNotFoundError):
        copy_bytes(source, target)


def copy_bytes(source: Path, target: Path) -> None:
    """Write the bytes of `source` to `target`."""
    with reading(source) as descriptor, target.open("wb") as copy:
        while piece := os.read(descriptor, PIECE_SIZE_BYTES):
            copy.write(piece)


def _moment(source: Path) -> tuple[_Stamp, _Stamp, bytes]:
    """Return what is equal before and after copying if the copy shows one moment.

    A writer may append to the write-ahead log meanwhile: its frames are chained by checksums, so a
    copied part of it is a valid earlier state as long as the main file is untouched and the log has
    not been started anew, which changes the salts in its header.
    """
    return (
        _stamp(source),
        _stamp(Path(f"{source}-journal")),
        _read_start(Path(f"{source}-wal"), _WAL_HEADER_SIZE_BYTES),
    )


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino


def _read_start(path: Path, size_bytes: int) -> bytes:
    try:
        with reading(path) as descriptor:
            return os.read(descriptor, size_bytes)
    except FileNotFoundError:
        return b""


def _refuse_shared_journal(journal: Path) -> None:
    """Refuse the journal of a transaction over several files.

    Rolling it back makes SQLite open the super-journal that it names, wherever that is, and delete
    it: a forged journal would have this program delete any file.
    """
    with contextlib.suppress(FileNotFoundError), journal.open("rb") as file:
        size_bytes = file.seek(0, os.SEEK_END)
        file.seek(max(0, size_bytes - len(_JOURNAL_MAGIC)))
        if size_bytes > len(_JOURNAL_MAGIC) and file.read() == _JOURNAL_MAGIC:
            raise CopyRefused(
                "the rollback journal belongs to a transaction over several databases; "
                "let the program that wrote it open the database once, then audit again"
            )
