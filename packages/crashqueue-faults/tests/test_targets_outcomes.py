"""What became of a job, and whether that was promised: rules without a process."""

from __future__ import annotations

from dataclasses import replace

import homemade
import pytest

from crashqueue_faults.targets.case import Look, is_final
from crashqueue_faults.targets.outcomes import (
    Outcome,
    Verdict,
    judge,
    outcome_of,
    worst,
    worst_verdict,
)
from crashqueue_faults.targets.target import JobState, Promise, Quotation, Sight

SAID = Quotation(text="Jobs may be lost.", source="https://example.org/lost")


@pytest.mark.parametrize(
    ("state", "effects", "outcome"),
    [
        (JobState.DONE, 1, Outcome.RECOVERED),
        (JobState.ABSENT, 1, Outcome.RECOVERED),
        (JobState.DONE, 2, Outcome.DUPLICATED),
        (JobState.ABSENT, 3, Outcome.DUPLICATED),
        (JobState.FAILED, 0, Outcome.FAILED),
        (JobState.FAILED, 1, Outcome.FAILED),
        (JobState.WAITING, 0, Outcome.STRANDED),
        (JobState.RUNNING, 1, Outcome.STRANDED),
        (JobState.ABSENT, 0, Outcome.LOST),
        (JobState.DONE, 0, Outcome.LOST),
    ],
)
def test_what_became_of_a_job_is_told_by_its_state_and_its_effects(
    state: JobState, effects: int, outcome: Outcome
) -> None:
    found = Look(sight=Sight(state=state), effects=effects)
    assert outcome_of(found, is_final=is_final(found)) is outcome


@pytest.mark.parametrize(
    ("promise", "kept"),
    [
        (Promise.AT_LEAST_ONCE, {Outcome.RECOVERED, Outcome.DUPLICATED}),
        (
            Promise.AT_MOST_ONCE,
            {Outcome.RECOVERED, Outcome.FAILED, Outcome.STRANDED, Outcome.LOST},
        ),
    ],
)
def test_a_promise_is_broken_by_what_it_excludes(promise: Promise, kept: set[Outcome]) -> None:
    promising = replace(homemade.DEFAULT, promise=promise)
    for outcome in set(Outcome) - {Outcome.UNKNOWN}:
        expected = Verdict.AS_PROMISED if outcome in kept else Verdict.BROKEN
        assert judge(outcome, promising) is expected


def test_where_nothing_is_promised_nothing_is_broken() -> None:
    silent = replace(homemade.DEFAULT, promise=Promise.NOT_STATED)
    assert judge(Outcome.RECOVERED, silent) is Verdict.AS_PROMISED
    assert judge(Outcome.LOST, silent) is Verdict.NO_PROMISE


@pytest.mark.parametrize("promise", Promise)
def test_what_the_documentation_announces_is_by_design(promise: Promise) -> None:
    saying = replace(homemade.DEFAULT, promise=promise, by_design={Outcome.LOST: SAID})
    assert judge(Outcome.LOST, saying) in (Verdict.BY_DESIGN, Verdict.AS_PROMISED)
    assert (judge(Outcome.LOST, saying) is Verdict.AS_PROMISED) == (promise == "at most once")


@pytest.mark.parametrize("promise", Promise)
def test_what_could_not_be_told_is_never_as_promised(promise: Promise) -> None:
    everything = dict.fromkeys(Outcome, SAID)
    indulgent = replace(homemade.DEFAULT, promise=promise, by_design=everything)
    assert judge(Outcome.UNKNOWN, indulgent) is Verdict.UNKNOWN


def test_the_worst_of_some_outcomes_counts() -> None:
    assert worst({Outcome.RECOVERED, Outcome.STRANDED, Outcome.DUPLICATED}) is Outcome.STRANDED
    assert worst(set(Outcome)) is Outcome.UNKNOWN


def test_the_worst_verdict_is_not_always_that_on_the_worst_outcome() -> None:
    losing = replace(homemade.DEFAULT, promise=Promise.AT_MOST_ONCE)
    outcomes = {Outcome.LOST, Outcome.DUPLICATED}
    assert judge(worst(outcomes), losing) is Verdict.AS_PROMISED
    assert worst_verdict(outcomes, losing) is Verdict.BROKEN
