"""Comparing what an action left, and what its client heard, with what was predicted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.judgement import Failure, Verdict, judge_crash, judge_recovery
from crashqueue_faults.observation import Observation
from crashqueue_faults.outages.predictions import Prediction

_REFUSED = "LEASE_LOST"


def judge(
    prediction: Prediction,
    child: ChildEnd,
    acknowledged_before: tuple[str, ...],
    at_crash: Observation,
    after_recovery: Observation,
) -> Iterator[Failure]:
    """Yield what is wrong, from the strike to the end.

    `acknowledged_before` is what had been answered when the action struck: that must be durable
    then. What was answered later must be there at the end.
    """
    description = prediction.description
    before = replace(child, acknowledged=acknowledged_before)
    yield from judge_crash(description, before, at_crash, exit_code=prediction.exit_code)
    if prediction.exit_code == 0:
        yield from _judge_answers(prediction, child, after_recovery)
    if child.told != prediction.told:
        yield Failure(
            verdict=Verdict.HISTORY_DISAGREES,
            sentence=f"the client was told {_list(child.told)}; predicted: "
            f"{_list(prediction.told)}",
        )
    yield from judge_recovery(description, after_recovery)


def _judge_answers(
    prediction: Prediction, child: ChildEnd, after_recovery: Observation
) -> Iterator[Failure]:
    answers, predicted = child.acknowledged, prediction.acknowledged
    if _REFUSED in predicted and _REFUSED not in answers:
        yield Failure(
            verdict=Verdict.ZOMBIE,
            sentence=f"a superseded attempt was answered {_list(answers)}; predicted: "
            f"{_list(predicted)}",
        )
    elif answers != predicted:
        yield Failure(
            verdict=Verdict.HISTORY_DISAGREES,
            sentence=f"the client was answered {_list(answers)}; predicted: {_list(predicted)}",
        )
    for kind in answers:
        if kind not in (*after_recovery.history, _REFUSED):
            yield Failure(
                verdict=Verdict.LOST,
                sentence=f"{kind} was acknowledged and is not in the history",
            )


def _list(words: Sequence[str]) -> str:
    return ", ".join(words) or "nothing"
