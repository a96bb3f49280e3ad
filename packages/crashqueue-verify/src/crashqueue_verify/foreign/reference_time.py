"""The time that a database is judged by: the newest that was observed, never a planned one.

The auditor's own clock is not asked. It says when somebody looked, not when the queue stood still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import InvalidTime
from crashqueue_verify.results import ReferenceTime
from crashqueue_verify.source.modification import modified_at_us
from crashqueue_verify.staging.functions import FOREVER_US
from crashqueue_verify.staging.postgresql import is_address

if TYPE_CHECKING:
    import os
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


def given_time(
    path: str | os.PathLike[str], now_us: int | None, *, use_mtime: bool
) -> ReferenceTime | None:
    """Return the time that the asker gives, if any; raises InvalidTime and what a path raises."""
    if use_mtime and is_address(path):
        raise InvalidTime("a live server is judged by its own clock: it has no modification time")
    if use_mtime:
        return ReferenceTime(time_us=modified_at_us(path), source="the file's modification")
    if now_us is None:
        return None
    if not -(2**63) <= now_us < 2**63:
        raise InvalidTime("the reference time does not fit into 64 bits")
    return ReferenceTime(time_us=now_us, source="given")


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
