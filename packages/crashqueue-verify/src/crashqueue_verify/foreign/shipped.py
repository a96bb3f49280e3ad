"""The profiles and the generic rules that come with this package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from crashqueue_verify.foreign.profile_toml import InvalidProfile, parse_profile, read_rules
from crashqueue_verify.foreign.toml_reader import Entry, Problem

if TYPE_CHECKING:
    from crashqueue_verify.foreign.profile import Profile, QueryRule

_GENERIC: Final = ("rows", "relations", "leases", "waiting")
"""The files of the generic rules, in the order they are asked: what explains others comes first."""


@cache
def shipped_profiles() -> tuple[Profile, ...]:
    """Return every profile of the package, by name."""
    folder = resources.files(__package__).joinpath("profiles")
    texts = [file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(map(parse_profile, texts), key=lambda profile: profile.name))


@cache
def generic_rules() -> tuple[QueryRule, ...]:
    """Return the rules that every system is judged by, in the order they are asked."""
    folder = resources.files(__package__).joinpath("generic")
    texts = [folder.joinpath(f"{name}.toml").read_text("utf-8") for name in _GENERIC]
    problems: list[Problem] = []
    rules = read_rules(Entry(tomllib.loads("\n".join(texts)), (), problems))
    if problems:
        raise InvalidProfile(tuple(problems))
    return rules
