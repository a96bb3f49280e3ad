"""From a disk and a selection to the files: their contents and the digest that names the state."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_faults.power.model import Disk, Selection, change, rename

DIGEST_SIZE_BYTES: Final = 16
_REMEMBERED_CONTENTS: Final = 64

_Choice = tuple[int, int, int, int]
"""A file number, the bits that concern its content, and the torn write's index and length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileContent:
    """A file's bytes and their digest."""

    data: bytes
    digest: bytes


Files = dict[str, FileContent]
"""What a folder holds, by name."""


class Reconstruction:
    """Builds the files of one disk's states. Contents that many states share are built once."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._remembered: dict[_Choice, FileContent] = {}
        self._bits: dict[int, int] = dict.fromkeys(disk.contents, 0)
        self._naming_bits = 0
        for index, pending in enumerate(disk.pending):
            if pending.is_naming:
                self._naming_bits |= 1 << index
            else:
                self._bits[pending.file_number] |= 1 << index

    def files(self, selection: Selection) -> Files:
        """Return every file whose name is there."""
        names = dict(self._disk.names)
        if self._naming_bits & selection.mask:
            for index, pending in enumerate(self._disk.pending):
                if pending.is_naming and selection.mask >> index & 1:
                    rename(names, pending)
        return {name: self._content(number, selection) for name, number in sorted(names.items())}

    def _content(self, number: int, selection: Selection) -> FileContent:
        bits = self._bits[number]
        index, length = -1, 0
        if selection.torn is not None and bits >> selection.torn.index & 1:
            index, length = selection.torn.index, selection.torn.length
        choice = (number, bits & selection.mask, index, length)
        content = self._remembered.get(choice)
        if content is None:
            if len(self._remembered) >= _REMEMBERED_CONTENTS:
                self._remembered.clear()
            content = self._remembered[choice] = self._build(choice)
        return content

    def _build(self, choice: _Choice) -> FileContent:
        number, mask, torn_index, torn_length = choice
        content = bytearray(self._disk.contents[number])
        for index, pending in enumerate(self._disk.pending):
            if index == torn_index:
                change(content, pending.operation, torn_length)
            elif mask >> index & 1:
                change(content, pending.operation)
        data = bytes(content)
        return FileContent(data=data, digest=hashlib.sha256(data).digest())


def state_digest(files: Files, acknowledged: int) -> bytes:
    """Return what names a crash state: its files' contents and how much had been acknowledged."""
    state = hashlib.sha256(str(acknowledged).encode())
    for name, content in files.items():
        state.update(f"\n{name}\n".encode())
        state.update(content.digest)
    return state.digest()[:DIGEST_SIZE_BYTES]


def rebuild(folder: Path, files: Files) -> None:
    """Let `folder` hold exactly these files."""
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content.data)
