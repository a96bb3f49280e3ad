"""What strikes at a fault point."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, NoReturn

from crashqueue_core import SimulatedCrash

Action = Callable[[], NoReturn]

CRASH_EXIT_CODE: Final = 86
"""The exit code of a child that an experiment ended; nothing else in the lab exits with it."""


def exit_process() -> NoReturn:
    """End this process at once: no clean-up, no flushing, no `finally`."""
    os._exit(CRASH_EXIT_CODE)


def raise_crash() -> NoReturn:
    """Unwind the stack instead of ending the process, for tests within one process."""
    raise SimulatedCrash
