"""Huey: a consumer with threads, on SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

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

_DOCS = "https://huey.readthedocs.io/en/latest/"


class Huey:
    """The target: SqliteHuey and its consumer with one thread for jobs."""

    name = "huey"
    library = "huey"
    engine = Engine.SQLITE
    configurations: Sequence[Configuration] = (
        Configuration(
            name="default",
            settings={"huey": "SqliteHuey(filename=…)", "consumer": "huey_consumer.py app.huey"},
            promise=Promise.AT_MOST_ONCE,
            quotation=Quotation(text="", source=_DOCS),
            recovery="start the consumer again",
            patience_s=4.0,
            idle="select # from task where queue",
        ),
        Configuration(
            name="retries",
            settings={
                "huey": "SqliteHuey(filename=…)",
                "task": "@huey.task(retries=2, retry_delay=0)",
                "consumer": "huey_consumer.py app.huey",
            },
            promise=Promise.AT_MOST_ONCE,
            quotation=Quotation(text="", source=_DOCS),
            recovery="start the consumer again",
            patience_s=4.0,
            idle="select # from task where queue",
        ),
    )

    def prepare(self) -> None:
        """Import the library."""
        import huey  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Make the tables."""
        _application(store, configuration)

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Enqueue one task."""
        _application(store, configuration)[1]()

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the consumer."""
        from huey.consumer import Consumer

        huey, _ = _application(store, configuration)
        Consumer(huey).run()

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Count the rows: a task that was taken leaves none until its result is there."""
        with closing(sqlite3.connect(store.folder / "huey.sqlite")) as connection:
            waiting, scheduled = (
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("task", "schedule")
            )
        content = f"{waiting} waiting, {scheduled} scheduled"
        state = JobState.WAITING if waiting or scheduled else JobState.ABSENT
        return Sight(state=state, content=content)


def _application(store: Store, configuration: Configuration) -> tuple[Any, Any]:
    """Return what a user's module would hold: the queue, and its one task."""
    from huey import SqliteHuey

    huey = SqliteHuey(filename=str(store.folder / "huey.sqlite"))
    retries = 2 if configuration.name == "retries" else 0
    return huey, huey.task(retries=retries, name="perform")(perform)
