"""SQLite's own randomness, fixed: the salts of its log and journal are part of what is recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

import apsw


class FixedRandomness(apsw.VFS):
    """The operating system's VFS, but for its randomness. The default one while it lives."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._asked = 0
        super().__init__("crashqueue-fixed-randomness", "", makedefault=True)

    def xRandomness(self, numbytes: int) -> bytes:  # noqa: N802 - the name is SQLite's
        """Return bytes that the seed fixes."""
        self._asked += 1
        return hashlib.shake_256(f"{self._seed}/{self._asked}".encode()).digest(numbytes)


@contextmanager
def fixed_randomness(seed: str) -> Iterator[None]:
    """Let SQLite draw what `seed` fixes, from the start of the block to its end."""
    vfs = FixedRandomness(seed)
    try:
        apsw.randomness(0)  # forgets the generator's state, so that it asks the VFS again
        yield
    finally:
        vfs.unregister()
        apsw.randomness(0)
