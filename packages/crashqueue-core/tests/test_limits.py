"""Names, numbers and durations outside their bounds are refused before anything is looked up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crashqueue_core import InvalidArgument
from crashqueue_core.limits import (
    MAX_COUNT,
    MAX_DURATION_US,
    MAX_ERROR_LENGTH,
    check_count,
    check_delay_us,
    check_duration_us,
    check_error,
    check_flag,
    check_name,
)

LEAP_YEAR_US = 366 * 86_400 * 1_000_000


@pytest.mark.parametrize("name", ["a", "x" * 200, "a b", "Ünïcode-ключ", "😀"])
def test_printable_name_is_returned(name: str) -> None:
    assert check_name("key", name) == name


@pytest.mark.parametrize(
    "name",
    ["", "x" * 201, "line\nfeed", "nul\0", "tab\t", "\x7f", "\ud800", "\u202e", None, 1, b"k"],
)
def test_unusable_name_is_refused(name: object) -> None:
    with pytest.raises(InvalidArgument, match="key must be text of 1 to 200") as refusal:
        check_name("key", name)
    assert refusal.value.data == {"argument": "key"}


@pytest.mark.parametrize("text", ["x", "two\nlines\0", "é" * MAX_ERROR_LENGTH])
def test_error_text_is_returned(text: str) -> None:
    assert check_error("error", text) == text


@pytest.mark.parametrize("text", ["", "x" * (MAX_ERROR_LENGTH + 1), "\udc00", None, ValueError()])
def test_unusable_error_text_is_refused(text: object) -> None:
    with pytest.raises(InvalidArgument, match="without lone surrogates"):
        check_error("error", text)


@pytest.mark.parametrize(
    ("check", "least", "greatest"),
    [
        (check_duration_us, 1, LEAP_YEAR_US),
        (check_delay_us, 0, LEAP_YEAR_US),
        (check_count, 0, 2**53 - 1),
    ],
)
def test_integer_is_accepted_within_its_bounds_only(
    check: Callable[[str, object], int], least: int, greatest: int
) -> None:
    assert [check("n", least), check("n", greatest)] == [least, greatest]
    for outside in (least - 1, greatest + 1, 10**30, -(10**30)):
        with pytest.raises(InvalidArgument) as refusal:
            check("n", outside)
        assert refusal.value.data == {"argument": "n", "least": least, "greatest": greatest}


@pytest.mark.parametrize("value", [True, 1.0, "1", None, float("nan")])
def test_only_plain_integers_are_integers(value: object) -> None:
    with pytest.raises(InvalidArgument):
        check_count("n", value)


def test_bounds_are_the_documented_ones() -> None:
    assert (MAX_DURATION_US, MAX_COUNT) == (LEAP_YEAR_US, 9_007_199_254_740_991)


def test_flag_is_true_or_false() -> None:
    assert check_flag("f", True) is True
    with pytest.raises(InvalidArgument):
        check_flag("f", 1)
