r"""The text of a dump, read once from front to back: by lines, and COPY rows by larger pieces.

At most one line is held in memory, and a line has a greatest length.
"""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import Unreadable
from crashqueue_verify.staging.errors import DumpDamaged, RowTooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedIOBase

PIECE_SIZE_BYTES: Final = 262_144
MAX_LINE_BYTES: Final = 67_108_864

_END_OF_ROWS: Final = b"\\."


class DumpText:
    """The text in `file`; `deadline` is called for every piece that is read, and may raise.

    It is decoded as `encoding` says; bytes that cannot be show as escapes. All that reads raises
    DumpDamaged, RowTooLarge or Unreadable.
    """

    def __init__(self, file: BufferedIOBase, *, deadline: Callable[[], None]) -> None:
        self._file = file
        self._deadline = deadline
        self._held = b""
        self._held_offset = 0
        self._at = 0
        self.encoding = "utf-8"
        self.line_number = 1

    @property
    def offset(self) -> int:
        """Where the next line starts, in bytes after decompression."""
        return self._held_offset + self._at

    def go_to(self, offset: int, *, line_number: int) -> None:
        """Go to the byte `offset`, where the line `line_number` starts.

        Going back in a compressed file means to decompress it from its front.
        """
        if not self._held_offset <= offset <= self._held_offset + len(self._held):
            self._let_go(offset)
        while (ahead := offset - self._held_offset) > len(self._held):
            self._at = len(self._held)
            if not self._read_on():
                raise self.damage("the file has become shorter")
        self._at, self.line_number = ahead, line_number

    def line(self) -> str:
        """Take the next line with its line feed; at the end of the file an empty text."""
        while (end := self._held.find(b"\n", self._at) + 1) == 0:
            if not self._read_on():
                end = len(self._held)
                break
        taken = self._take(end)
        return taken.decode(self.encoding, "backslashreplace")

    def rows(self) -> Iterator[str]:
        r"""Take the rows up to the line "\.", in batches of lines without the last line feed."""
        for piece in self._row_pieces():
            batch = piece[:-1].decode(self.encoding, "backslashreplace")
            yield batch.replace("\r\n", "\n").removesuffix("\r") if "\r" in batch else batch

    def skip_rows(self) -> None:
        r"""Go behind the line "\."."""
        for _ in self._row_pieces():
            pass

    def damage(self, reason: str, *, line_number: int | None = None) -> DumpDamaged:
        """Return the error that says `reason` of a line, by default the next one."""
        return DumpDamaged(reason, line_number=line_number or self.line_number)

    def _row_pieces(self) -> Iterator[bytes]:
        started_line = self.line_number
        while True:
            if self._held.startswith(_END_OF_ROWS, self._at):
                if self.line().rstrip("\r\n") != "\\.":
                    raise self.damage("the end of the rows is garbled")
                return
            end = self._held.find(b"\n" + _END_OF_ROWS, self._at) + 1
            end = end or self._held.rfind(b"\n", self._at) + 1
            if end > self._at:
                before = self.line_number
                piece = self._take(end)
                after, self.line_number = self.line_number, before
                yield piece
                self.line_number = after
            elif not self._read_on():
                raise self.damage("the file ends within rows", line_number=started_line)

    def _let_go(self, offset: int) -> None:
        if isinstance(self._file, gzip.GzipFile):
            if offset > self._held_offset:
                return
            offset = 0
        self._file.seek(offset)
        self._held, self._held_offset, self._at = b"", offset, 0

    def _take(self, end: int) -> bytes:
        taken = self._held[self._at : end]
        self._at = end
        self.line_number += taken.count(b"\n")
        return taken

    def _read_on(self) -> bool:
        """Hold more, twice as much as before at least; False at the end of the file."""
        self._deadline()
        left = self._held[self._at :]
        if len(left) > MAX_LINE_BYTES:
            where = f"line {self.line_number}"
            raise RowTooLarge(f"{where}: the line is longer than {MAX_LINE_BYTES} bytes")
        piece = self._piece(max(PIECE_SIZE_BYTES, len(left)))
        self._held_offset += self._at
        self._held, self._at = left + piece, 0
        return bool(piece)

    def _piece(self, size_bytes: int) -> bytes:
        try:
            piece = self._file.read(size_bytes)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise self.damage("the compressed file is cut or damaged") from None
        except OSError as error:
            raise Unreadable(f"the file cannot be read: {error.strerror}") from None
        if b"\0" in piece:
            raise self.damage("there are NUL bytes in the text")
        return piece
