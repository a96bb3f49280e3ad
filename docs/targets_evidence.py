"""Reads what `nox -s targets` measured: one folder of evidence for each target, or for parts of it.

Evidence is of the same value wherever it was measured. What is missing is said, rather than left
out.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from crashqueue_faults.targets.outcomes import Outcome
from crashqueue_faults.targets.target import Engine, Target

_NO_RECOVERY: Final = frozenset({Outcome.STRANDED, Outcome.LOST, Outcome.UNKNOWN})

Report = Mapping[str, Any]


class UnfitEvidence(Exception):
    """The evidence is of too little, or of the same twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One configuration of a target, as its run reported it."""

    subject: Report
    row: Report
    recoveries_s: tuple[float, ...]
    date: str
    seed: int
    repetitions: int

    @property
    def name(self) -> str:
        """How reports call it."""
        return str(self.subject["subject"])

    @property
    def target(self) -> str:
        """The name of its target."""
        return self.name.partition("/")[0]

    @property
    def configuration(self) -> str:
        """The name of its configuration."""
        return self.name.partition("/")[2]


def gather(folder: Path, targets: Sequence[Target], needed: Iterable[str]) -> list[Measured]:
    """Return what was measured, by engine, target, and the target's order of configurations.

    Raises UnfitEvidence if a configuration of a needed target is missing, or one is there twice.
    """
    found: dict[str, Measured] = {}
    for path in sorted(folder.glob("*/targets.json")):
        for each in _measured(path):
            if each.name in found:
                raise UnfitEvidence(f"{each.name} was measured twice, once in {path.parent}")
            found[each.name] = each
    order = [f"{target.name}/{each.name}" for target in targets for each in target.configurations]
    needed = set(needed)
    missing = [name for name in order if name.partition("/")[0] in needed and name not in found]
    if missing:
        raise UnfitEvidence(f"{folder} has no evidence of {', '.join(missing)}")
    place = {name: number for number, name in enumerate(order)}
    engines = list(Engine)
    return sorted(
        found.values(),
        key=lambda each: (
            engines.index(each.subject["engine"]),
            each.target,
            place.get(each.name, len(place)),
            each.name,
        ),
    )


def _measured(path: Path) -> Iterator[Measured]:
    report = json.loads(path.read_text("utf-8"))
    timings = path.with_name("timings.json")
    lasted = json.loads(timings.read_text("utf-8")) if timings.exists() else {}
    date = time.strftime("%Y-%m-%d", time.gmtime(path.stat().st_mtime))
    for subject, row in zip(report["subjects"], report["matrix"], strict=True):
        yield Measured(
            subject=subject,
            row=row,
            recoveries_s=tuple(_recoveries_s(subject, lasted.get(subject["subject"], {}))),
            date=date,
            seed=report["seed"],
            repetitions=report["repetitions"],
        )


def _recoveries_s(subject: Report, lasted: Mapping[str, Sequence[float]]) -> Iterator[float]:
    """Return the seconds of each recovery, without those that were waited for in vain."""
    for boundary in subject["boundaries"]:
        if not _NO_RECOVERY & boundary["outcomes"].keys():
            name = f"{boundary['moment']} {boundary['label']} #{boundary['occurrence']}"
            yield from lasted.get(name, ())
