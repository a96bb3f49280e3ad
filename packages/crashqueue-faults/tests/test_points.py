from __future__ import annotations

import pytest

from crashqueue_core import Boundary, EventKind
from crashqueue_faults import DESCRIPTIONS, FaultPoint, PointDescription, UnknownFaultPoint
from crashqueue_faults.points import fault_point
from crashqueue_faults.predictions import describe


def test_there_are_thirteen_points_and_each_is_described_once() -> None:
    assert [description.point for description in DESCRIPTIONS] == list(FaultPoint)
    assert len(FaultPoint) == 13


def test_eleven_points_are_boundaries_of_the_queue_and_two_lie_in_the_ledger() -> None:
    assert set(FaultPoint) - set(Boundary) == {"BEFORE_EFFECT_COMMIT", "AFTER_EFFECT_COMMIT"}


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=lambda d: d.point)
def test_predictions_speak_of_event_kinds(description: PointDescription) -> None:
    assert set(description.history_at_crash) <= set(EventKind)
    assert describe(description.point) is description


def test_an_unknown_point_is_refused_with_the_names_of_all_known() -> None:
    with pytest.raises(UnknownFaultPoint) as refusal:
        fault_point("BEFORE_LUNCH")
    assert refusal.value.code == "UNKNOWN_FAULT_POINT"
    assert refusal.value.data["known"] == list(FaultPoint)
    assert all(point in refusal.value.message for point in FaultPoint)


def test_only_the_two_commit_window_duplicates_an_effect() -> None:
    duplicated = {d.point for d in DESCRIPTIONS if d.repeated_effects == 2}
    assert duplicated == {"AFTER_EFFECT_COMMIT", "BEFORE_SUCCESS_COMMIT"}
    assert {d.idempotent_effects for d in DESCRIPTIONS} == {1}
