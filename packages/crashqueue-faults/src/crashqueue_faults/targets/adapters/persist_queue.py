"""persist-queue: its queue with acknowledgements, for loops that its users write themselves."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.target import (
    Configuration,
    Engine,
    JobState,
    Promise,
    Quotation,
    Role,
    Sight,
    Store,
)

_DEFAULT: Final = Configuration(
    name="default",
    settings={
        "queue": "SQLiteAckQueue(path)",
        "worker": "while True: item = queue.get(); perform(); queue.ack(item)",
    },
    promise=Promise.NOT_STATED,
    quotation=Quotation(
        text="Recoverable: Items can be read after process restart",
        source="https://pypi.org/project/persist-queue/1.1.0/",
    ),
    recovery="start the worker again: by default (auto_resume=True) a queue that is opened makes "
    "ready what was taken and not acknowledged",
    patience_s=3.0,
    settling_s=0.1,
    ends=r"^COMMIT",
)
_STATES: Final = {
    0: JobState.WAITING,
    1: JobState.WAITING,
    2: JobState.RUNNING,
    5: JobState.DONE,
    9: JobState.FAILED,
}


class PersistQueue:
    """The target: SQLiteAckQueue with one consumer."""

    name = "persist-queue"
    library = "persist-queue"
    engine = Engine.SQLITE
    configurations: Sequence[Configuration] = (
        _DEFAULT,
        replace(
            _DEFAULT,
            name="without-resume",
            settings=dict(_DEFAULT.settings) | {"queue": "SQLiteAckQueue(path, auto_resume=False)"},
            recovery="start the worker again",
        ),
    )

    def prepare(self) -> None:
        """Import the library."""
        import persistqueue  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Make the table."""
        _open(store, configuration)

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Put one item."""
        _open(store, configuration).put("job-1")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Get, do the work, acknowledge."""
        queue = _open(store, configuration)
        while True:
            item = queue.get()
            perform()
            queue.ack(item)

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the one row."""
        with closing(sqlite3.connect(store.folder / "data.db")) as connection:
            (status,) = connection.execute("SELECT status FROM ack_queue_default").fetchone()
        return Sight(state=_STATES[status], content=f"status {status}")


def _open(store: Store, configuration: Configuration) -> Any:
    from persistqueue import SQLiteAckQueue

    resumes = configuration.name != "without-resume"
    return SQLiteAckQueue(str(store.folder), auto_resume=resumes)
