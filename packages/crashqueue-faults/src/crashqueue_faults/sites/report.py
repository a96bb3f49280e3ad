"""sites.json: counts, verdicts and witnesses, the same to the last byte for the same seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from crashqueue_faults.engine.required import engine_sqlite_version
from crashqueue_faults.sites.course import LayerResult, Tallies
from crashqueue_faults.sites.planted import PLANTED_BUGS
from crashqueue_faults.sites.states import StateSpace
from crashqueue_faults.sites.verdicts import Tally
from crashqueue_faults.sites.wording import SQLITE_WORDING, Wording

DISTINCT_STATES: Final = (
    "At every site the content is compared with the exact old and the exact new one. What depends "
    "on the content alone (audit, replay, recovery, crashing again inside recovery) is done once "
    "for each distinct content."
)


def report_of(
    seed: int,
    planted: Mapping[str, Mapping[str, set[str]]],
    space: StateSpace,
    layers: Mapping[str, LayerResult],
    wording: Wording = SQLITE_WORDING,
) -> dict[str, object]:
    """Return the whole report, ready for JSON."""
    bugs = {name: _bug(name, found) for name, found in planted.items()}
    repeat = sorted(set(_repeat_commands(seed, space, layers, wording)))
    return {
        "cases": sum(_total(result).cases for result in layers.values()),
        "crash_modes": {layer: wording.crash_modes[layer] for layer in layers},
        "distinct_states": DISTINCT_STATES,
        "layers": {layer: _layer(result) for layer, result in layers.items()},
        "ok": not repeat and all(bug["caught"] for bug in bugs.values()),
        "outcome_unknown": wording.outcome_unknown,
        "planted_bugs": bugs,
        "recorded_with_sqlite": engine_sqlite_version() if layers.keys() - {"statements"} else None,
        "repeat": repeat,
        "seed": seed,
        "seed_fixes": "names, times, sites, contents, counts and every verdict",
        "seed_does_not_fix": wording.seed_does_not_fix,
        "states": _states(space),
    }


def _bug(name: str, found: Mapping[str, set[str]]) -> dict[str, object]:
    expected = {
        layer: sorted(PLANTED_BUGS[name].expected.get(layer, frozenset())) for layer in found
    }
    verdicts = {layer: sorted(bad) for layer, bad in found.items()}
    return {
        "bug": PLANTED_BUGS[name].description,
        "caught": verdicts == expected,
        "expected": expected,
        "found": verdicts,
    }


def _states(space: StateSpace) -> dict[str, object]:
    return {
        "after_a_crash_in_an_operation": len(space.once),
        "after_a_crash_in_recovery": len(space.again),
        "findings": [
            {**finding.as_dict(), "digest": state.digest, "origin": state.origin}
            for state, finding in space.findings()
        ],
    }


def _layer(result: LayerResult) -> dict[str, object]:
    recoveries = [tallies for _, tallies in result.recoveries]
    return {
        "operations": {
            name: {kind: tally.summary() for kind, tally in tallies.items()}
            for name, tallies in result.operations.items()
        },
        "recovery": sum_of(recoveries).summary(),
        "total": _total(result).summary(),
    }


def _total(result: LayerResult) -> Tally:
    return sum_of([*result.operations.values(), *(tallies for _, tallies in result.recoveries)])


def sum_of(scenes: Iterable[Tallies]) -> Tally:
    """Return the sum over all kinds of cases of these scenes."""
    total = Tally()
    for tallies in scenes:
        for tally in tallies.values():
            total.add(tally)
    return total


def _repeat_commands(
    seed: int, space: StateSpace, layers: Mapping[str, LayerResult], wording: Wording
) -> Iterator[str]:
    """Yield the command that repeats each failure; the operation's name is enough to find it."""
    for state, _ in space.findings():
        yield repeat_command(seed, next(iter(layers)), state.origin, wording)
    for layer, result in layers.items():
        for name, tallies in result.operations.items():
            if sum_of([tallies]).findings:
                yield repeat_command(seed, layer, name, wording)
        for state, tallies in result.recoveries:
            if sum_of([tallies]).findings:
                yield repeat_command(seed, layer, state.origin, wording)


def repeat_command(seed: int, layer: str, operation: str, wording: Wording = SQLITE_WORDING) -> str:
    """Return the one command that visits this operation, and its recovery, alone again."""
    return (
        f"crashqueuelab campaign --sites {layer}{wording.option} --output-directory DIR "
        f'--seed {seed} --only "{operation}"'
    )
