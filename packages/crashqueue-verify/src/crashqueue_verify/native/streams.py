"""Reading tables side by side in order of job id, one group of rows per job, none kept."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_END: Final[tuple[None, Iterator[Any]]] = (None, iter(()))


class JobStream:
    """Rows that begin with a job id, in ascending order of it, handed out job by job.

    Text compares in Python as its UTF-8 bytes do in SQLite, so both sides agree on the order.
    """

    def __init__(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._job_id: str | None = None
        self._rows: Iterator[Any] = iter(())
        self._is_taken = True

    def take(self, job_id: str) -> Iterator[Any] | None:
        """Return the rows of `job_id`, or None; to be used before the next call."""
        if self._is_taken or self._job_id != job_id:
            return None
        # The next group is looked for only after these rows have been read.
        self._is_taken = True
        return self._rows

    def strays_before(self, job_id: str | None) -> Iterator[tuple[str, Iterator[Any]]]:
        """Pass over, and yield, jobs whose id is less than `job_id`; all that are left for None."""
        if self._is_taken:
            self._advance()
        while self._job_id is not None and (job_id is None or self._job_id < job_id):
            yield self._job_id, self._rows
            self._advance()

    def _advance(self) -> None:
        self._is_taken = False
        self._job_id, self._rows = next(self._groups, _END)
