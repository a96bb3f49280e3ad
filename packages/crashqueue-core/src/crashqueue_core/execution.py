"""One execution of a handler: what the handler sees, and the thread that keeps leases alive."""

from __future__ import annotations

import queue
import threading
import time
from contextlib import suppress
from typing import Self, TypedDict

from crashqueue_core.boundaries import SimulatedCrash
from crashqueue_core.canonical import JSONValue
from crashqueue_core.errors import LeaseLost, StoreError
from crashqueue_core.model import Job
from crashqueue_core.queue import JobQueue


class PermanentFailure(Exception):
    """Raised by a handler when trying again cannot help: the job becomes a dead letter."""


class ReleaseJob(Exception):
    """Raised by a handler that has done nothing yet and hands the job back, at no cost."""


class StopRequest:
    """A flag that even a signal handler may set.

    `threading.Event` is not such a flag: its lock may be held by the very code that the signal
    interrupts. SimpleQueue is documented to be reentrant.
    """

    def __init__(self) -> None:
        self._wake: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._is_set = False

    def set(self) -> None:
        """Ask to stop, and end a `wait`."""
        self._is_set = True
        self._wake.put(None)

    def nudge(self) -> None:
        """End a `wait`, the present one or the next, without asking to stop."""
        if self._wake.empty():
            self._wake.put(None)

    def is_set(self) -> bool:
        """Return whether anyone asked to stop."""
        return self._is_set

    def wait(self, timeout_s: float) -> None:
        """Return after `timeout_s` seconds, or as soon as a stop is requested or a nudge given."""
        if not self._is_set:
            with suppress(queue.Empty):
                self._wake.get(timeout=timeout_s)


class HeldLease(TypedDict):
    """The arguments by which a worker proves its lease."""

    job_id: str
    worker_id: str
    lease_token: str
    fence: int


def held_lease(job: Job) -> HeldLease:
    """Return the proof of the lease under which `job` was claimed."""
    return {
        "job_id": job.job_id,
        "worker_id": job.lease_worker_id or "",
        "lease_token": job.lease_token or "",
        "fence": job.fence,
    }


class Execution:
    """What a handler is given: its job, and what it may ask and say while it works."""

    def __init__(self, job: Job, stop: StopRequest, queue: JobQueue) -> None:
        self.job = job
        self._stop = stop
        self._queue = queue
        self._lost = threading.Event()

    @property
    def fence(self) -> int:
        """The fence of this execution's lease; every later claim of the job has a greater one.

        A store that remembers the greatest fence it has seen can refuse a stale writer.
        """
        return self.job.fence

    def save_checkpoint(self, checkpoint: JSONValue, checkpoint_version: int | None = None) -> None:
        """Store what the next attempt finds as its job's `checkpoint`.

        A new format of the checkpoint has a new `checkpoint_version`; without one it is the same.
        Raises LeaseLost when another attempt may be running, and what `JobQueue.checkpoint` raises.
        """
        self._queue.checkpoint(
            **held_lease(self.job), checkpoint=checkpoint, checkpoint_version=checkpoint_version
        )

    @property
    def stop_requested(self) -> bool:
        """Whether the worker was asked to stop; a long handler may finish early or release."""
        return self._stop.is_set()

    @property
    def lease_lost(self) -> bool:
        """Whether a heartbeat was refused. Another attempt may run: stop, and change nothing."""
        return self._lost.is_set()

    def note_lease_lost(self) -> None:
        """Record that a heartbeat was refused."""
        self._lost.set()


class LeaseKeeper:
    """Renews the leases of executions, each every `interval_us`, while the `with` block runs.

    One thread does it for all of them: to start one takes longer than many a job does.
    """

    def __init__(self, queue: JobQueue, *, lease_duration_us: int, interval_us: int) -> None:
        self._queue = queue
        self._lease_duration_us = lease_duration_us
        self._interval_s = interval_us / 1_000_000
        self._due_s: dict[Execution, float] = {}
        self._changed = threading.Condition()
        self._rests = self._is_closed = False
        self._crash: SimulatedCrash | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def keep(self, execution: Execution) -> None:
        """Renew the lease of this execution from now on."""
        with self._changed:
            self._due_s[execution] = time.monotonic() + self._interval_s
            if self._rests:  # it sleeps no longer than until the first of the others is due
                self._changed.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="lease-keeper", daemon=True)
            self._thread.start()

    def forget(self, execution: Execution) -> None:
        """Renew the lease no longer; a renewal that is under way ends first.

        Raises the crash that was simulated in a renewal of any lease.
        """
        with self._changed:
            self._due_s.pop(execution, None)
        if self._crash is not None:
            raise self._crash

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed and self._crash is None:
                self._rests = not self._due_s
                self._changed.wait(self._pause_s())
                self._renew_due(time.monotonic())

    def _pause_s(self) -> float | None:
        return max(0, min(self._due_s.values()) - time.monotonic()) if self._due_s else None

    def _renew_due(self, now_s: float) -> None:
        for execution in [each for each, due_s in self._due_s.items() if due_s <= now_s]:
            try:
                self._renew(execution)
            except LeaseLost:
                execution.note_lease_lost()
                del self._due_s[execution]
                continue
            except SimulatedCrash as crash:
                self._crash = crash
                return
            except StoreError:
                # Busy, full or failing now; the lease may outlive it. If not, LeaseLost says so.
                pass
            self._due_s[execution] = time.monotonic() + self._interval_s

    def _renew(self, execution: Execution) -> None:
        self._queue.heartbeat(
            **held_lease(execution.job), lease_duration_us=self._lease_duration_us
        )
