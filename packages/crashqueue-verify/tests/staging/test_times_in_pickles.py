"""Times are read from pickles without making an object of them."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, datetime
from typing import Any

import pytest

from crashqueue_verify.staging.pickles import pickle_json


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 30, 23, 59, 58, 123_456, tzinfo=UTC),
        datetime(2026, 11, 30, 23, 59, 58, 123_456, tzinfo=UTC).replace(tzinfo=None),
        datetime(2026, 11, 30, 23, 59, 58, 123_456, tzinfo=UTC, fold=1),
    ],
    ids=["in UTC", "naive", "in a repeated hour"],
)
def test_a_datetime_shows_its_time_and_not_its_zone(moment: datetime) -> None:
    shown = json.loads(str(pickle_json(pickle.dumps({"at": moment}))))
    assert shown["at"]["time"] == "2026-11-30T23:59:58.123456"


class Imposter:
    """Pickles as a call of datetime with arguments of its own."""

    def __init__(self, *arguments: Any) -> None:
        self._arguments = arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return datetime, self._arguments


@pytest.mark.parametrize("arguments", [(2026, 11, 30), (b"short",)], ids=["numbers", "too short"])
def test_a_datetime_made_of_anything_else_has_no_time(arguments: tuple[Any, ...]) -> None:
    assert json.loads(str(pickle_json(pickle.dumps(Imposter(*arguments)))))["time"] is None
