"""The words, names, strings and brackets of a PostgreSQL statement, and a cursor over them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TOKEN: Final = re.compile(
    r"""
    (?P<space> \s+ | --[^\n]* | /\*.*?\*/ )
    | [eE]' (?P<escaped> [^'\\]* (?: (?: \\. | '' ) [^'\\]* )* ) '
    | (?P<word> [^\W\d] [\w$]* )
    | " (?P<name> [^"]* (?: "" [^"]* )* ) "
    | ' (?P<text> [^']* (?: '' [^']* )* ) '
    | \$ (?P<tag> (?: [^\W\d] \w* )? ) \$ (?P<body> .*? ) \$ (?P=tag) \$
    | (?P<number> \d [\w.]* )
    | (?P<mark> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(.)|''", re.DOTALL)
_LETTERS: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Garbled(Exception):
    """A statement does not read as the server or pg_dump writes it."""


class Token(NamedTuple):
    """A word (in lower case), a quoted name, a string's content, a number or any other character.

    `start` and `end` are where it stands in the statement.
    """

    kind: str
    value: str
    start: int
    end: int


class Name(NamedTuple):
    """The name of a table, index or function; without a schema where none was written."""

    schema: str | None
    name: str


def tokens(statement: str) -> Iterator[Token]:
    """Yield the tokens of `statement`, without spaces and comments."""
    for match in _TOKEN.finditer(statement):
        kind = match.lastgroup or ""
        if kind != "space":
            yield Token(*_meaning(kind, match[kind]), *match.span())


def _meaning(kind: str, value: str) -> tuple[str, str]:
    match kind:
        case "word":
            return kind, value.lower()
        case "name":
            return kind, value.replace('""', '"')
        case "text":
            return kind, value.replace("''", "'")
        case "escaped":
            return "text", _ESCAPE.sub(_unescape, value)
        case "body":
            return "text", value
        case _:
            return kind, value


def _unescape(escape: re.Match[str]) -> str:
    letter = escape[1]
    return "'" if letter is None else _LETTERS.get(letter, letter)


class Cursor:
    """Reads a statement, or a part of it, from left to right; raises Garbled where it must not."""

    def __init__(self, statement: str, part: Sequence[Token] | None = None) -> None:
        self._statement = statement
        self._tokens = list(tokens(statement)) if part is None else part
        self._at = 0

    @property
    def next(self) -> Token:
        """The token that comes next; at the end one of kind "end"."""
        if self._at < len(self._tokens):
            return self._tokens[self._at]
        end = self._tokens[-1].end if self._tokens else 0
        return Token("end", "", end, end)

    def take(self) -> Token:
        """Return the next token and go behind it."""
        token = self.next
        if token.kind == "end":
            raise Garbled("it ends too early")
        self._at += 1
        return token

    def accept(self, *values: str) -> bool:
        """Go behind these unquoted words or characters if they come next, all of them."""
        found = self._tokens[self._at : self._at + len(values)]
        matches = tuple(token.value for token in found if token.kind in ("word", "mark"))
        if matches != values:
            return False
        self._at += len(values)
        return True

    def sees(self, value: str) -> bool:
        """Whether this unquoted word or character comes next."""
        return self.next.value == value and self.next.kind in ("word", "mark")

    def expect(self, *values: str) -> None:
        """Go behind these words or characters."""
        if not self.accept(*values):
            raise Garbled(f"{' '.join(values).upper()} is missing")

    def text(self) -> str:
        """Take a string and return its content."""
        token = self.take()
        if token.kind != "text":
            raise Garbled("a string is missing")
        return token.value

    def name(self) -> str:
        """Take a name and return it."""
        token = self.take()
        if token.kind not in ("word", "name"):
            raise Garbled("a name is missing")
        return token.value

    def qualified_name(self) -> Name:
        """Take a name with or without a schema."""
        name = self.name()
        return Name(name, self.name()) if self.accept(".") else Name(None, name)

    def group(self) -> Cursor:
        """Take a bracketed part and return what is inside the brackets."""
        self.expect("(")
        first, depth = self._at, 1
        while depth:
            token = self.take()
            if token.kind == "mark":
                depth += (token.value == "(") - (token.value == ")")
        return Cursor(self._statement, self._tokens[first : self._at - 1])

    def items(self) -> Iterator[Cursor]:
        """Yield what stands between the commas of the rest, nested brackets respected."""
        while self.next.kind != "end":
            first = self._at
            self.skip_to(",")
            yield Cursor(self._statement, self._tokens[first : self._at])
            self.accept(",")

    def skip_to(self, *values: str) -> bool:
        """Go before the first of these words or characters outside brackets, or to the end."""
        while (token := self.next).kind != "end":
            if token.value in values and token.kind in ("word", "mark"):
                return True
            if self.sees("("):
                self.group()
            else:
                self._at += 1
        return False

    def since(self, start: int) -> str:
        """Return what was taken from the position `start` on, as it is written."""
        return self._statement[start : self._tokens[self._at - 1].end] if self._at else ""

    def up_to(self, *values: str) -> str:
        """Take everything before the first of these words or characters, as it is written."""
        start = self.next.start
        self.skip_to(*values)
        return self.since(start)
