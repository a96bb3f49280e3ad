"""What a target needs to be crashed here: its library, a driver, and a server of its own."""

from __future__ import annotations

from importlib.metadata import metadata
from importlib.util import find_spec
from typing import Final

from crashqueue_faults.errors import ServerProgramsMissing
from crashqueue_faults.servers.programs import installed_programs
from crashqueue_faults.servers.redis import redis_program
from crashqueue_faults.targets.registry import installed_version
from crashqueue_faults.targets.target import Engine, Target

_PROGRAMS: Final = {Engine.POSTGRESQL: installed_programs, Engine.REDIS: redis_program}
_SERVERS: Final = {Engine.POSTGRESQL: "server", Engine.REDIS: "redis"}
"""The extras that bring a server, for targets that have no extra of their own."""


def missing_need(target: Target) -> str:
    """Return what the target lacks here and how it is installed; nothing if all is there.

    No library is imported for that, and no server started.
    """
    missing, extra = _missing(target), _extra(target)
    return f"{missing}: pip install 'crashqueue-faults[{extra}]'" if missing and extra else missing


def _missing(target: Target) -> str:
    if installed_version(target) is None:
        return f"{target.library} is not installed"
    if target.engine is Engine.POSTGRESQL and find_spec("psycopg") is None:
        return "psycopg is not installed"
    if target.engine in _PROGRAMS:
        try:
            _PROGRAMS[target.engine]()
        except ServerProgramsMissing as error:
            return error.message
    return ""


def _extra(target: Target) -> str | None:
    ours = metadata("crashqueue-faults").get_all("Provides-Extra") or []
    return target.name if target.name in ours else _SERVERS.get(target.engine)
