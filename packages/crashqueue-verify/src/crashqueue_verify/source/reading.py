"""Reading a file that this very process may have open as a database.

On POSIX, whoever closes any descriptor of a file drops all locks that its process holds on it
(https://sqlite.org/howtocorrupt.html, "POSIX advisory locks canceled"). A queue that is open in
this process would go on without its locks, and another process could delete its write-ahead log. So
a descriptor of such a file is not closed, but kept and used again, until nobody else here has the
file open.
"""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_DESCRIPTORS: Final = Path("/dev/fd")
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

_Identity = tuple[int, int]

_lock: Final = threading.Lock()
_kept: Final[dict[_Identity, int]] = {}


@contextlib.contextmanager
def reading(path: Path) -> Iterator[int]:
    """Yield a descriptor to read the file through; its position belongs to the caller.

    Threads take turns. Raises what `os.open` raises.
    """
    with _lock:
        _close_unneeded()
        status = path.stat()
        descriptor = _kept.get((status.st_dev, status.st_ino))
        if descriptor is None:
            descriptor = os.open(path, _FLAGS)
        try:
            os.lseek(descriptor, 0, os.SEEK_SET)
            yield descriptor
        finally:
            _kept[_identity(descriptor)] = descriptor
            _close_unneeded()


def _close_unneeded() -> None:
    elsewhere = _open_elsewhere()
    for identity in [identity for identity in _kept if identity not in elsewhere]:
        os.close(_kept.pop(identity))


def _open_elsewhere() -> set[_Identity]:
    """Return the files that this process has open, other than through a kept descriptor."""
    if not _kept:
        return set()
    try:
        open_here = {int(entry.name) for entry in _DESCRIPTORS.iterdir()}
    except OSError:  # Windows, where locks belong to descriptors
        return set()
    found = set()
    for descriptor in open_here - set(_kept.values()):
        with contextlib.suppress(OSError):  # the one that listed the others is closed by now
            found.add(_identity(descriptor))
    return found


def _identity(descriptor: int) -> _Identity:
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino
