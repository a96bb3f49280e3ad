"""Looking without changing anything."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from crashqueue_core.errors import InvalidArgument
from crashqueue_core.limits import MAX_BATCH, check_integer, check_name
from crashqueue_core.model import Attempt, Event, Job, JobPage, JobState
from crashqueue_core.queue.session import Session, repeatable, require_job


class Reading(Session):
    """Operations of whoever wants to know."""

    @repeatable
    def get(self, job_id: str) -> Job:
        """Return the job, or raise JobNotFound."""
        with self._reading() as reader:
            return require_job(reader, job_id)

    @repeatable
    def attempts(self, job_id: str) -> tuple[Attempt, ...]:
        """Return the job's attempts, first to last, or raise JobNotFound."""
        with self._reading() as reader:
            require_job(reader, job_id)
            return reader.attempts(job_id)

    @repeatable
    def history(self, job_id: str) -> tuple[Event, ...]:
        """Return the job's events, first to last, or raise JobNotFound."""
        with self._reading() as reader:
            require_job(reader, job_id)
            return reader.events(job_id)

    @repeatable
    def list_jobs(
        self,
        *,
        state: JobState | str | None = None,
        job_type: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> JobPage:
        """Return up to `limit` (1 to 10,000) jobs in order of submission, with a cursor.

        Passing a page's `next_cursor` as `cursor` continues after it; jobs submitted meanwhile
        appear at the end, and none appears twice.
        """
        check_integer("limit", limit, 1, MAX_BATCH)
        if job_type is not None:
            check_name("job_type", job_type)
        after, wanted = _sequence(cursor), _state(state)
        with self._reading() as reader:
            found = reader.jobs_after(after, limit + 1, wanted, job_type)
        page = found[:limit]
        return JobPage(
            jobs=tuple(job for job, _ in page),
            next_cursor=str(page[-1][1]) if len(found) > limit else None,
        )

    def listening(self, wake: Callable[[], None]) -> AbstractContextManager[object]:
        """Call `wake`, from another thread while the block runs, when there may be work to claim.

        A hint that may be missing: whoever waits for work asks for it as well. SQLite never calls.
        """
        return self._store.listening(wake)

    @repeatable
    def counts(self) -> dict[JobState, int]:
        """Return the number of jobs in each state; states without jobs count 0."""
        with self._reading() as reader:
            found = reader.count_by_state()
        return {state: found.get(state, 0) for state in JobState}


def _state(state: JobState | str | None) -> JobState | None:
    try:
        return None if state is None else JobState(state)
    except ValueError:
        known = ", ".join(JobState)
        raise InvalidArgument(f"state must be one of {known}", argument="state") from None


def _sequence(cursor: object) -> int:
    if cursor is None:
        return 0
    if isinstance(cursor, str) and cursor.isascii() and cursor.isdigit() and len(cursor) < 19:
        return int(cursor)
    raise InvalidArgument("cursor must be a next_cursor of an earlier page", argument="cursor")
