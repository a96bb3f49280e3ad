"""File systems that fail: at one operation, or from that one on, until they are repaired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn

import apsw

from crashqueue_faults.engine.file_operations import FileOperation, FileOperationKind

_IO_ERRORS: Final = {
    FileOperationKind.CREATE: apsw.SQLITE_IOERR,
    FileOperationKind.WRITE: apsw.SQLITE_IOERR_WRITE,
    FileOperationKind.TRUNCATE: apsw.SQLITE_IOERR_TRUNCATE,
    FileOperationKind.SYNC: apsw.SQLITE_IOERR_FSYNC,
    FileOperationKind.DELETE: apsw.SQLITE_IOERR_DELETE,
}


class FileSystemError(StrEnum):
    """What a file system can answer, in the words of the report."""

    IO_ERROR = "I/O error"
    DISK_FULL = "disk full"
    BUSY = "busy"


_CODES: Final = {
    FileSystemError.DISK_FULL: apsw.SQLITE_FULL,
    FileSystemError.BUSY: apsw.SQLITE_BUSY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request to the file system. A read or a lock has no `operation`.

    `closing` is set when every operation had answered.
    """

    words: str
    operation: FileOperationKind | None = None
    closing: bool = False

    def errors(self) -> Iterator[FileSystemError]:
        """Yield the errors that SQLite may meet here.

        A checkpoint never meets "busy" from a file system: unixWrite makes an I/O error of EBUSY.
        SQLite would take it for a reader in its way, call the checkpoint done, and delete the log.
        """
        if self.operation is None:
            yield (
                FileSystemError.BUSY if self.words.startswith("lock") else FileSystemError.IO_ERROR
            )
            return
        yield FileSystemError.IO_ERROR
        yield FileSystemError.DISK_FULL
        if not self.closing:
            yield FileSystemError.BUSY


def _of_request(words: str) -> FileSystemError:
    return FileSystemError.BUSY if words.startswith("lock") else FileSystemError.IO_ERROR


class Recorder:
    """Notes every request, and fails none."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.closing = False

    def change(self, operation: FileOperation) -> None:
        """Note a change."""
        self._note(str(operation), operation.kind)

    def request(self, words: str) -> None:
        """Note a read or a lock."""
        self._note(words, None)

    def _note(self, words: str, operation: FileOperationKind | None) -> None:
        self.requests.append(Request(words=words, operation=operation, closing=self.closing))


class Fault:
    """Answers request `number` with an error; if it lasts, every later one that can have it."""

    def __init__(self, number: int, error: FileSystemError, *, lasts: bool) -> None:
        self._number = number
        self._error = error
        self._lasts = lasts
        self._passed = 0
        self._is_repaired = False
        self.has_struck = False

    def repair(self) -> None:
        """Let every further request succeed."""
        self._is_repaired = True

    def change(self, operation: FileOperation) -> None:
        """Answer a change."""
        if self._strikes():
            self._fail(_IO_ERRORS[operation.kind])

    def request(self, words: str) -> None:
        """Answer a read or a lock."""
        if self._strikes() and self._error is _of_request(words):
            self._fail(apsw.SQLITE_IOERR_READ)

    def _strikes(self) -> bool:
        number, self._passed = self._passed, self._passed + 1
        reached = number >= self._number if self._lasts else number == self._number
        return reached and not self._is_repaired

    def _fail(self, io_error: int) -> NoReturn:
        self.has_struck = True
        raise apsw.exception_for(_CODES.get(self._error, io_error))
