"""The helpers that carry out tasks: some processes, or none and all in this one."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from crashqueue_faults.errors import RehearsalInterrupted
from crashqueue_faults.sites.death import unwind_here
from crashqueue_faults.sites.tasks import Task, carry_out

Outcome = dict[str, Any]
Crew = Callable[[Sequence[Task]], Iterator[Outcome]]
"""Carries out tasks side by side; yields the outcomes in the tasks' order."""

# As in crash.py: -c rather than -m, and a warning is an error.
_COMMAND: Final = (
    sys.executable,
    "-W",
    "error",
    "-c",
    "from crashqueue_faults.sites.helper import main; main()",
)


def work_here(tasks: Sequence[Task]) -> Iterator[Outcome]:
    """Carry out the tasks in this process, where nothing dies for real."""
    for task in tasks:
        yield carry_out(task, unwind_here)


@contextmanager
def helpers(number: int) -> Iterator[Crew]:
    """Yield a crew of so many processes, which end with the block."""
    processes = [_start() for _ in range(number)]
    idle: queue.SimpleQueue[subprocess.Popen[str]] = queue.SimpleQueue()
    for process in processes:
        idle.put(process)

    def ask(task: Task) -> Outcome:
        process = idle.get()
        try:
            return _ask(process, task)
        finally:
            idle.put(process)

    try:
        with ThreadPoolExecutor(number) as pool:
            yield lambda tasks: pool.map(ask, tasks)
    finally:
        for process in processes:
            process.communicate()


def _start() -> subprocess.Popen[str]:
    return subprocess.Popen(
        _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )


def _ask(process: subprocess.Popen[str], task: Task) -> Outcome:
    if process.stdin is None or process.stdout is None:
        raise TypeError("a helper is started with pipes")
    try:
        process.stdin.write(json.dumps(task.as_dict()) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:
        raise RehearsalInterrupted(
            "a helper process ended before its task was done", task=task.as_dict()
        )
    outcome: Outcome = json.loads(answer)
    return outcome
