"""The durable queue. Each verb has a room: producing, consuming, sweeping, reading."""

from __future__ import annotations

from crashqueue_core.queue.consuming import Consuming
from crashqueue_core.queue.producing import Producing
from crashqueue_core.queue.reading import Reading
from crashqueue_core.queue.sweeping import Sweeping


class DurableQueue(Producing, Consuming, Sweeping, Reading):
    """A durable job queue in one SQLite file, with at-least-once execution.

    Each change is one short transaction that writes the job's row, the attempt concerned, and
    exactly one event. Threads may share one object; every process opens its own. Close it with
    `close()` or a `with` block; an object that is dropped closes itself.
    """


__all__ = ["DurableQueue"]
