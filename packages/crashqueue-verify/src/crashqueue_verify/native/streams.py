"""Reading tables side by side in order of job id, one group of rows per job, none kept."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_END: Final[tuple[None, Iterator[Any]]] = (None, iter(()))


class JobStream:
    """Rows that begin with a job id, in ascending order of it, handed out job by job.

    Jobs that nobody takes are strays. Text compares in Python as its UTF-8 bytes do in SQLite, so
    both sides agree on the order.
    """

    def __init__(
        self,
        rows: Iterable[tuple[Any, ...]],
        report_stray: Callable[[str, Iterator[Any]], None],
    ) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._report_stray = report_stray
        self._is_taken = False
        self._job_id: str | None
        self._rows: Iterator[Any]
        self._job_id, self._rows = next(self._groups, _END)

    def take(self, job_id: str) -> Iterator[Any] | None:
        """Return the rows of `job_id`, or None; to be read before the next call."""
        if self._is_taken:
            # Only now: looking for the next job reads what is left of the last one.
            self._job_id, self._rows = next(self._groups, _END)
        if self._job_id != job_id:
            self._pass_to(job_id)
        self._is_taken = self._job_id == job_id
        return self._rows if self._is_taken else None

    def finish(self) -> None:
        """Report every job that is left as a stray."""
        if self._is_taken:
            self._job_id, self._rows = next(self._groups, _END)
        self._pass_to(None)

    def _pass_to(self, job_id: str | None) -> None:
        while self._job_id is not None and (job_id is None or self._job_id < job_id):
            self._report_stray(self._job_id, self._rows)
            self._job_id, self._rows = next(self._groups, _END)
