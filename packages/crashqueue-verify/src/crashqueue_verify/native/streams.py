"""Reading tables side by side, one group of rows per job or tenant, none kept."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_END: Final[tuple[None, Iterator[Any]]] = (None, iter(()))


class RowStream:
    """Rows in ascending order of the name in one column, handed out name by name.

    Names that nobody takes are strays. Text compares in Python as its UTF-8 bytes do in SQLite, so
    both sides agree on the order.
    """

    def __init__(
        self,
        rows: Iterable[tuple[Any, ...]],
        report_stray: Callable[[str, Iterator[Any]], None],
        *,
        column: int = 0,
    ) -> None:
        self._groups = groupby(rows, key=itemgetter(column))
        self._report_stray = report_stray
        self._is_taken = False
        self._name: str | None
        self._rows: Iterator[Any]
        self._name, self._rows = next(self._groups, _END)

    def take(self, name: str) -> Iterator[Any] | None:
        """Return the rows of `name`, or None; to be read before the next call."""
        if self._is_taken:
            # Only now: looking for the next name reads what is left of the last one.
            self._name, self._rows = next(self._groups, _END)
        if self._name != name:
            self._pass_to(name)
        self._is_taken = self._name == name
        return self._rows if self._is_taken else None

    def finish(self) -> None:
        """Report every name that is left as a stray."""
        if self._is_taken:
            self._name, self._rows = next(self._groups, _END)
        self._pass_to(None)

    def _pass_to(self, name: str | None) -> None:
        while self._name is not None and (name is None or self._name < name):
            self._report_stray(self._name, self._rows)
            self._name, self._rows = next(self._groups, _END)
