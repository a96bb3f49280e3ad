"""Dying for real, cheaply: a child forked from an interpreter that has one thread and no queue."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NoReturn

from crashqueue_core import SimulatedCrash
from crashqueue_faults.actions import CRASH_EXIT_CODE, Action, exit_process, raise_crash
from crashqueue_faults.errors import PlatformUnsupported

CHILD_LIFETIME_S: Final = 60

Acknowledge = Callable[[], object]
Life = Callable[[Action, Acknowledge], None]
"""What a child does, given how it is to die, and whom to tell of each answer it gets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How a life ended, and how many operations had been answered by then."""

    exit_code: int
    acknowledged: int


Die = Callable[[Life], End]


def die_in_fork(life: Life) -> End:
    """Live this life in a forked child, to its end."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        live(life, lambda: os.write(tell, b"."))
    os.close(tell)
    with os.fdopen(told, "rb") as answers:
        acknowledged = len(answers.read())
    _, status = os.waitpid(child, 0)
    return End(exit_code=os.waitstatus_to_exitcode(status), acknowledged=acknowledged)


def live(
    life: Life, acknowledge: Acknowledge, leave: Callable[[int], NoReturn] = os._exit
) -> NoReturn:
    """Live, and leave without any of Python's cleaning up: 0 for a life that nothing ended."""
    signal.alarm(CHILD_LIFETIME_S)
    exit_code = 1
    try:
        life(exit_process, acknowledge)
        exit_code = 0
    except BaseException:
        # Whatever it is, it must not run on into the code of the parent.
        traceback.print_exc()
    leave(exit_code)


def unwind_here(life: Life) -> End:
    """Live this life in this process; where the child would die, unwind the stack."""
    answers: list[None] = []
    try:
        life(raise_crash, lambda: answers.append(None))
    except SimulatedCrash:
        return End(exit_code=CRASH_EXIT_CODE, acknowledged=len(answers))
    return End(exit_code=0, acknowledged=len(answers))


def require_fork() -> None:
    """Raise PlatformUnsupported where processes cannot be forked."""
    if not hasattr(os, "fork"):
        raise PlatformUnsupported("dying at every site needs fork(), which this platform lacks")
