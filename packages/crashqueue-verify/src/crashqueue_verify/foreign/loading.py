"""Profiles by name or from a file that somebody wrote."""

from __future__ import annotations

import os
import tomllib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.errors import ProfileRefused
from crashqueue_verify.findings import printable
from crashqueue_verify.foreign.locating import Lines, dotted
from crashqueue_verify.foreign.profile_toml import InvalidProfile, parse_profile
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.naming import require_known

if TYPE_CHECKING:
    from crashqueue_verify.foreign.profile import Profile

MAX_PROFILE_BYTES: Final = 1_048_576


def load_profile(path: str | os.PathLike[str]) -> Profile:
    """Return the profile in the TOML file at `path`.

    Raises ProfileRefused, with the line of the first mistake, if it cannot be read or is none.
    """
    text = read_profile(path)
    try:
        return parse_profile(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileRefused(f"{printable(path)}: {printable(error)}") from None
    except InvalidProfile as error:
        first = error.problems[0]
        line = Lines(text).of(first.place)
        raise ProfileRefused(
            f"{printable(path)}:{line}: {printable(dotted(first.place))}: "
            f"{printable(first.message)}"
        ) from None


def read_profile(path: str | os.PathLike[str]) -> str:
    """Return the text of the file at `path`; raises ProfileRefused if it has none."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_PROFILE_BYTES + 1)
        if len(data) <= MAX_PROFILE_BYTES:
            return data.decode("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise ProfileRefused(f"{printable(path)}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ProfileRefused(f"{printable(path)}:{line}: the file is not UTF-8") from None
    raise ProfileRefused(f"{printable(path)}: a profile has at most {MAX_PROFILE_BYTES:,} bytes")


def find_profile(name_or_path: str) -> Profile:
    """Return the shipped profile of that name, or the one in a file: `FILE.toml` or `./FILE`.

    Raises UnknownName or ProfileRefused.
    """
    if _is_path(name_or_path):
        return load_profile(name_or_path)
    shipped = {profile.name: profile for profile in shipped_profiles()}
    require_known("profile", [name_or_path], shipped)
    return shipped[name_or_path]


def profile_text(name_or_path: str) -> str:
    """Return the TOML text of the profile that `find_profile` finds."""
    if _is_path(name_or_path):
        return read_profile(name_or_path)
    folder = resources.files(__package__).joinpath("profiles")
    return folder.joinpath(f"{name_or_path}.toml").read_text("utf-8")


def _is_path(name_or_path: str) -> bool:
    return name_or_path.endswith(".toml") or os.sep in name_or_path
