"""One execution of a handler: what the handler sees, and the thread that keeps its lease alive."""

from __future__ import annotations

import queue
import threading
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
    """Renews one execution's lease from a thread of its own while the `with` block runs."""

    def __init__(
        self,
        queue: JobQueue,
        execution: Execution,
        *,
        lease_duration_us: int,
        interval_us: int,
    ) -> None:
        self._queue = queue
        self._execution = execution
        self._lease_duration_us = lease_duration_us
        self._interval_s = interval_us / 1_000_000
        self._done = threading.Event()
        self._crash: SimulatedCrash | None = None
        self._thread = threading.Thread(target=self._keep, name="lease-keeper", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._done.set()
        self._thread.join()
        if self._crash is not None:
            raise self._crash

    def _keep(self) -> None:
        while not self._done.wait(self._interval_s):
            try:
                self._renew()
            except LeaseLost:
                self._execution.note_lease_lost()
                return
            except SimulatedCrash as crash:
                self._crash = crash
                return
            except StoreError:
                # Busy, full or failing now; the lease may outlive it. If not, LeaseLost says so.
                continue

    def _renew(self) -> None:
        self._queue.heartbeat(
            **held_lease(self._execution.job), lease_duration_us=self._lease_duration_us
        )
