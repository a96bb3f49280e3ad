"""Where job ids and lease tokens come from: random in production, seeded in experiments."""

from __future__ import annotations

import hashlib
import os
from typing import Protocol


class Identity(Protocol):
    """A source of names that are never given twice."""

    def job_id(self, now_us: int) -> str:
        """Return a fresh job id for a job submitted at `now_us`."""
        ...

    def lease_token(self) -> str:
        """Return a fresh lease token."""
        ...


def _job_id(now_us: int, entropy: str) -> str:
    # The time leads, so that neighbours in time are neighbours in every index on job_id.
    return f"job-{now_us:014x}-{entropy[:20]}"


class RandomIdentity:
    """Names from the operating system's randomness; tokens cannot be guessed."""

    __slots__ = ()

    def job_id(self, now_us: int) -> str:
        """Return the time in hexadecimal followed by 80 random bits."""
        return _job_id(now_us, os.urandom(10).hex())

    def lease_token(self) -> str:
        """Return 128 random bits."""
        return f"lease-{os.urandom(16).hex()}"


class SeededIdentity:
    """The same names in the same order for the same seed; two processes need two seeds."""

    __slots__ = ("_drawn", "_seed")

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._drawn = 0

    def job_id(self, now_us: int) -> str:
        """Return the time in hexadecimal followed by 80 bits that the seed fixes."""
        return _job_id(now_us, self._draw())

    def lease_token(self) -> str:
        """Return 128 bits that the seed fixes."""
        return f"lease-{self._draw()[:32]}"

    def _draw(self) -> str:
        self._drawn += 1
        return hashlib.sha256(f"{self._seed}/{self._drawn}".encode()).hexdigest()


def process_worker_id() -> str:
    """Return a worker id that no other start of any process has.

    A name that a restarted process takes over would let its dead predecessor look alive.
    """
    return f"worker-{os.getpid()}-{os.urandom(4).hex()}"
