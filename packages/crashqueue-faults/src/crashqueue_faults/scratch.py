"""Room for files that nobody keeps, in memory where the machine has a file system there."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_MEMORY_FILE_SYSTEM: Final = Path("/dev/shm")  # noqa: S108 - made private below


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yield a private folder, removed at the end."""
    parent = _MEMORY_FILE_SYSTEM if _MEMORY_FILE_SYSTEM.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="crashqueuelab-", dir=parent) as directory:
        yield Path(directory)
