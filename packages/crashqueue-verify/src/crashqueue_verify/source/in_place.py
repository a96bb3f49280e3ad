"""Reading a database where it lies, for a file that does not fit on the disk twice.

It is opened as if nobody could write to it, so no lock is taken, no log is read and no file is made
beside it. That is right only while everything is in the main file and stays as it is: before,
journal and write-ahead log are looked at, and afterwards whether anything has changed.
"""

from __future__ import annotations

import contextlib
import os
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import InPlaceImpossible
from crashqueue_verify.source.copy import CopyRefused, file_errors, require_sqlite
from crashqueue_verify.source.reading import reading

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADER_SIZE_BYTES: Final = 100
_LOG_HEADER_SIZE_BYTES: Final = 32
_FRAME_HEADER_SIZE_BYTES: Final = 24
_LOG_MAGIC: Final = bytes.fromhex("377f06")

_Stamp = tuple[int, int, int, bytes] | None


@contextlib.contextmanager
def still_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the database at `path`, if all of it is in its main file and nobody changes it.

    Raises what `private_copy` raises of a path without a database, InPlaceImpossible when the log
    or the journal is needed, and CopyRefused at the end if the file has changed.
    """
    source = Path(os.path.realpath(path))
    with file_errors():
        require_sqlite(source)
        before = _stamps(source)
        _refuse_journal(Path(f"{source}-journal"))
        _refuse_log(source)
    try:
        yield source
    finally:
        if _stamps(source) != before:
            raise CopyRefused("the database changed while it was read in place")


def _stamps(source: Path) -> list[_Stamp]:
    return [_stamp(Path(f"{source}{suffix}")) for suffix in ("", "-wal", "-journal")]


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
        with reading(path) as descriptor:
            # Besides the times, which are coarse: every commit to the main file counts here.
            return (
                status.st_size,
                status.st_mtime_ns,
                status.st_ino,
                os.read(descriptor, _HEADER_SIZE_BYTES),
            )
    except FileNotFoundError:
        return None


def _refuse_journal(journal: Path) -> None:
    with contextlib.suppress(FileNotFoundError), reading(journal) as descriptor:
        if os.read(descriptor, 1) not in (b"", b"\0"):
            raise InPlaceImpossible(
                "a rollback journal lies beside the file: a transaction is under way, or was when "
                "its program died"
            )


def _refuse_log(source: Path) -> None:
    page_size_bytes, digests = _logged_pages(Path(f"{source}-wal"))
    missing = 0
    with reading(source) as descriptor:
        for number, digest in digests.items():
            os.lseek(descriptor, (number - 1) * page_size_bytes, os.SEEK_SET)
            missing += _digest(os.read(descriptor, page_size_bytes)) != digest
    if missing:
        raise InPlaceImpossible(
            f"the write-ahead log beside the file holds {missing:,} pages that are not in it yet"
        )


def _logged_pages(log: Path) -> tuple[int, dict[int, bytes]]:
    """Return the size of a page, and a digest of each page as the log's last commit left it."""
    committed: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    with contextlib.suppress(FileNotFoundError), reading(log) as descriptor:
        header = os.read(descriptor, _LOG_HEADER_SIZE_BYTES)
        page_size_bytes = int.from_bytes(header[8:12], "big")
        if len(header) < _LOG_HEADER_SIZE_BYTES or not header.startswith(_LOG_MAGIC):
            return 0, {}
        while frame := os.read(descriptor, _FRAME_HEADER_SIZE_BYTES):
            # Frames of an earlier round have other salts. A torn one counts: rather too careful.
            if frame[8:16] != header[16:24]:
                break
            pending[int.from_bytes(frame[:4], "big")] = _digest(
                os.read(descriptor, page_size_bytes)
            )
            if size_in_pages := int.from_bytes(frame[4:8], "big"):
                committed |= pending
                pending.clear()
                committed = {n: digest for n, digest in committed.items() if n <= size_in_pages}
        return page_size_bytes, committed
    return 0, {}


def _digest(page: bytes) -> bytes:
    return blake2b(page, digest_size=16).digest()
