from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_core import SimulatedCrash
from crashqueue_faults.actions import raise_crash
from crashqueue_faults.effects import (
    Destination,
    Effect,
    StaleWriter,
    commit_effect,
    count_effects,
    create_ledger,
)
from crashqueue_faults.injector import Injector
from crashqueue_faults.points import FaultPoint

ALL = tuple(Destination)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "effects.sqlite"
    create_ledger(path)
    return path


def effect(key: str = "effect-1", attempt_number: int = 1) -> Effect:
    return Effect(
        effect_key=key,
        value=7,
        job_id="job-1",
        attempt_number=attempt_number,
        fence=attempt_number,
    )


def test_only_the_idempotent_destination_ignores_a_repeated_effect(ledger: Path) -> None:
    passed: list[str] = []
    for attempt_number in (1, 2, 3):
        commit_effect(ledger, effect(attempt_number=attempt_number), ALL, passed.append)
    assert count_effects(ledger, ALL) == {"idempotent": 1, "non_idempotent": 3, "fenced": 3}
    assert passed == ["BEFORE_EFFECT_COMMIT", "AFTER_EFFECT_COMMIT"] * 3


def test_different_effects_are_different_for_all(ledger: Path) -> None:
    commit_effect(ledger, effect("effect-1"), ALL, lambda _: None)
    commit_effect(ledger, effect("effect-2"), ALL, lambda _: None)
    assert count_effects(ledger, ALL) == {"idempotent": 2, "non_idempotent": 2, "fenced": 2}


def test_a_destination_that_was_not_asked_has_no_effect(ledger: Path) -> None:
    commit_effect(ledger, effect(), [Destination.IDEMPOTENT], lambda _: None)
    assert count_effects(ledger, ALL) == {"idempotent": 1, "non_idempotent": 0, "fenced": 0}


@pytest.mark.parametrize(
    ("point", "effects"),
    [(FaultPoint.BEFORE_EFFECT_COMMIT, 0), (FaultPoint.AFTER_EFFECT_COMMIT, 1)],
)
def test_a_crash_around_the_commit_leaves_all_or_nothing(
    ledger: Path, point: FaultPoint, effects: int
) -> None:
    with pytest.raises(SimulatedCrash):
        commit_effect(ledger, effect(), ALL, Injector(point, raise_crash))
    assert set(count_effects(ledger, ALL).values()) == {effects}


def test_a_fenced_destination_refuses_whoever_comes_back_after_a_greater_fence(
    ledger: Path,
) -> None:
    commit_effect(ledger, effect(attempt_number=2), [Destination.FENCED], lambda _: None)
    with pytest.raises(StaleWriter, match="fence 1 of effect-1 is stale"):
        commit_effect(ledger, effect(attempt_number=1), ALL, lambda _: None)
    assert count_effects(ledger, ALL) == {"idempotent": 1, "non_idempotent": 1, "fenced": 1}


def test_a_fence_holds_for_its_own_key_only(ledger: Path) -> None:
    commit_effect(ledger, effect("effect-1", 2), [Destination.FENCED], lambda _: None)
    commit_effect(ledger, effect("effect-2", 1), [Destination.FENCED], lambda _: None)
    assert count_effects(ledger, [Destination.FENCED]) == {"fenced": 2}
