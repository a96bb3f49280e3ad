"""The SQL functions that profiles may use beside SQLite's own; a value they cannot read is NULL.

time_us(text)        ISO 8601 time → microseconds since 1970; without a zone it is taken as UTC
unix_us(number)      Unix time in seconds, ms, µs or ns, told apart by magnitude → microseconds
interval_us(text)    PostgreSQL's interval, or HH:MM:SS → microseconds
pickle_json(data)    the plain data in a pickle, by disassembly, as JSON; see `pickles`
json_text(data)      JSON as text, also if it is stored in SQLite's binary form (JSONB)
value REGEXP text    whether the regular expression is found in the value
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.jsonb import json_text
from crashqueue_verify.staging.pickles import pickle_json

if TYPE_CHECKING:
    import sqlite3

FOREVER_US: Final = 2**62
"""What `infinity` is as a time: later than any other, and 64 bits hold it with a duration added."""

MAX_SEARCHED_LENGTH: Final = 10_000
MAX_INTERVAL_LENGTH: Final = 200
"""No interval comes near, and looking for its parts takes the square of the length."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_TIME: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9})\d*)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?"
)
_INFINITE: Final = {"infinity": FOREVER_US, "-infinity": -FOREVER_US}
_INTERVAL_PART: Final = re.compile(
    r"(-?\d+) (year|mon|day)s?|(-?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?"
)
_DAYS: Final = {"year": 365.25, "mon": 30, "day": 1}  # as PostgreSQL's EXTRACT(EPOCH …)
_DAY_US: Final = 86_400_000_000


def time_us(value: object) -> int | None:
    """Return an ISO 8601 time as microseconds since 1970; without a zone it is taken as UTC."""
    if not isinstance(value, str):
        return None
    if value in _INFINITE:
        return _INFINITE[value]
    found = _TIME.fullmatch(value)
    return None if found is None else _moment_us(*found.groups())


def _moment_us(day: str, time: str | None, fraction: str | None, zone: str | None) -> int | None:
    try:
        moment = datetime.fromisoformat(f"{day}T{time or '00:00'}{zone or 'Z'}")
    except ValueError:
        return None
    return (moment - _EPOCH) // _MICROSECOND + int((fraction or "0").ljust(6, "0")[:6])


def unix_us(value: object) -> int | None:
    """Return a Unix time in microseconds; its unit shows in its magnitude from 1973 to 5138."""
    if not isinstance(value, int | float) or not 0 <= value < 1e20:
        return None
    for limit, factor in ((1e11, 1_000_000), (1e14, 1_000), (1e17, 1)):
        if value < limit:
            return round(value * factor)
    return int(value) // 1_000


def interval_us(value: object) -> int | None:
    """Return a PostgreSQL interval in microseconds, a month being 30 days."""
    if not isinstance(value, str) or len(value) > MAX_INTERVAL_LENGTH:
        return None
    parts = list(_INTERVAL_PART.finditer(value))
    return sum(map(_part_us, parts)) if parts else None


def _part_us(part: re.Match[str]) -> int:
    count, unit, sign, hours, minutes, seconds, fraction = part.groups()
    if unit:
        return int(int(count) * _DAYS[unit] * _DAY_US)
    whole_s = int(hours) * 3_600 + int(minutes) * 60 + int(seconds)
    size_us = whole_s * 1_000_000 + int((fraction or "0").ljust(6, "0"))
    return -size_us if sign else size_us


def _found(pattern: object, value: object) -> bool | None:
    """Implement `value REGEXP pattern`, whose arguments SQLite passes the other way round."""
    if not isinstance(pattern, str) or not isinstance(value, str):
        return None
    return _compiled(pattern).search(value[:MAX_SEARCHED_LENGTH]) is not None


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def register_functions(connection: sqlite3.Connection) -> None:
    """Make the functions known to `connection`."""
    for name, width, function in (
        ("time_us", 1, time_us),
        ("unix_us", 1, unix_us),
        ("interval_us", 1, interval_us),
        ("pickle_json", 1, pickle_json),
        ("json_text", 1, json_text),
        ("regexp", 2, _found),
    ):
        connection.create_function(name, width, function, deterministic=True)
