"""Comparing what was observed with what the fault point predicts. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from crashqueue_faults.actions import CRASH_EXIT_CODE
from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.observation import Observation
from crashqueue_faults.predictions import PointDescription


class Verdict(StrEnum):
    """What became of the job; docs/fault-model.md explains each."""

    RECOVERED = "recovered"
    DUPLICATED = "duplicated"
    LOST = "lost"
    ZOMBIE = "zombie"
    STRANDED = "stranded"
    ATTEMPTS_WRONG = "attempts-wrong"
    HISTORY_DISAGREES = "history-disagrees"
    CORRUPT = "corrupt"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One prediction that did not hold."""

    verdict: Verdict
    sentence: str

    def as_dict(self) -> dict[str, str]:
        """Return the failure ready for JSON."""
        return {"sentence": self.sentence, "verdict": self.verdict}


def verdict(after_recovery: Observation, failures: Sequence[Failure]) -> Verdict:
    """Return the first failure's verdict, or how the job recovered if there is none."""
    if failures:
        return failures[0].verdict
    repeated = any(count > 1 for count in after_recovery.effects.values())
    return Verdict.DUPLICATED if repeated else Verdict.RECOVERED


def judge_crash(
    description: PointDescription,
    child: ChildEnd,
    at_crash: Observation,
    *,
    exit_code: int = CRASH_EXIT_CODE,
) -> Iterator[Failure]:
    """Yield what is wrong with the state that the fault left behind, and with the child's end."""
    yield from _judge_child(child, exit_code)
    yield from _judge_evidence("at the crash", at_crash)
    history, predicted = at_crash.history, description.history_at_crash
    for kind in child.acknowledged:
        if kind not in history:
            yield _failure(Verdict.LOST, f"{kind} was acknowledged and is not in the history")
    if history != predicted:
        yield _failure(
            Verdict.LOST if len(history) < len(predicted) else Verdict.HISTORY_DISAGREES,
            f"durable at the crash: {_list(history)}; predicted: {_list(predicted)}",
        )
    for destination, count in at_crash.effects.items():
        if count != description.effects_at_crash:
            yield _failure(
                Verdict.HISTORY_DISAGREES,
                f"{count} effects in the {destination} destination at the crash; "
                f"predicted: {description.effects_at_crash}",
            )


def judge_recovery(description: PointDescription, after_recovery: Observation) -> Iterator[Failure]:
    """Yield what is wrong with the state after recovery."""
    yield from _judge_evidence("after recovery", after_recovery)
    if after_recovery.state != "SUCCEEDED":
        yield _failure(
            Verdict.STRANDED, f"after recovery the job is {after_recovery.state}, not SUCCEEDED"
        )
    if after_recovery.attempts != description.attempts:
        yield _failure(
            Verdict.ATTEMPTS_WRONG,
            f"{after_recovery.attempts} attempts; predicted: {description.attempts}",
        )
    for destination, count in after_recovery.effects.items():
        predicted = description.effects_at(destination)
        if count != predicted:
            yield _failure(
                Verdict.LOST if count < predicted else Verdict.DUPLICATED,
                f"{count} effects in the {destination} destination; predicted: {predicted}",
            )


def _judge_child(child: ChildEnd, exit_code: int) -> Iterator[Failure]:
    if child.timed_out:
        yield _failure(Verdict.UNKNOWN, "the child did not end in time and was killed")
    elif child.exit_code == 0 != exit_code:
        yield _failure(Verdict.UNKNOWN, "the child finished without reaching the fault point")
    elif child.exit_code != exit_code:
        yield _failure(Verdict.UNKNOWN, f"the child exited with {child.exit_code}, not {exit_code}")
    if child.standard_error:
        last_line = child.standard_error.strip().splitlines()[-1]
        yield _failure(Verdict.UNKNOWN, f"the child wrote to standard error: {last_line}")


def _judge_evidence(when: str, observed: Observation) -> Iterator[Failure]:
    if not observed.integrity_ok:
        yield _failure(Verdict.CORRUPT, f"{when} SQLite's integrity check fails")
    if not observed.invariants_ok:
        rules = _list([str(finding["rule"]) for finding in observed.findings])
        yield _failure(Verdict.HISTORY_DISAGREES, f"{when} invariants do not hold: {rules}")
    if not observed.replay_ok:
        yield _failure(Verdict.HISTORY_DISAGREES, f"{when} the replayed history is not the row")
    if observed.jobs > 1:
        yield _failure(Verdict.DUPLICATED, f"{when} one request has become {observed.jobs} jobs")
    if not observed.effects_accounted:
        yield _failure(
            Verdict.HISTORY_DISAGREES,
            f"{when} there is an effect of which the history knows nothing",
        )


def _failure(verdict: Verdict, sentence: str) -> Failure:
    return Failure(verdict=verdict, sentence=sentence)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"
