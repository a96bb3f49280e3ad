"""litequeue: a queue in one table of a SQLite file, for loops that its users write themselves."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
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

PAUSE_S: Final = 0.05
LONGEST_LOCK_S: Final = 1
"""How old a lock has to be before its message is given to another: whole seconds in 0.9."""
_DEFAULT: Final = Configuration(
    name="default",
    settings={
        "queue": "LiteQueue(filename)",
        "worker": "while (message := queue.pop()) is not None: perform(); queue.done(…)",
    },
    promise=Promise.NOT_STATED,
    quotation=Quotation(
        text="Messages are interpreted as tasks, so after you `pop` a message, you need to mark "
        "its current claim as done when you finish processing it.",
        source="https://pypi.org/project/litequeue/0.14/",
    ),
    recovery="start the worker again",
    patience_s=2.0,
    settling_s=0.1,
    ends="done_time = :now",
)
_STATES: Final = {
    0: JobState.WAITING,
    1: JobState.RUNNING,
    2: JobState.DONE,
    3: JobState.FAILED,
}


class Litequeue:
    """The target: pop, do the work, done; recovery is a loop of the user's over stale locks."""

    name = "litequeue"
    library = "litequeue"
    engine = Engine.SQLITE
    configurations: Sequence[Configuration] = (
        _DEFAULT,
        replace(
            _DEFAULT,
            name="retry-expired",
            settings={
                "queue": "LiteQueue(filename)",
                "worker": "while True: retry what is locked for 1 s; pop; perform; done",
                "retry": "0.9: for m in list_locked(threshold_seconds=1): retry(m.message_id); "
                "later versions: retry_expired(threshold_seconds=1)",
            },
            quotation=Quotation(
                text="Use `retry_expired()` for atomic expired-claim recovery",
                source="https://pypi.org/project/litequeue/0.14/",
            ),
            recovery="start the worker again: it retries what is locked for more than 1 s",
            patience_s=6.0,
        ),
    )

    def prepare(self) -> None:
        """Import the library."""
        import litequeue  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Make the table."""
        open_queue(store)

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Put one message."""
        open_queue(store).put("job-1")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Pop until there is nothing; the worker that retries waits for more."""
        queue = open_queue(store)
        retries = configuration.name == "retry-expired"
        while True:
            if retries:
                _retry_expired(queue)
            message = queue.pop()
            if message is not None:
                perform()
                acknowledge(queue, message)
            elif retries:
                threading.Event().wait(PAUSE_S)
            else:
                return

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the one row."""
        with closing(sqlite3.connect(_file(store))) as connection:
            (status,) = connection.execute("SELECT status FROM Queue").fetchone()
        return Sight(state=_STATES[status], content=f"status {status}")


def open_queue(store: Store) -> Any:
    """Return the queue."""
    from litequeue import LiteQueue

    return LiteQueue(str(_file(store)))


def _retry_expired(queue: Any) -> None:
    """Do what the version at hand has for messages whose worker is gone."""
    if hasattr(queue, "retry_expired"):
        queue.retry_expired(threshold_seconds=LONGEST_LOCK_S)
        return
    for message in list(queue.list_locked(threshold_seconds=LONGEST_LOCK_S)):
        queue.retry(message.message_id)


def acknowledge(queue: Any, message: Any) -> None:
    """Acknowledge; since 0.13 whoever does so shows the number of the claim."""
    claim = {"claim_id": message.claim_id} if hasattr(message, "claim_id") else {}
    queue.done(message.message_id, **claim)


def _file(store: Store) -> Path:
    return store.folder / "queue.sqlite"
