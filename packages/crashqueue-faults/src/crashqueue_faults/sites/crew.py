"""The helpers that carry out tasks: some processes, or none and all in this one."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import IO, Any, Final, cast

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
    staff = [_Helper() for _ in range(number)]
    idle: queue.SimpleQueue[_Helper] = queue.SimpleQueue()
    for helper in staff:
        idle.put(helper)

    def ask(task: Task) -> Outcome:
        helper = idle.get()
        try:
            return helper.ask(task)
        finally:
            idle.put(helper)

    try:
        with ThreadPoolExecutor(number) as pool:
            yield lambda tasks: pool.map(ask, tasks)
    finally:
        for helper in staff:
            helper.end()


class _Helper:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._orders = cast("IO[str]", self._process.stdin)
        self._answers = cast("IO[str]", self._process.stdout)

    def end(self) -> None:
        """Let it finish: there are no more orders."""
        self._process.communicate()

    def ask(self, task: Task) -> Outcome:
        """Return what the helper answers to this task."""
        answer = ""
        # A helper that has ended reads no more, and answers nothing.
        with suppress(BrokenPipeError):
            self._orders.write(json.dumps(task.as_dict()) + "\n")
            self._orders.flush()
            answer = self._answers.readline()
        if not answer:
            raise RehearsalInterrupted(
                "a helper process ended before its task was done", task=task.without_address()
            )
        outcome: Outcome = json.loads(answer)
        return outcome
