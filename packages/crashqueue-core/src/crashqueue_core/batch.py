"""Jobs that a worker claimed together, executed one after another."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from crashqueue_core.acknowledging import Acknowledger, ExecutionOutcome, Finished
from crashqueue_core.boundaries import SimulatedCrash
from crashqueue_core.errors import QueueError
from crashqueue_core.execution import Execution
from crashqueue_core.model import Job

LONGEST_WAIT_S: Final = 0.1
"""For so long a batch may run before a success waits for no further handler."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionReport:
    """One execution: the job as it was claimed, and what became of it."""

    job: Job
    outcome: ExecutionOutcome


Execute = Callable[[Execution], ExecutionOutcome | Finished]
"""Executes, and returns what the queue was told; or the result, of which it was told nothing."""


class Batch:
    """Executions whose leases are held at once, and whose successes are acknowledged together."""

    def __init__(
        self,
        executions: Iterable[Execution],
        acknowledger: Acknowledger,
        report: Callable[[ExecutionReport], None],
    ) -> None:
        self._waiting = deque(executions)
        self._finished: list[Finished] = []
        self._acknowledger = acknowledger
        self._report = report

    def run(self, execute: Execute) -> None:
        """Execute and acknowledge all of them, reporting each.

        Whatever ends this early: what is done is acknowledged, what was not begun is given back.
        """
        try:
            self._run(execute)
        except SimulatedCrash:
            raise
        except BaseException:
            with suppress(QueueError):
                self._acknowledge()
                for execution in self._waiting:
                    self._acknowledger.release(execution)
            raise

    def _run(self, execute: Execute) -> None:
        begun_s = time.monotonic()
        while self._waiting:
            execution = self._waiting.popleft()
            end = execute(execution)
            if isinstance(end, Finished):
                self._finished.append(end)
            else:
                self._report(ExecutionReport(job=execution.job, outcome=end))
            if time.monotonic() > begun_s + LONGEST_WAIT_S:
                self._acknowledge()
        self._acknowledge()

    def _acknowledge(self) -> None:
        finished, self._finished = self._finished, []
        outcomes = self._acknowledger.succeed(finished)
        for each, outcome in zip(finished, outcomes, strict=True):
            self._report(ExecutionReport(job=each.execution.job, outcome=outcome))
