"""The lines of a TOML document at which its keys and tables stand.

tomllib forgets them. This reads no values: strings and comments are blanked, and what is left of a
line tells whether it is a table's header or begins with a key.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.foreign.toml_reader import Place

_OPAQUE: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*",
    re.DOTALL,
)
_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*")
_KEY: Final = re.compile(r"\s*([^=\[\]{},]+?)\s*=")
_BRACKETS: Final = re.compile(r"[\[\]{}]")
_MASK: Final = re.compile(r"[^\n]")


class Lines:
    """Where each place of one document is; the document must be TOML, but need be no profile."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._found: dict[Place, int] = {}
        for place, line in _places(text):
            self._found.setdefault(place, line)

    def of(self, place: Place) -> int:
        """Return the line, from 1, of the key or table at `place`, or of what holds it."""
        for length in range(len(place), 0, -1):
            if place[:length] in self._found:
                return self._found[place[:length]]
        return 1

    def of_word(self, place: Place, word: str) -> int:
        """Return the line of `word` in the value at `place`; the key's own if it is not there."""
        first = self.of(place)
        pattern = re.compile(rf"(?<![\w.]){re.escape(word)}(?!\w)", re.IGNORECASE)
        ends = [line for line in self._found.values() if line > first]
        for line in range(first, min(ends, default=len(self._lines) + 1)):
            if pattern.search(self._lines[line - 1]):
                return line
        return first


def dotted(place: Place) -> str:
    """Return the names in `place` as people write them: the line tells elements apart."""
    return ".".join(name for name in place if isinstance(name, str)) or "the profile"


def _places(text: str) -> Iterator[tuple[Place, int]]:
    """Yield each header and key with its line. Keys in inline tables share their table's line."""
    counts: Counter[Place] = Counter()
    table: Place = ()
    depth = 0
    masked = _OPAQUE.sub(_mask, text)
    for number, (line, shown) in enumerate(
        zip(text.split("\n"), masked.split("\n"), strict=True), start=1
    ):
        header, key = _HEADER.fullmatch(shown), _KEY.match(shown)
        if depth == 0 and header is not None:
            table = _path(line[slice(*header.span(2))])
            if header[1] == "[[":
                counts[table] += 1
                table = (*table, counts[table] - 1)
            else:
                table = _inside_arrays(table, counts)
            yield table, number
            continue
        if depth == 0 and key is not None:
            yield (*table, *_path(line[slice(*key.span(1))])), number
        for bracket in _BRACKETS.findall(shown):
            depth = max(0, depth + (1 if bracket in "[{" else -1))


def _mask(found: re.Match[str]) -> str:
    # A comment becomes blanks, so that a header before it is still one.
    return _MASK.sub(" " if found[0].startswith("#") else "x", found[0])


def _inside_arrays(table: Place, counts: Counter[Place]) -> Place:
    """Return the place of [rules.more] after [[rules]]: in the newest element of the array."""
    for length in range(len(table), 0, -1):
        if counts[table[:length]]:
            return (*table[:length], counts[table[:length]] - 1, *table[length:])
    return table


def _path(key: str) -> Place:
    """Return the names in a dotted key, by letting tomllib read it."""
    names: list[str | int] = []
    value: object = tomllib.loads(f"{key} = 0")
    while isinstance(value, dict):
        (name,) = value
        names.append(name)
        value = value[name]
    return tuple(names)
