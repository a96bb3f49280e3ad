"""When a database was last written: a moment that the file system knows and the rows may not."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from crashqueue_verify.errors import DatabaseNotFound, Unreadable


def modified_at_us(path: str | os.PathLike[str]) -> int:
    """Return the newest modification of the file at `path`, its -wal and its -journal.

    A writer that has its log open touches the main file at checkpoints only.
    """
    source = Path(os.path.realpath(path))
    try:
        newest_ns = source.stat().st_mtime_ns
    except (FileNotFoundError, NotADirectoryError):
        raise DatabaseNotFound("there is no file at this path") from None
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error.strerror}") from None
    for suffix in ("-wal", "-journal"):
        with contextlib.suppress(OSError):
            newest_ns = max(newest_ns, Path(f"{source}{suffix}").stat().st_mtime_ns)
    return newest_ns // 1_000
