"""Which targets there are: those of the entry-point group `crashqueue.targets`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from typing import Final

from crashqueue_faults.errors import UnknownTarget
from crashqueue_faults.targets.target import Configuration, Target

GROUP: Final = "crashqueue.targets"


def known_targets() -> tuple[Target, ...]:
    """Return all targets by name, whether their libraries are installed or not."""
    return tuple(_load(name) for name in sorted(_entries()))


def target_named(name: str) -> Target:
    """Return the target, or raise UnknownTarget."""
    known = sorted(_entries())
    if name not in known:
        raise UnknownTarget(
            f"there is no target {name!r}; there are: {', '.join(known)}", known=known
        )
    return _load(name)


def configuration_named(target: Target, name: str) -> Configuration:
    """Return the configuration of the target, or raise UnknownTarget."""
    for configuration in target.configurations:
        if configuration.name == name:
            return configuration
    known = [configuration.name for configuration in target.configurations]
    raise UnknownTarget(
        f"{target.name} has no configuration {name!r}; it has: {', '.join(known)}", known=known
    )


def installed_version(target: Target) -> str | None:
    """Return the version of the target's library, or None if it is not installed."""
    try:
        return version(target.library)
    except PackageNotFoundError:
        return None


@cache
def _load(name: str) -> Target:
    made: Target = _entries()[name].load()()
    return made


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
