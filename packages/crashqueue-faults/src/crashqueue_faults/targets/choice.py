"""Which targets a run has: the one that is named, or all that can be crashed here."""

from __future__ import annotations

from collections.abc import Iterable

from crashqueue_faults.errors import InvalidExperiment, TargetMissing
from crashqueue_faults.targets.findings import Subject
from crashqueue_faults.targets.needs import missing_need
from crashqueue_faults.targets.registry import configuration_named, known_targets, target_named
from crashqueue_faults.targets.target import Target


def chosen_subjects(target: str | None, configuration: str | None) -> tuple[Subject, ...]:
    """Return the named target in the named configuration, or in all that it has; or all targets.

    Without a name, those that lack something are left out. Raises UnknownTarget, TargetMissing,
    InvalidExperiment.
    """
    if target is None:
        if configuration is not None:
            raise InvalidExperiment(
                "a configuration is one of a target: name the target too", argument="configuration"
            )
        return _in_all_configurations(each for each in known_targets() if not missing_need(each))
    named = target_named(target)
    if missing := missing_need(named):
        raise TargetMissing(missing, target=named.name)
    if configuration is None:
        return _in_all_configurations([named])
    return (Subject(target=named, configuration=configuration_named(named, configuration)),)


def left_out() -> dict[str, str]:
    """Return what each target lacks that cannot be crashed here, and how it is installed."""
    return {each.name: missing for each in known_targets() if (missing := missing_need(each))}


def _in_all_configurations(targets: Iterable[Target]) -> tuple[Subject, ...]:
    return tuple(
        Subject(target=target, configuration=configuration)
        for target in targets
        for configuration in target.configurations
    )
