"""Reading a TOML document that a person wrote: every mistake is noted, with the place it is at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    Place = tuple[str | int, ...]

MAX_NUMBER: Final = 2**63 - 1

_KINDS: Final = {str: "a text", bool: "true or false", dict: "a table", list: "an array"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A mistake in the document; `place` is the path of keys and indices that leads to it.

    `word` is the part of the value there that is at fault, if one is.
    """

    place: Place
    message: str
    word: str | None = None


class Entry:
    """One table of the document. Each key is asked for once; `close` notes what nobody asked for.

    All entries of a document share one list of problems. A wrong or missing value reads as the
    default, so that one run finds every mistake.
    """

    def __init__(self, values: dict[str, object], place: Place, problems: list[Problem]) -> None:
        self._values = values
        self._place = place
        self._problems = problems
        self._asked: set[str] = set()

    def text(self, key: str, *, default: str | None = None) -> str:
        """Return the text at `key`; without a default it must be there and must not be empty."""
        value = self._get(key, str, is_required=default is None)
        if isinstance(value, str) and not value.strip() and default is None:
            self.note(key, "must not be empty")
        return value if isinstance(value, str) else default or ""

    def optional_text(self, key: str) -> str | None:
        """Return the text at `key`, or None."""
        value = self._get(key, str, is_required=False)
        return value if isinstance(value, str) else None

    def choice(self, key: str, choices: Collection[str], *, default: str | None = None) -> str:
        """Return the text at `key`, which must be one of `choices`."""
        value = self.text(key, default=default)
        if value not in choices and key in self._values:
            self.note(key, f"must be one of {', '.join(sorted(choices))}")
        return value if value in choices else default or min(choices)

    def flag(self, key: str) -> bool:
        """Return the truth value at `key`, by default false."""
        return self._get(key, bool, is_required=False) is True

    def number(self, key: str, *, default: float | None = None, limit: int = MAX_NUMBER) -> float:
        """Return the number at `key`, at most `limit`; without a default it must be there."""
        self._asked.add(key)
        value = self._values.get(key, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= limit:
            return value
        known = f"must be a number, at most {limit:,}"
        self.note(key, known if key in self._values else "is missing")
        return default or 0

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the array of texts at `key`, by default empty."""
        value = self._get(key, list, is_required=False)
        items = value if isinstance(value, list) else []
        if not all(isinstance(item, str) for item in items):
            self.note(key, "must be an array of texts")
        return tuple(item for item in items if isinstance(item, str))

    def entry(self, key: str, *, is_required: bool = False) -> Entry:
        """Return the table at `key`, by default an empty one."""
        value = self._get(key, dict, is_required=is_required)
        return self._child(value if isinstance(value, dict) else {}, key)

    def entries(self, key: str) -> Iterator[tuple[str, Entry]]:
        """Yield name and table for each table in the table at `key`."""
        parent = self.entry(key)
        for name in parent:
            yield name, parent.entry(name)
        parent.close()

    def array(self, key: str) -> Iterator[Entry]:
        """Yield each table of the array of tables at `key`."""
        value = self._get(key, list, is_required=False)
        for index, item in enumerate(value if isinstance(value, list) else []):
            if isinstance(item, dict):
                yield self._child(item, key, index)
            else:
                self.note(key, "must be an array of tables: [[" + key + "]]")

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._values))

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def note(self, key: str | None, message: str) -> None:
        """Note a mistake at `key`, or at the table itself."""
        place = self._place if key is None else (*self._place, key)
        self._problems.append(Problem(place=place, message=message))

    def close(self) -> None:
        """Note each key that nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked)) or "none"
                self.note(key, f"is not a key here (known: {known})")

    def _get(self, key: str, kind: type, *, is_required: bool) -> object:
        self._asked.add(key)
        if key not in self._values:
            if is_required:
                self.note(key, "is missing")
            return None
        value = self._values[key]
        if not isinstance(value, kind):
            self.note(key, f"must be {_KINDS[kind]}")
            return None
        return value

    def _child(self, values: dict[str, object], *path: str | int) -> Entry:
        return Entry(values, (*self._place, *path), self._problems)
