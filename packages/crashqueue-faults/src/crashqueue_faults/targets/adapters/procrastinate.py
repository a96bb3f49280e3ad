"""Procrastinate: an asyncio worker with a pool of connections, on PostgreSQL."""

from __future__ import annotations

import asyncio
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

_STALLED: Final = (
    "https://procrastinate.readthedocs.io/en/stable/howto/production/retry_stalled_jobs.html"
)
_LEFT_ALONE: Final = Quotation(
    text="if no specific action is taken, these stalled jobs will remain in the queue forever, "
    "and their execution will never resume",
    source=_STALLED,
)
_STATES: Final = {
    "todo": JobState.WAITING,
    "doing": JobState.RUNNING,
    "aborting": JobState.RUNNING,
    "succeeded": JobState.DONE,
    "failed": JobState.FAILED,
    "cancelled": JobState.FAILED,
    "aborted": JobState.FAILED,
}
_JOBS: Final = "SELECT task_name, status, attempts FROM procrastinate_jobs ORDER BY id"
_BEGINS: Final = "procrastinate_prune_stalled_workers"
_ENDS: Final = "^COMMIT of SELECT procrastinate_finish_job"
_DEFAULT: Final = "default"
_SUCCESSOR: Final = "retry-stalled-successor"
_STALE_S: Final = 4.0
_APP: Final = "App(connector=PsycopgConnector())"
_RETRYING: Final = Configuration(
    name="retry-stalled",
    settings={
        "app": _APP,
        "retry_stalled_jobs": "the periodic task of the documentation, in the worker that is "
        "started after the crash, with cron='* * * * * *' and "
        "get_stalled_jobs(seconds_since_heartbeat=4.0)",
        "worker": "run_worker_async(update_heartbeat_interval=2.0, stalled_worker_timeout=4.0)",
    },
    promise=Promise.AT_LEAST_ONCE,
    quotation=Quotation(
        text="if you have multiple workers, and, for some reason, one of them gets killed "
        "while running jobs, then one of the remaining workers will run the "
        "retry_stalled_jobs task, marking the stalled jobs for retry",
        source=_STALLED,
    ),
    recovery="start the worker again; its periodic task retries stalled jobs",
    patience_s=30.0,
    begins=_BEGINS,
    ends=_ENDS,
)


class Procrastinate:
    """The target: an App with a PsycopgConnector, and its worker."""

    name = "procrastinate"
    library = "procrastinate"
    engine = Engine.POSTGRESQL
    configurations: Sequence[Configuration] = (
        Configuration(
            name=_DEFAULT,
            settings={"app": _APP, "worker": "run_worker_async()"},
            promise=Promise.NOT_STATED,
            quotation=_LEFT_ALONE,
            recovery="start the worker again",
            patience_s=10.0,
            begins=_BEGINS,
            ends=_ENDS,
            by_design={Outcome.STRANDED: _LEFT_ALONE},
        ),
        _RETRYING,
        replace(
            _RETRYING,
            name=_SUCCESSOR,
            settings={
                **_RETRYING.settings,
                "task": "first defers its successor: configure_task('perform', "
                "queueing_lock='perform', schedule_in={'hours': 1}).defer_async()",
            },
        ),
    )

    def prepare(self) -> None:
        """Import the library."""
        import procrastinate  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Apply the schema."""

        async def create() -> None:
            app = application(store, configuration)
            async with app.open_async():
                await app.schema_manager.apply_schema_async()

        asyncio.run(create())

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Defer one job."""

        async def enqueue() -> None:
            app = application(store, configuration)
            async with app.open_async():
                await app.configure_task("perform", **_lock(configuration)).defer_async()

        asyncio.run(enqueue())

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker.

        The one that is crashed has no periodic task: which job it would be at when a command of
        the other is sent is chance.
        """

        async def work() -> None:
            app = application(store, configuration)
            if role is Role.RECOVERING and configuration.name != _DEFAULT:
                retry_stalled_jobs(app)
            async with app.open_async():
                await app.run_worker_async(**_limits(configuration))

        asyncio.run(work())

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the jobs, the periodic ones too, and count the workers."""
        import psycopg

        with closing(psycopg.connect(store.address)) as connection:
            jobs = connection.execute(_JOBS).fetchall()
            workers = connection.execute("SELECT count(*) FROM procrastinate_workers").fetchone()
        state = next((_STATES[status] for task, status, _ in jobs if task == "perform"), None)
        return Sight(state=state or JobState.ABSENT, content=f"{jobs}, workers: {workers}")


def application(store: Store, configuration: Configuration) -> Any:
    """Return what a user's module would hold: the app with its task."""
    from procrastinate import App, PsycopgConnector

    async def perform_job(context: Any) -> None:
        if lock := _lock(configuration):
            successor = context.app.configure_task("perform", schedule_in={"hours": 1}, **lock)
            await successor.defer_async()
        perform()

    app = App(connector=PsycopgConnector(conninfo=store.address))
    app.task(name="perform", pass_context=True)(perform_job)
    return app


def _lock(configuration: Configuration) -> dict[str, str]:
    """Return with what a job is deferred."""
    return {"queueing_lock": "perform"} if configuration.name == _SUCCESSOR else {}


def retry_stalled_jobs(app: Any) -> None:
    """Add the periodic task of the documentation."""

    async def retry(context: Any, **_timestamp: int) -> None:
        manager = context.app.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=_STALE_S):
            await manager.retry_job(job)

    name = "retry_stalled_jobs"
    task = app.task(name=name, queueing_lock=name, pass_context=True)(retry)
    app.periodic(cron="* * * * * *")(task)


def _limits(configuration: Configuration) -> dict[str, float]:
    """Return the limits of the worker."""
    if configuration.name == _DEFAULT:
        return {}
    return {"update_heartbeat_interval": _STALE_S / 2, "stalled_worker_timeout": _STALE_S}
