"""The time that a database is judged by: the newest that was observed, never a planned one.

The auditor's own clock is not asked. It says when somebody looked, not when the queue stood still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.results import ReferenceTime
from crashqueue_verify.staging.functions import FOREVER_US

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.foreign.normalizing import Normalized
    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.staging.catalogue import Source
    from crashqueue_verify.staging.scratch import Scratch

_OBSERVED: Final = (
    "job.created_at",
    "job.started_at",
    "job.finished_at",
    "job.updated_at",
    "job.lease_at",
    "job.heartbeat_at",
    "job.last_error_at",
    "attempt.started_at",
    "attempt.ended_at",
    "worker.started_at",
    "worker.heartbeat_at",
    "lock.acquired_at",
)


def reference_time(
    source: Source, profile: Profile, scratch: Scratch, normalized: Normalized
) -> ReferenceTime | None:
    """Return a live server's own clock, or the newest observed time in the data, if any."""
    if source.kind == "live" and source.captured_at_us is not None:
        return ReferenceTime(time_us=source.captured_at_us, source="the server's clock")
    newest_us = _newest_us(profile, scratch, normalized)
    if newest_us is None:
        return None
    return ReferenceTime(time_us=newest_us, source="newest time in the data")


def _newest_us(profile: Profile, scratch: Scratch, normalized: Normalized) -> int | None:
    times = [
        time_us
        for query in _queries(profile, normalized)
        for (time_us,) in scratch.query(query)
        if isinstance(time_us, int) and time_us < FOREVER_US
    ]
    return max(times, default=None)


def _queries(profile: Profile, normalized: Normalized) -> Iterator[str]:
    for name in _OBSERVED:
        table, column = name.split(".")
        if name in normalized.columns:
            yield f"SELECT max({column}) FROM {table} WHERE {column} < {FOREVER_US}"
    if "event.at" in normalized.columns:
        yield f"SELECT max(at) FROM event WHERE NOT coalesce(planned, 0) AND at < {FOREVER_US}"
    if profile.reference_sql is not None:
        yield profile.reference_sql
