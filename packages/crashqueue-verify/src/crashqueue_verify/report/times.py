"""Moments and durations as people read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_UNITS_US: Final = (
    ("d", 86_400_000_000),
    ("h", 3_600_000_000),
    ("min", 60_000_000),
    ("s", 1_000_000),
)


def iso(time_us: int) -> str:
    """Return the time as ISO 8601 in UTC, or the number if no calendar holds it."""
    try:
        moment = _EPOCH + timedelta(microseconds=time_us)
    except OverflowError:
        return f"{time_us} µs"
    return moment.isoformat(timespec="microseconds")


def span(duration_us: int) -> str:
    """Return the two greatest units of a duration: "3 d 4 h", "12 min", "0 s"."""
    parts: list[str] = []
    rest_us = abs(duration_us)
    for unit, size_us in _UNITS_US:
        count, rest_us = divmod(rest_us, size_us)
        if count or parts:
            parts.append(f"{count:,} {unit}" if count else "")
        if len(parts) == 2:
            break
    return " ".join(filter(None, parts)) or "0 s"


def since(since_us: int, reference_us: int | None) -> str:
    """Return since when something is so, and how long that was before the time of the report."""
    if reference_us is None:
        return f"since {iso(since_us)}"
    side = "before" if since_us <= reference_us else "after"
    return f"since {iso(since_us)}, {span(reference_us - since_us)} {side} the time of this report"
