"""Rates of loops that run in turn, and how a figure is printed beside its target."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

Loop = tuple[Callable[[int], object], int]
"""What is done with each number, and how many numbers there are in a round."""


def interleaved(*loops: Loop, rounds: int) -> list[list[float]]:
    """Run each loop its number of times per round, in turn; return its rates, round by round."""
    measures = [partial(_rate_of_round, loop, count) for loop, count in loops]
    return in_turn(measures, rounds)


def in_turn(measures: Sequence[Callable[[int], float]], rounds: int) -> list[list[float]]:
    """Take each measure once per round; return its figures, round by round.

    Another measure begins each round: whoever follows writes into a disk that is busy already.
    """
    figures: list[list[float]] = [[] for _ in measures]
    for round_ in range(rounds):
        for turn in range(len(measures)):
            at = (round_ + turn) % len(measures)
            figures[at].append(measures[at](round_))
    return figures


def _rate_of_round(action: Callable[[int], object], count: int, round_: int) -> float:
    return rate(action, range(round_ * count, (round_ + 1) * count))


def rate(action: Callable[[int], object], numbers: range) -> float:
    """Return how often per second `action` runs over `numbers`."""
    started = time.perf_counter()
    for number in numbers:
        action(number)
    return len(numbers) / (time.perf_counter() - started)


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median over the rounds of ours to theirs."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def show(what: str, figure: str, target: str = "") -> None:
    """Print one aligned line."""
    print(f"{what:46}{figure:>16}{f'   target: {target}' if target else ''}")


def show_rate(what: str, rates: list[float], unit: str = "jobs/s") -> None:
    """Print the median of some rates."""
    show(what, f"{statistics.median(rates):8,.0f} {unit}")


def show_ratio(
    what: str, ratio: float, *, at_least: float | None = None, at_most: float | None = None
) -> None:
    """Print a ratio with its target, and whether it is met."""
    target = ""
    if at_least is not None:
        target = f"at least {at_least:g}, {'met' if ratio >= at_least else 'MISSED'}"
    if at_most is not None:
        target = f"at most {at_most:g}, {'met' if ratio <= at_most else 'MISSED'}"
    show(what, f"{ratio:8.2f}", target)
