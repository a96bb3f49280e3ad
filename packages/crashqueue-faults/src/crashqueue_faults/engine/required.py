"""Whether the engine is installed: it is an extra, and most of the laboratory works without it."""

from __future__ import annotations

from importlib import import_module

from crashqueue_faults.errors import EngineMissing


def require_engine() -> None:
    """Raise EngineMissing unless APSW can be imported."""
    try:
        import_module("apsw")
    except ImportError as error:
        raise EngineMissing("the experiment needs APSW, which is not installed") from error


def engine_sqlite_version() -> str | None:
    """Return the version of the SQLite that APSW brings, or None without APSW."""
    try:
        version: str = import_module("apsw").sqlite_lib_version()
    except ImportError:
        return None
    return version
