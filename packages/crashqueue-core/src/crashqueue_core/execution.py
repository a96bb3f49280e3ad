"""One execution of a handler: what the handler sees, and the thread that keeps its lease alive."""

from __future__ import annotations

import threading
from typing import Self

from crashqueue_core.errors import LeaseLost, StoreError
from crashqueue_core.model import Job
from crashqueue_core.queue import DurableQueue


class PermanentFailure(Exception):
    """Raised by a handler when trying again cannot help: the job becomes a dead letter."""


class ReleaseJob(Exception):
    """Raised by a handler that has done nothing yet and hands the job back, at no cost."""


class Execution:
    """What a handler is given: its job, and two questions it may ask while it works."""

    def __init__(self, job: Job, stop: threading.Event) -> None:
        self.job = job
        self._stop = stop
        self._lost = threading.Event()

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
        queue: DurableQueue,
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
        self._thread = threading.Thread(target=self._keep, name="lease-keeper", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._done.set()
        self._thread.join()

    def _keep(self) -> None:
        while not self._done.wait(self._interval_s):
            try:
                self._renew()
            except LeaseLost:
                self._execution.note_lease_lost()
                return
            except StoreError:
                # Busy, full or failing now; the lease may outlive it. If not, LeaseLost says so.
                continue

    def _renew(self) -> None:
        job = self._execution.job
        self._queue.heartbeat(
            job_id=job.job_id,
            worker_id=job.lease_worker_id or "",
            lease_token=job.lease_token or "",
            lease_duration_us=self._lease_duration_us,
        )
