"""What can be crashed: targets, their versions, promises and configurations."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from crashqueue_faults.targets.needs import missing_need
from crashqueue_faults.targets.registry import installed_version, known_targets, target_named
from crashqueue_faults.targets.target import Configuration, Target


def describe_targets(name: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the target of this name, or all, ready for JSON, under the key `targets`.

    The version of a library that is not installed is None, and `missing` says what a target lacks
    to be crashed here, or is None. Raises UnknownTarget.
    """
    chosen = known_targets() if name is None else (target_named(name),)
    return {"targets": [_described(target) for target in chosen]}


def _described(target: Target) -> dict[str, Any]:
    return {
        "target": target.name,
        "library": target.library,
        "version": installed_version(target),
        "engine": target.engine,
        "missing": missing_need(target) or None,
        "configurations": [_configuration(each) for each in target.configurations],
    }


def _configuration(configuration: Configuration) -> dict[str, object]:
    announced = configuration.by_design.items()
    return {
        "name": configuration.name,
        "settings": dict(configuration.settings),
        "promise": configuration.promise,
        "promise_quoted": asdict(configuration.quotation),
        "by_design": {str(outcome): asdict(quotation) for outcome, quotation in announced},
        "victim": configuration.victim,
        "recovery": configuration.recovery,
        "patience_s": configuration.patience_s,
    }
