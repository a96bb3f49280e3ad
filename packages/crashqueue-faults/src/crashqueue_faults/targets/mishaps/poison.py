"""A job that ends its worker each time: does the library ever stop executing it?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from crashqueue_faults.targets.case import (
    Look,
    deadline_s,
    is_final,
    look,
    running,
    until_settled_s,
)
from crashqueue_faults.targets.job import POISON
from crashqueue_faults.targets.mishaps.mishap import Told
from crashqueue_faults.targets.outcomes import Outcome, Verdict, judge
from crashqueue_faults.targets.stand import Stand
from crashqueue_faults.targets.target import Configuration, JobState, Promise, Role

ENOUGH: Final = 6
"""A job that was executed so often is taken for one that is never stopped."""
_POISONED: Final = {POISON: "yes"}


def poison(stand: Stand) -> Told:
    """Start a worker, and another after each execution, until the job is left alone."""
    stand.prepare()
    role = Role.CRASHED
    seen: list[str] = []
    while True:
        before = stand.deliveries()
        found = _delivered(stand, role, before)
        if stand.deliveries() > before:
            seen.append(found.sight.content)
        if stand.deliveries() == before or _is_enough(stand) or _is_given_up(found):
            # Where several die at once, one more or less is chance.
            deliveries = min(stand.deliveries(), ENOUGH)
            return _told(deliveries, found, seen, stand.configuration)
        role = Role.RECOVERING


def _delivered(stand: Stand, role: Role, before: int) -> Look:
    """Let workers run until one has died of the job, or no execution can be expected any more."""
    latest_s = deadline_s(stand)
    while True:
        with running(stand, role, environment=_POISONED) as worker:
            # A supervisor that outlives the job's process may execute it again and again.
            until_settled_s(stand, worker, latest_s, is_enough=lambda: _is_enough(stand))
        stand.wait_for_the_dead()
        found = look(stand)
        if stand.deliveries() > before or is_final(found) or time.monotonic() >= latest_s:
            return found


def _is_enough(stand: Stand) -> bool:
    return stand.deliveries() >= ENOUGH


def _is_given_up(found: Look) -> bool:
    return found.sight.state is JobState.FAILED


def _told(deliveries: int, found: Look, seen: Sequence[str], configuration: Configuration) -> Told:
    words, outcome = _result(deliveries, found)
    return Told(
        words=words,
        verdict=_verdict(deliveries, outcome, configuration),
        details={
            "deliveries": deliveries,
            "state": found.sight.state,
            "store_after_each": list(seen),
            "store_tells_deliveries_apart": len(set(seen)) == len(seen) if seen[1:] else None,
        },
    )


def _result(deliveries: int, found: Look) -> tuple[str, Outcome]:
    if not deliveries or found.effects:
        return "not executed, or without its poison", Outcome.UNKNOWN
    times = {1: "once"}.get(deliveries, f"{deliveries} times")
    if deliveries >= ENOUGH and not _is_given_up(found):
        return f"delivered {times}, never stopped", Outcome.RECOVERED
    if _is_given_up(found):
        return f"stopped after {deliveries}", Outcome.FAILED
    if is_final(found):
        return f"delivered {times}, lost", Outcome.LOST
    return f"delivered {times}, then left in the store", Outcome.STRANDED


def _verdict(deliveries: int, outcome: Outcome, configuration: Configuration) -> Verdict:
    """Judge how often it was executed, and a job that is gone or left.

    When to stop is in no promise.
    """
    if outcome is Outcome.UNKNOWN:
        return Verdict.UNKNOWN
    if configuration.promise is Promise.AT_MOST_ONCE:
        return Verdict.AS_PROMISED if deliveries <= 1 else Verdict.BROKEN
    if outcome in (Outcome.LOST, Outcome.STRANDED):
        return judge(outcome, configuration)
    return Verdict.NO_PROMISE
