"""A SQLite VFS that tells a listener of every file operation before it is carried out.

The shared-memory file of WAL mode is left to the VFS underneath: it is an index that recovery
rebuilds, and no part of what survives (https://sqlite.org/walformat.html, "The WAL-Index File").
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import apsw

from crashqueue_faults.engine.file_operations import (
    FileListener,
    FileOperation,
    FileOperationKind,
)

# SQLite syncs the folder together with a new file of these kinds (os_unix.c, unixOpen).
_SYNCED_WITH_DIRECTORY: Final = (
    apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL
)


RequestListener = Callable[[str], None]
"""Called before each read and each lock, which change nothing. It may raise as a FileListener."""


def _ignore(_request: str) -> None:
    """Listen to no requests: the default."""


class ObservedVFS(apsw.VFS):
    """The operating system's own VFS behind a listener. Registered while it lives.

    `requests` is told of reads and locks, in words; the listener of everything else.
    """

    def __init__(
        self, name: str, listener: FileListener, requests: RequestListener = _ignore
    ) -> None:
        self.vfs_name = name
        self.listener = listener
        self.requests = requests
        super().__init__(name, "")

    def xOpen(  # noqa: N802 - the name is SQLite's
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        """Open the file, after telling of its creation if it does not exist."""
        path = _path(name)
        if flags[0] & apsw.SQLITE_OPEN_CREATE and not path.exists():
            self.listener(_creation(path, flags[0]))
        return ObservedFile(name, flags, path.name, self.listener, self.requests)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        """Delete the file, after telling so."""
        self.listener(
            FileOperation(
                kind=FileOperationKind.DELETE,
                file=Path(filename).name,
                syncs_directory=bool(syncdir),
            )
        )
        super().xDelete(filename, syncdir)


class ObservedFile(apsw.VFSFile):
    """One open file behind the listener."""

    def __init__(
        self,
        name: str | apsw.URIFilename | None,
        flags: list[int],
        file: str,
        listener: FileListener,
        requests: RequestListener,
    ) -> None:
        super().__init__("", name, flags)
        self._file = file
        self._listener = listener
        self._requests = requests

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        """Read, after telling so."""
        self._requests(f"read {amount} bytes at {offset} of {self._file}")
        return super().xRead(amount, offset)

    def xLock(self, level: int) -> None:  # noqa: N802
        """Take a lock, after telling so."""
        self._requests(f"lock {self._file} at level {level}")
        super().xLock(level)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        """Write, after telling so."""
        self._tell(FileOperationKind.WRITE, offset=offset, data=bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        """Truncate, after telling so."""
        self._tell(FileOperationKind.TRUNCATE, size=newsize)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """Sync, after telling so."""
        self._tell(FileOperationKind.SYNC)
        super().xSync(flags)

    def _tell(
        self, kind: FileOperationKind, *, offset: int = 0, data: bytes = b"", size: int = 0
    ) -> None:
        self._listener(
            FileOperation(kind=kind, file=self._file, offset=offset, data=data, size=size)
        )


def _path(name: str | apsw.URIFilename | None) -> Path:
    return Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name))


def _creation(path: Path, flags: int) -> FileOperation:
    return FileOperation(
        kind=FileOperationKind.CREATE,
        file=path.name,
        syncs_directory=bool(flags & _SYNCED_WITH_DIRECTORY),
    )
