"""Which targets there are, and what is said of one that is not."""

from __future__ import annotations

import re

import pytest

from crashqueue_faults.errors import UnknownTarget
from crashqueue_faults.targets import registry
from crashqueue_faults.targets.registry import (
    configuration_named,
    installed_version,
    known_targets,
    target_named,
)
from crashqueue_faults.targets.target import Target

TARGETS = known_targets()


def test_targets_are_known_by_their_names() -> None:
    names = [target.name for target in TARGETS]
    assert names == sorted(names)
    assert {"crashqueue", "huey", "litequeue", "persist-queue"} <= set(names)
    assert all(target_named(name).name == name for name in names)


def test_an_unknown_target_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownTarget, match=r"there is no target 'hueey'.* huey, ") as refused:
        target_named("hueey")
    assert "huey" in str(refused.value.data["known"])


def test_an_unknown_configuration_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownTarget, match=r"huey has no configuration 'safe'.* default, retries"):
        configuration_named(target_named("huey"), "safe")


def test_a_library_that_is_not_installed_has_no_version() -> None:
    class Absent:
        library = "no-such-queue"

    assert installed_version(Absent()) is None  # type: ignore[arg-type]  # all that is asked of it


def test_a_target_is_made_once() -> None:
    assert target_named("huey") is target_named("huey")
    assert registry.GROUP == "crashqueue.targets"


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_every_configuration_says_what_it_is_judged_by(target: Target) -> None:
    names = [configuration.name for configuration in target.configurations]
    assert len(names) == len(set(names)) > 0
    for configuration in target.configurations:
        assert configuration.settings
        assert configuration.recovery
        assert configuration.patience_s > configuration.settling_s > 0
        for quotation in (configuration.quotation, *configuration.by_design.values()):
            assert quotation.text
            assert quotation.source.startswith("https://")
        for pattern in (configuration.begins, configuration.ends, configuration.idle):
            re.compile(pattern)
