"""The statements of a dump, one after the other, and what its comments say about the whole."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from crashqueue_verify.staging.dump_text import MAX_LINE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.staging.dump_text import DumpText

_MARK: Final = re.compile(
    r"""
    (?P<end> ; ) | (?P<open> \( ) | (?P<close> \) ) | (?P<comment> -- )
    | (?P<quote> (?<![\w$])[eE]' | ' | " | /\* | (?<![\w$])\$(?:[^\W\d]\w*)?\$ )
    | \b (?P<body> BEGIN\s+ATOMIC | CASE | END ) \b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_UP_TO_CLOSING: Final = {
    "'": re.compile(r"[^']*'"),
    '"': re.compile(r'[^"]*"'),
    "e'": re.compile(r"[^'\\]*(?:\\.[^'\\]*)*'", re.DOTALL),
    "/*": re.compile(r".*?\*/", re.DOTALL),
}
_STARTED: Final = re.compile(r"-- Started on (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (?:UTC|GMT)\s*")


class Statement(NamedTuple):
    """A statement with its semicolon; where its first line starts, in bytes and lines."""

    text: str
    offset: int
    line_number: int


class Scan:
    """Looks for the semicolon that ends a statement; remembers what is open between lines."""

    def __init__(self) -> None:
        self._closing: re.Pattern[str] | None = None
        self._brackets = 0
        self._bodies = 0  # how deep in a function body of standard SQL, whose semicolons are inside

    def end_in(self, line: str) -> int:
        """Return the length of what belongs to the statement, 0 if it does not end in `line`."""
        at = 0
        while True:
            if self._closing is not None:
                if (closed := self._closing.match(line, at)) is None:
                    return 0
                at, self._closing = closed.end(), None
            mark = _MARK.search(line, at)
            if mark is None or mark["comment"]:
                return 0
            at = mark.end()
            if mark["end"] and not (self._brackets or self._bodies):
                return at
            self._enter_or_leave(mark)

    def _enter_or_leave(self, mark: re.Match[str]) -> None:
        self._brackets = max(0, self._brackets + bool(mark["open"]) - bool(mark["close"]))
        if quote := mark["quote"]:
            self._closing = _UP_TO_CLOSING.get(quote.lower()) or re.compile(
                ".*?" + re.escape(quote), re.DOTALL
            )
        elif body := mark["body"]:
            word = body[:4].upper()
            if word == "BEGI" or self._bodies:
                self._bodies += -1 if word[:3] == "END" else 1


class Statements:
    r"""Iterates over the statements of `text`; whoever takes a COPY takes its rows from `text`.

    `connections` counts `\connect` lines; `captured_at_us` is when the dump says it was started.
    """

    def __init__(self, text: DumpText) -> None:
        self._text = text
        self._is_open = False
        self.connections = 0
        self.captured_at_us: int | None = None

    def __iter__(self) -> Iterator[Statement]:
        """Yield each statement; raises DumpDamaged when the file ends too early."""
        while True:
            offset, line_number = self._text.offset, self._text.line_number
            line = self._text.line()
            if not line:
                break
            if line.startswith(("--", "\\")):
                self._note(line)
            elif not line.isspace():
                yield Statement(self._complete(line, line_number), offset, line_number)
        if self._is_open:
            raise self._text.damage("the dump ends before its last line")

    def _complete(self, line: str, line_number: int) -> str:
        """Return the statement that starts with `line`."""
        scan, lines, length = Scan(), [line], len(line)
        while not (end := scan.end_in(lines[-1])):
            lines.append(self._text.line())
            length += len(lines[-1])
            if not lines[-1] or length > MAX_LINE_BYTES:
                raise self._text.damage("a statement does not end", line_number=line_number)
        if lines[-1][end:].strip().partition("--")[0]:
            raise self._text.damage("two statements share a line", line_number=line_number)
        lines[-1] = lines[-1][:end]
        return "".join(lines)

    def _note(self, line: str) -> None:
        r"""Note a comment or a psql command.

        A dump opens with a title or \restrict, and ends with a title or \unrestrict.
        """
        if line.startswith(("-- PostgreSQL database ", "\\restrict ", "\\unrestrict ")):
            self._is_open = not (line.startswith("\\u") or line.rstrip().endswith(" complete"))
        elif line.startswith("\\connect "):
            self.connections += 1
        elif started := _STARTED.fullmatch(line):
            with contextlib.suppress(ValueError):  # a garbled comment does no harm
                moment = datetime.fromisoformat(started[1]).replace(tzinfo=UTC)
                self.captured_at_us = int(moment.timestamp()) * 1_000_000
