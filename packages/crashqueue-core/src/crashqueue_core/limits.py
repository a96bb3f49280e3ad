"""Bounds of what a caller may pass in. Each check returns its value or raises InvalidArgument."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeGuard

from crashqueue_core.errors import InvalidArgument, InvalidLease

MAX_NAME_LENGTH: Final = 200
"""Characters in a tenant, a job type, a worker id or a lease token."""

MAX_KEY_LENGTH: Final = 80
"""Characters in an idempotency key."""

MAX_ERROR_LENGTH: Final = 4_000
"""Characters of a recorded error."""

MAX_DURATION_US: Final = 366 * 24 * 3_600 * 1_000_000
"""One leap year. A longer lease or delay is a mistake in the unit."""

MAX_COUNT: Final = 2**53 - 1
"""The greatest integer that every JSON reader can hold; as microseconds, the year 2255."""

MAX_ATTEMPTS: Final = 1_000
MAX_DELAY_FACTOR: Final = 100
MAX_PRIORITY: Final = 1_000_000
MAX_CHECKPOINT_VERSION: Final = 1_000_000
MAX_SUPPORTED_VERSIONS: Final = 100
MAX_BATCH: Final = 10_000
"""Jobs in one transaction; it keeps the write lock short."""


def is_name(value: object, greatest_length: int = MAX_NAME_LENGTH) -> TypeGuard[str]:
    """Whether `value` is text of printable characters, neither empty nor too long."""
    return type(value) is str and 0 < len(value) <= greatest_length and value.isprintable()


def check_name(argument: str, value: object, greatest_length: int = MAX_NAME_LENGTH) -> str:
    """Return `value` if it is text of printable characters, neither empty nor too long."""
    if is_name(value, greatest_length):
        return value
    raise InvalidArgument(
        f"{argument} must be text of 1 to {greatest_length} printable characters",
        argument=argument,
    )


def check_lease(worker_id: object, lease_duration_us: object) -> None:
    """Raise InvalidLease unless a worker of this name can hold a lease for this long."""
    try:
        check_name("worker_id", worker_id)
        check_duration_us("lease_duration_us", lease_duration_us)
    except InvalidArgument as error:
        raise InvalidLease(error.message, **error.data) from None


def check_checkpoint_version(argument: str, value: object) -> int:
    """Return `value` if it is a checkpoint version, 1 to 1,000,000."""
    return check_integer(argument, value, 1, MAX_CHECKPOINT_VERSION)


def check_checkpoint_versions(argument: str, values: Iterable[object]) -> tuple[int, ...]:
    """Return the distinct versions in ascending order if there are 1 to 100, each one valid."""
    if not isinstance(values, Iterable):
        raise InvalidArgument(f"{argument} must be a collection of versions", argument=argument)
    versions = {check_checkpoint_version(argument, value) for value in values}
    check_integer(f"the number of {argument}", len(versions), 1, MAX_SUPPORTED_VERSIONS)
    return tuple(sorted(versions))


def check_error(argument: str, value: object) -> str:
    """Return `value` if it is non-empty text that UTF-8 can encode and is not too long."""
    if type(value) is str and 0 < len(value) <= MAX_ERROR_LENGTH and _is_encodable(value):
        return value
    raise InvalidArgument(
        f"{argument} must be text of 1 to {MAX_ERROR_LENGTH} characters without lone surrogates",
        argument=argument,
    )


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_integer(argument: str, value: object, least: int, greatest: int) -> int:
    """Return `value` if it is an integer (not a bool) from `least` to `greatest`."""
    if type(value) is int and least <= value <= greatest:
        return value
    raise InvalidArgument(
        f"{argument} must be an integer from {least} to {greatest}",
        argument=argument,
        least=least,
        greatest=greatest,
    )


def check_duration_us(argument: str, value: object) -> int:
    """Return `value` if it is a duration of one microsecond to one leap year."""
    return check_integer(argument, value, 1, MAX_DURATION_US)


def check_delay_us(argument: str, value: object) -> int:
    """Return `value` if it is a delay of zero microseconds to one leap year."""
    return check_integer(argument, value, 0, MAX_DURATION_US)


def check_count(argument: str, value: object) -> int:
    """Return `value` if it is an integer from zero to the greatest that JSON readers share."""
    return check_integer(argument, value, 0, MAX_COUNT)


def check_flag(argument: str, value: object) -> bool:
    """Return `value` if it is True or False."""
    if type(value) is bool:
        return value
    raise InvalidArgument(f"{argument} must be True or False", argument=argument)
