from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_faults import FaultPoint, InvalidExperiment, UnknownFaultPoint, run_campaign
from crashqueue_faults.outages.actions import ACTIONS, COMMITS, LEASED, FaultAction, describe_action
from crashqueue_faults.outages.plan import plan_outages
from crashqueue_faults.outages.predictions import predict
from crashqueue_faults.predictions import DESCRIPTIONS, PointDescription

ANYWHERE = "postgresql:///nowhere?host=/nonexistent"


def names(only: str | None, *, has_own_server: bool = True) -> list[str]:
    plan = plan_outages(7, only, None, has_own_server=has_own_server)
    return sorted(case.name for case in plan.cases)


def test_every_action_strikes_at_every_point_where_it_makes_sense() -> None:
    assert len(names(None)) == 13 * 4 + 5 * 5 == 77
    assert [each.action for each in ACTIONS] == list(FaultAction)
    assert {point for each in ACTIONS for point in each.points} == set(FaultPoint)


def test_one_point_is_struck_by_everything() -> None:
    assert names("BEFORE_HANDLER") == [
        "CRASH_SERVER:BEFORE_HANDLER",
        "DROP:BEFORE_HANDLER",
        "EXIT:BEFORE_HANDLER",
        "KILL_BACKEND:BEFORE_HANDLER",
        "PARTITION:BEFORE_HANDLER",
    ]


def test_one_action_strikes_everywhere() -> None:
    assert names("DROP_ANSWER_LOST") == sorted(f"DROP_ANSWER_LOST:{point}" for point in COMMITS)
    assert names("PARTITION") == sorted(f"PARTITION:{point}" for point in LEASED)


def test_one_action_strikes_at_one_point() -> None:
    assert names("EXIT:AFTER_CLAIM_COMMIT") == ["EXIT:AFTER_CLAIM_COMMIT"]


def test_another_s_server_is_never_struck_and_the_plan_says_so() -> None:
    plan = plan_outages(7, None, None, has_own_server=False)
    assert len(plan.cases) == 77 - 26
    assert set(plan.not_run) == {FaultAction.KILL_BACKEND, FaultAction.CRASH_SERVER}
    assert plan_outages(7, "EXIT", None, has_own_server=False).not_run == ()
    assert plan_outages(7, "CRASH_SERVER", None, has_own_server=False).cases == ()


def test_the_seed_fixes_the_order_and_nothing_else_does() -> None:
    one, same, other = (
        [case.name for case in plan_outages(seed, None, processes, has_own_server=True).cases]
        for seed, processes in ((7, 1), (7, 8), (8, 1))
    )
    assert one == same != other
    assert sorted(one) == sorted(other)


@pytest.mark.parametrize("only", ["NOWHERE", "DROP:NOWHERE", "NOTHING:BEFORE_HANDLER", ":", ""])
def test_what_strikes_nowhere_is_refused_before_anything_is_written(
    tmp_path: Path, only: str
) -> None:
    with pytest.raises(UnknownFaultPoint):
        run_campaign(tmp_path / "new", seed=7, only=only, database=ANYWHERE)
    assert not (tmp_path / "new").exists()


def test_an_action_that_makes_no_sense_at_a_point_is_refused_with_those_that_do() -> None:
    with pytest.raises(UnknownFaultPoint) as refusal:
        names("PARTITION:BEFORE_EFFECT_COMMIT")
    known = refusal.value.data["known"]
    assert isinstance(known, list)
    assert "PARTITION:BEFORE_HANDLER" in known


@pytest.mark.parametrize(("seed", "processes"), [(-1, 1), (7, 0), (7, 65)])
def test_numbers_that_cannot_be_used_are_refused(seed: int, processes: int) -> None:
    with pytest.raises(InvalidExperiment):
        plan_outages(seed, None, processes, has_own_server=True)


def test_a_schemas_name_is_short_enough_and_no_two_are_equal() -> None:
    cases = plan_outages(7, None, None, has_own_server=True).cases
    found = [f"crashqueuelab_12345678_{case.schema}" for case in cases]
    assert len(set(found)) == len(cases)
    assert max(map(len, found)) <= 50


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=lambda each: each.point)
def test_a_client_that_exits_is_predicted_as_on_sqlite(description: PointDescription) -> None:
    prediction = predict(FaultAction.EXIT, description.point)
    assert (prediction.description, prediction.exit_code) == (description, 86)


def test_a_commit_whose_answer_is_lost_has_happened() -> None:
    lost = predict(FaultAction.EXIT_ANSWER_LOST, FaultPoint.BEFORE_SUCCESS_COMMIT).description
    assert lost.history_at_crash == ("SUBMITTED", "CLAIMED", "SUCCEEDED")
    assert lost.point == "BEFORE_SUCCESS_COMMIT"
    assert lost.attempts == 1


def test_a_commit_that_is_lost_has_not() -> None:
    lost = predict(FaultAction.EXIT_COMMIT_LOST, FaultPoint.BEFORE_SUCCESS_COMMIT).description
    assert lost.history_at_crash == ("SUBMITTED", "CLAIMED")
    assert lost.attempts == 2


@pytest.mark.parametrize("action", [FaultAction.DROP, FaultAction.CRASH_SERVER])
def test_a_client_that_lives_on_needs_no_second_attempt(action: FaultAction) -> None:
    prediction = predict(action, FaultPoint.BEFORE_SUCCESS_COMMIT)
    assert prediction.description.attempts == 1
    assert prediction.description.effects_at("non_idempotent") == 1
    assert prediction.told == ("SERVER_UNAVAILABLE",)


def test_each_action_is_described() -> None:
    for action in FaultAction:
        assert describe_action(action).strikes
