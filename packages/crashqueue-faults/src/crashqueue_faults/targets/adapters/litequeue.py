"""litequeue: a queue in one table of a SQLite file, for loops that its users write themselves."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

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

TABLE: Final = "queue"
_STATES: Final = {
    0: JobState.WAITING,
    1: JobState.RUNNING,
    2: JobState.DONE,
    3: JobState.FAILED,
}


class Litequeue:
    """The target: pop, do the work, done; recovery is a loop of the user's over stale messages."""

    name = "litequeue"
    library = "litequeue"
    engine = Engine.SQLITE
    configurations: Sequence[Configuration] = (
        Configuration(
            name="default",
            settings={"LiteQueue": "LiteQueue(path)", "worker": "while message := q.pop(): …"},
            promise=Promise.NOT_STATED,
            quotation=Quotation(text="", source="https://github.com/litements/litequeue"),
            recovery="start the worker again",
            patience_s=2.0,
            idle=r"UPDATE queue SET status",
        ),
    )

    def prepare(self) -> None:
        """Import the library."""
        import litequeue  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Make the table."""
        from litequeue import LiteQueue

        LiteQueue(str(_file(store)))

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Put one message."""
        from litequeue import LiteQueue

        LiteQueue(str(_file(store))).put("job-1")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Pop until there is nothing."""
        from litequeue import LiteQueue

        queue = LiteQueue(str(_file(store)))
        while (message := queue.pop()) is not None:
            perform()
            queue.done(message.message_id)

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the one row."""
        with closing(sqlite3.connect(_file(store))) as connection:
            row = connection.execute("SELECT status FROM Queue").fetchone()
        if row is None:
            return Sight(state=JobState.ABSENT)
        return Sight(state=_STATES[row[0]], content=str(row[0]))


def _file(store: Store) -> Path:
    return store.folder / "queue.sqlite"
