"""Telling a dump from other files by its first bytes, and opening it, compressed or not."""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import stat
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import DatabaseNotFound, NotAFile, Unreadable
from crashqueue_verify.source.reading import reading
from crashqueue_verify.staging.errors import CustomDumpFormat, DumpFormat

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedIOBase

HEAD_SIZE_BYTES: Final = 8_192
DIRECTORY_CONTENTS: Final = "toc.dat"

_GZIP: Final = b"\x1f\x8b"
_COMPRESSIONS: Final = {
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\x04\x22\x4d\x18": "lz4",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
}
_PLAIN: Final = re.compile(
    rb"""
    ^(?: -- [ ] PostgreSQL [ ] database [ ] | \\restrict [ ] | SET [ ] statement_timeout
    | SELECT [ ] pg_catalog\. | COPY [ ] [^\n]* [ ] FROM [ ] stdin; )
    """,
    re.VERBOSE | re.MULTILINE,
)
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def is_dump(path: str | os.PathLike[str]) -> bool:
    """Whether the path holds something that pg_dump wrote, even if only pg_restore can read it.

    Raises DatabaseNotFound, NotAFile or Unreadable.
    """
    if _is_directory_dump(path):
        return True
    head = _head(path)
    return _PLAIN.search(_inflate(head)) is not None or _refusal(head) is not None


@contextlib.contextmanager
def open_plain(path: str | os.PathLike[str]) -> Iterator[BufferedIOBase]:
    """Yield the text of a plain dump, decompressed if need be.

    Raises DumpFormat for every other file, DatabaseNotFound, NotAFile or Unreadable.
    """
    if _is_directory_dump(path):
        raise CustomDumpFormat("the dump is a directory")
    head = _head(path)
    if (refusal := _refusal(head)) is not None:
        raise refusal
    if not _PLAIN.search(_inflate(head)):
        raise DumpFormat("the file does not begin like a plain dump of PostgreSQL")
    with gzip.open(path) if head.startswith(_GZIP) else Path(path).open("rb") as file:
        yield file


def _is_directory_dump(path: str | os.PathLike[str]) -> bool:
    with contextlib.suppress(OSError):  # a name that is too long
        return Path(path, DIRECTORY_CONTENTS).is_file()
    return False


def _head(path: str | os.PathLike[str]) -> bytes:
    """Return the first bytes; the file may be a database that is open in this process."""
    try:
        mode = Path(path).stat().st_mode
        if not stat.S_ISREG(mode):
            kind = "a directory" if stat.S_ISDIR(mode) else "no regular file"
            raise NotAFile(f"the path names {kind}")
        with reading(Path(path)) as descriptor:
            return os.read(descriptor, HEAD_SIZE_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        raise DatabaseNotFound("there is no file at this path") from None
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error.strerror}") from None


def _inflate(head: bytes) -> bytes:
    """Return the first bytes of what is compressed, others as they are."""
    if not head.startswith(_GZIP):
        return head
    with contextlib.suppress(zlib.error):
        return zlib.decompressobj(wbits=31).decompress(head, HEAD_SIZE_BYTES)
    return b""


def _refusal(head: bytes) -> DumpFormat | None:
    """Return why nothing here can read a dump that begins so, None if that is not known."""
    inflated = _inflate(head)
    if inflated.startswith(b"PGDMP"):
        return CustomDumpFormat("the dump is in PostgreSQL's custom format")
    if inflated.startswith(DIRECTORY_CONTENTS.encode() + b"\0"):
        return CustomDumpFormat("the dump is a tar archive")
    if inflated.startswith(_UTF_16) and b"P\0o\0s\0t\0g\0r\0e" in inflated:
        return DumpFormat("the dump is UTF-16 text, as some shells write redirected output")
    for magic, compression in _COMPRESSIONS.items():
        if head.startswith(magic):
            return DumpFormat(f"the file is compressed with {compression}")
    return None
