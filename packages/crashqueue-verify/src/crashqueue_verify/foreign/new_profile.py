"""A profile to begin with: commented, free of mistakes, and right for a common kind of table."""

from __future__ import annotations

import re
from importlib import resources
from typing import Final

from crashqueue_verify.errors import ProfileRefused
from crashqueue_verify.findings import printable

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


def new_profile(name: str) -> str:
    """Return the TOML text of a new profile; raises ProfileRefused if it cannot have that name."""
    if not _NAME.fullmatch(name):
        raise ProfileRefused(
            f"{printable(name)} is no name for a profile: small letters, digits and hyphens"
        )
    text = resources.files(__package__).joinpath("template.toml").read_text("utf-8")
    title = name.replace("-", " ").capitalize()
    return text.replace('"my-queue"', f'"{name}"', 1).replace('"My queue"', f'"{title}"', 1)
