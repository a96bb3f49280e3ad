"""Huey: a consumer with threads, on SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.outcomes import Outcome
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

_LOST: Final = Quotation(
    text="Huey does not guarantee at-least-once delivery of messages, and does not do "
    "acknowledgement of completed tasks. This means that if you terminate the consumer without "
    "letting it finish any currently-executing tasks, those tasks will be lost.",
    source="https://huey.readthedocs.io/en/latest/consumer.html#consumer-shutdown",
)
_DEFAULT: Final = Configuration(
    name="default",
    settings={
        "huey": "SqliteHuey(filename=…)",
        "task": "@huey.task()",
        "consumer": "huey_consumer.py app.huey",
    },
    promise=Promise.NOT_STATED,
    quotation=_LOST,
    recovery="start the consumer again",
    patience_s=5.0,
    # Whoever has executed a task asks once more whether it was revoked meanwhile.
    ends="select value from kv",
    by_design={Outcome.LOST: _LOST},
)
_TABLES: Final = ("task", "schedule", "kv")


class Huey:
    """The target: SqliteHuey, and its consumer with one thread for tasks and one scheduler."""

    name = "huey"
    library = "huey"
    engine = Engine.SQLITE
    configurations: Sequence[Configuration] = (
        _DEFAULT,
        replace(
            _DEFAULT,
            name="retries",
            settings=dict(_DEFAULT.settings) | {"task": "@huey.task(retries=2, retry_delay=0)"},
        ),
    )

    def prepare(self) -> None:
        """Import the library."""
        import huey.consumer  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Make the tables."""
        application(store, configuration)

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Enqueue one task."""
        _, task = application(store, configuration)
        task()

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the consumer."""
        huey, _ = application(store, configuration)
        huey.create_consumer().run()

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Count the rows: a task that was taken leaves none, nor does one that returns None."""
        with closing(sqlite3.connect(store.folder / "huey.sqlite")) as connection:
            waiting, scheduled, results = (
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in _TABLES
            )
        content = f"{waiting} waiting, {scheduled} scheduled, {results} results"
        state = JobState.WAITING if waiting or scheduled else JobState.ABSENT
        return Sight(state=state, content=content)


def application(store: Store, configuration: Configuration) -> tuple[Any, Any]:
    """Return what a user's module holds: the queue, and its one task."""
    from huey import SqliteHuey

    huey = SqliteHuey(filename=str(store.folder / "huey.sqlite"))
    retries = 2 if configuration.name == "retries" else 0
    return huey, huey.task(retries=retries, retry_delay=0, name="perform")(perform)
