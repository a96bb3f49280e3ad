"""What SQLite asks of a file system, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class FileOperationKind(StrEnum):
    """Every request that can change what is on disk, or make a change durable."""

    CREATE = "create"
    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOperation:
    """One request. `file` is the file's name without its folder.

    `offset` and `data` belong to a write, `size` (bytes) to a truncate. `syncs_directory` says of a
    create that the file's first sync makes its name durable too, as of journals and logs, and of a
    delete that it is durable at once. Both are taken from the arguments that SQLite passes.
    """

    kind: FileOperationKind
    file: str
    offset: int = 0
    data: bytes = b""
    size: int = 0
    syncs_directory: bool = False

    def __str__(self) -> str:
        if self.kind is FileOperationKind.WRITE:
            return f"write {len(self.data)} bytes at {self.offset} of {self.file}"
        if self.kind is FileOperationKind.TRUNCATE:
            return f"truncate {self.file} to {self.size} bytes"
        return f"{self.kind} {self.file}"


FileListener = Callable[[FileOperation], None]
"""Called before each operation is carried out. It may end the process, or raise the error that the
file system is to answer instead."""
