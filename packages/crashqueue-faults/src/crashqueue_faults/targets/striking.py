"""How a worker dies: the process alone, or all of its processes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from crashqueue_faults.actions import exit_process
from crashqueue_faults.targets.target import Victim

VICTIM: Final = "CRASHQUEUE_VICTIM"
"""The environment variable that says what dies with a process that dies by its own hand."""
LINGERING_S: Final = 1.0
"""How long a job goes on after its worker was asked to end: the worker has time to react."""
LOOKS: Final = 500
LOOK_S: Final = 0.002
"""What is killed is gone a moment later; it is looked for so often, so far apart."""


def strike_here() -> None:
    """End this process as its environment says: alone, or with all of its session.

    Where nobody is to die, the worker's first process is asked to end, and this one lives on.
    """
    if os.environ.get(VICTIM) == Victim.NOBODY:
        os.kill(os.getsid(0), signal.SIGTERM)
        threading.Event().wait(LINGERING_S)
        return
    if os.environ.get(VICTIM) == Victim.TREE:
        kill_session(os.getsid(0), but=os.getpid())
    exit_process()


def strike_at(process_id: int, victim: Victim) -> None:
    """End another process, alone or with all of its session.

    Where a connection is the victim, whoever carries it closes it, and no process ends.
    """
    if victim is Victim.TREE:
        kill_session(os.getsid(process_id))
    elif victim is Victim.PROCESS:
        os.kill(process_id, signal.SIGKILL)


def kill_session(session: int, *, but: int = 0) -> None:
    """Kill every process of the session, but one if so told.

    A session and not a group of processes: RQ gives its work-horse a group of its own.
    """
    # Stopped first, or a child could be born between the look and the kill.
    for process_id in _others(session, but):
        _send(process_id, signal.SIGSTOP)
    # One that was born while the others were stopped may have had a child of its own since.
    for _ in range(LOOKS):
        if not (left := _others(session, but)):
            return
        for process_id in left:
            _send(process_id, signal.SIGKILL)
        threading.Event().wait(LOOK_S)


def _others(session: int, but: int) -> list[int]:
    return [process_id for process_id in _members(session) if process_id != but]


def _send(process_id: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it went by itself
        os.kill(process_id, number)


def _members(session: int) -> Iterator[int]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and _session_of(folder) == session:
            yield int(folder.name)


def _session_of(folder: Path) -> int:
    try:
        # The name of the program, in parentheses, may hold anything.
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return -1
    return int(fields[3]) if fields[0] != "Z" else -1
