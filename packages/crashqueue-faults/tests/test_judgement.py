from __future__ import annotations

from dataclasses import replace

import pytest

from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.judgement import Failure, Verdict, judge_crash, judge_recovery, verdict
from crashqueue_faults.observation import Observation
from crashqueue_faults.points import FaultPoint
from crashqueue_faults.predictions import describe

WINDOW = describe(FaultPoint.AFTER_EFFECT_COMMIT)
DIED = ChildEnd(exit_code=86, acknowledged=("CLAIMED",), standard_error="")
AT_CRASH = Observation(
    job_id="job-1",
    state="LEASED",
    attempts=1,
    history=("SUBMITTED", "CLAIMED"),
    effects={"idempotent": 1, "non_idempotent": 1},
    integrity_ok=True,
    invariants_ok=True,
    replay_ok=True,
)
RECOVERED = replace(
    AT_CRASH,
    state="SUCCEEDED",
    attempts=2,
    effects={"idempotent": 1, "non_idempotent": 2},
)


def crash_failures(child: ChildEnd, observed: Observation) -> list[Failure]:
    return list(judge_crash(WINDOW, child, observed))


def recovery_failures(observed: Observation) -> list[Failure]:
    return list(judge_recovery(WINDOW, observed))


def test_a_case_as_predicted_has_no_failure() -> None:
    assert crash_failures(DIED, AT_CRASH) == []
    assert recovery_failures(RECOVERED) == []


def test_more_effects_as_predicted_are_counted_as_duplicated() -> None:
    assert verdict(RECOVERED, []) == "duplicated"
    once = replace(RECOVERED, effects={"idempotent": 1})
    assert verdict(once, []) == "recovered"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"exit_code": None}, "did not end in time"),
        ({"exit_code": 0}, "without reaching the fault point"),
        ({"exit_code": 1}, "exited with 1, not 86"),
        ({"standard_error": "Warning\nleak"}, "standard error: leak"),
    ],
)
def test_a_child_that_did_not_die_as_ordered_is_never_a_pass(
    change: dict[str, object], sentence: str
) -> None:
    child = ChildEnd(
        **{"exit_code": 86, "acknowledged": (), "standard_error": "", **change}  # type: ignore[arg-type]  # fields of three types
    )
    (failure,) = crash_failures(child, AT_CRASH)
    assert failure.verdict is Verdict.UNKNOWN
    assert sentence in failure.sentence


def test_what_was_acknowledged_and_is_gone_is_lost() -> None:
    observed = replace(AT_CRASH, history=("SUBMITTED",))
    failures = crash_failures(DIED, observed)
    assert [failure.verdict for failure in failures] == [Verdict.LOST, Verdict.LOST]
    assert failures[0].sentence == "CLAIMED was acknowledged and is not in the history"


def test_what_was_not_committed_and_is_there_disagrees() -> None:
    observed = replace(AT_CRASH, history=("SUBMITTED", "CLAIMED", "SUCCEEDED"))
    (failure,) = crash_failures(DIED, observed)
    assert failure.verdict is Verdict.HISTORY_DISAGREES
    assert "predicted: SUBMITTED, CLAIMED" in failure.sentence


def test_an_effect_that_should_not_be_durable_yet_disagrees() -> None:
    (failure,) = crash_failures(DIED, replace(AT_CRASH, effects={"idempotent": 0}))
    assert failure.verdict is Verdict.HISTORY_DISAGREES


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"integrity_ok": False}, Verdict.CORRUPT),
        ({"invariants_ok": False, "findings": ({"rule": "CQ123"},)}, Verdict.HISTORY_DISAGREES),
        ({"replay_ok": False}, Verdict.HISTORY_DISAGREES),
        ({"effects_accounted": False}, Verdict.HISTORY_DISAGREES),
        ({"jobs": 2}, Verdict.DUPLICATED),
        ({"state": "RETRY_WAIT"}, Verdict.STRANDED),
        ({"attempts": 3}, Verdict.ATTEMPTS_WRONG),
        ({"effects": {"non_idempotent": 1}}, Verdict.LOST),
        ({"effects": {"idempotent": 2}}, Verdict.DUPLICATED),
    ],
)
def test_each_wrong_recovery_has_its_verdict(change: dict[str, object], expected: Verdict) -> None:
    observed = replace(RECOVERED, **change)  # type: ignore[arg-type]  # fields of several types
    failures = recovery_failures(observed)
    assert [failure.verdict for failure in failures] == [expected]
    assert verdict(observed, failures) is expected
    assert failures[0].as_dict() == {
        "sentence": failures[0].sentence,
        "verdict": str(expected),
    }
