"""The SQL functions: times and intervals as other people write them."""

from __future__ import annotations

import pytest

from crashqueue_verify.staging.functions import FOREVER_US, interval_us, time_us, unix_us

NOON_US = 1_796_040_000_000_000  # 2026-11-30 12:00:00 UTC


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-30 12:00:00", NOON_US),
        ("2026-11-30T12:00:00Z", NOON_US),
        ("2026-11-30 12:00", NOON_US),
        ("2026-11-30 13:00:00+01", NOON_US),
        ("2026-11-30 13:30:00+01:30", NOON_US),
        ("2026-11-30 07:00:00-0500", NOON_US),
        ("2026-11-30 12:00:00.5", NOON_US + 500_000),
        ("2026-11-30 12:00:00.123456789", NOON_US + 123_456),
        ("2026-11-30", NOON_US - 12 * 3_600_000_000),
        ("1970-01-01 00:00:00+00", 0),
        ("infinity", FOREVER_US),
        ("-infinity", -FOREVER_US),
    ],
)
def test_a_time_is_read_in_utc_unless_it_has_a_zone(text: str, expected: int) -> None:
    assert time_us(text) == expected


@pytest.mark.parametrize(
    "value", ["", "soon", "2026-13-01", "2026-11-30 25:00", "20261130", None, 5, b"2026-11-30"]
)
def test_what_is_no_time_is_null(value: object) -> None:
    assert time_us(value) is None


@pytest.mark.parametrize("factor", [1, 1_000, 1_000_000, 1_000_000_000])
def test_the_unit_of_a_unix_time_shows_in_its_magnitude(factor: int) -> None:
    assert unix_us(NOON_US // 1_000_000 * factor) == NOON_US


def test_a_unix_time_may_have_a_fraction() -> None:
    assert unix_us(1_796_040_000.25) == NOON_US + 250_000


@pytest.mark.parametrize("value", [-1, 1e30, "1796040000", None, b"1", float("nan")])
def test_what_is_no_unix_time_is_null(value: object) -> None:
    assert unix_us(value) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("00:15:00", 900),
        ("1 day 02:00:00", 93_600),
        ("2 days", 172_800),
        ("1 mon", 30 * 86_400),
        ("1 year", 31_557_600),
        ("-00:00:01.5", -1.5),
        ("00:00:00.25", 0.25),
    ],
)
def test_an_interval_is_read(text: str, seconds: float) -> None:
    assert interval_us(text) == seconds * 1_000_000


@pytest.mark.parametrize("value", ["", "a while", None, 900])
def test_what_is_no_interval_is_null(value: object) -> None:
    assert interval_us(value) is None


def test_endless_digits_are_no_interval() -> None:
    assert interval_us("9" * 5_000_000) is None
