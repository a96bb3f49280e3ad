"""The persistence model: what may be on disk when the power fails. docs/power-loss.md explains it.

A file's content and a file's name are two things. Files are therefore numbered, and a name leads to
a number: a deletion that did not reach the disk brings back the old file, not the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from crashqueue_faults.engine.file_operations import FileOperation, FileOperationKind

SECTOR_SIZES_BYTES: Final = (512, 4096)

_NAMING: Final = frozenset({FileOperationKind.CREATE, FileOperationKind.DELETE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """An operation on a file that no sync has made durable yet."""

    operation: FileOperation
    file_number: int

    @property
    def is_naming(self) -> bool:
        """Whether it changes the folder, not a file's content."""
        return self.operation.kind in _NAMING


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """What is durable, and what is pending, at one instant.

    `names` leads from names to file numbers, `contents` from file numbers to bytes.
    """

    names: Mapping[str, int]
    contents: Mapping[int, bytes]
    pending: tuple[Pending, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Torn:
    """A write of which only the first `length` bytes arrived; `index` counts pending operations."""

    index: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which pending operations reached the disk: bit *i* of `mask` is the *i*-th of them."""

    mask: int
    torn: Torn | None = None


@dataclass(slots=True)
class Replay:
    """The files while an execution goes on: feed it each operation in order, ask for the disk."""

    base: Mapping[str, bytes]
    _visible: dict[str, int] = field(init=False)
    _names: dict[str, int] = field(init=False)
    _contents: dict[int, bytes] = field(init=False)
    _pending: list[Pending] = field(init=False, default_factory=list)
    _syncing_directory: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._visible = {name: number for number, name in enumerate(sorted(self.base))}
        self._names = dict(self._visible)
        self._contents = {number: self.base[name] for name, number in self._visible.items()}

    def disk(self) -> Disk:
        """Return what is durable and what is pending now."""
        return Disk(
            names=dict(self._names), contents=dict(self._contents), pending=tuple(self._pending)
        )

    def perform(self, operation: FileOperation) -> None:
        """Carry out one operation as the process sees it; only a sync makes anything durable."""
        match operation.kind:
            case FileOperationKind.CREATE:
                self._create(operation)
            case FileOperationKind.DELETE:
                self._delete(operation)
            case FileOperationKind.SYNC:
                self._sync(self._visible[operation.file])
            case FileOperationKind.WRITE | FileOperationKind.TRUNCATE:
                self._await(operation, self._visible[operation.file])

    def _await(self, operation: FileOperation, file_number: int) -> None:
        self._pending.append(Pending(operation=operation, file_number=file_number))

    def _create(self, operation: FileOperation) -> None:
        number = len(self._contents)
        self._contents[number] = b""
        self._visible[operation.file] = number
        if operation.syncs_directory:
            self._syncing_directory.add(number)
        self._await(operation, number)

    def _delete(self, operation: FileOperation) -> None:
        self._await(operation, self._visible.pop(operation.file))
        if operation.syncs_directory:
            self._sync_directory()

    def _sync(self, number: int) -> None:
        content = bytearray(self._contents[number])
        for pending in self._take(lambda p: p.file_number == number and not p.is_naming):
            change(content, pending.operation)
        self._contents[number] = bytes(content)
        if number in self._syncing_directory:
            self._syncing_directory.remove(number)
            self._sync_directory()

    def _sync_directory(self) -> None:
        for pending in self._take(lambda p: p.is_naming):
            rename(self._names, pending)
        reachable = {*self._names.values(), *self._visible.values()}
        self._take(lambda p: p.file_number not in reachable)

    def _take(self, wanted: Callable[[Pending], bool]) -> list[Pending]:
        taken = [pending for pending in self._pending if wanted(pending)]
        self._pending = [pending for pending in self._pending if not wanted(pending)]
        return taken


def change(content: bytearray, operation: FileOperation, length: int | None = None) -> None:
    """Write to or truncate a file's content; of a write, only the first `length` bytes if given."""
    if operation.kind is FileOperationKind.TRUNCATE:
        grow(content, operation.size)
        del content[operation.size :]
    else:
        grow(content, operation.offset)
        data = operation.data if length is None else operation.data[:length]
        content[operation.offset : operation.offset + len(data)] = data


def grow(content: bytearray, size: int) -> None:
    """Fill up to `size` bytes with zeros, as a file system fills a hole."""
    if len(content) < size:
        content.extend(bytes(size - len(content)))


def rename(names: dict[str, int], pending: Pending) -> None:
    """Let a creation or a deletion reach the folder."""
    if pending.operation.kind is FileOperationKind.CREATE:
        names[pending.operation.file] = pending.file_number
    else:
        names.pop(pending.operation.file, None)


def tears(operation: FileOperation) -> Iterator[int]:
    """Yield how many bytes of a write may arrive alone: up to each sector boundary inside it.

    The boundaries of 4096-byte sectors are among those of 512-byte sectors.
    """
    if operation.kind is FileOperationKind.WRITE:
        sector = min(SECTOR_SIZES_BYTES)
        first = sector - operation.offset % sector
        yield from range(first, len(operation.data), sector)


def everything(disk: Disk) -> Selection:
    """Return the selection in which all pending operations arrived: what a process crash leaves."""
    return Selection(mask=(1 << len(disk.pending)) - 1)
