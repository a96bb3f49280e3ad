"""PgQueuer: an asyncio worker on one connection to PostgreSQL, through psycopg or asyncpg."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from importlib import import_module
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

_AT_LEAST_ONCE: Final = Quotation(
    text="A job may run more than once; PgQueuer does not attempt exactly-once. When a worker "
    "crashes between claim and completion, the job is re-delivered to another worker.",
    source="https://github.com/janbjorge/pgqueuer/blob/main/docs/adr/"
    "ADR-0004-delivery-is-at-least-once.md",
)
_RECOVERY: Final = (
    "start the worker again; each dequeue_timeout it looks for jobs with a heartbeat older than "
    "heartbeat_timeout"
)
_STATES: Final = {
    "queued": JobState.WAITING,
    "picked": JobState.RUNNING,
    "successful": JobState.DONE,
    "exception": JobState.FAILED,
    "failed": JobState.FAILED,
    "canceled": JobState.FAILED,
    "deleted": JobState.FAILED,
}
_HOLD: Final = "hold"
_DEQUEUE_S: Final = 1
_STALE_S: Final = {"psycopg-hold": 10, "asyncpg-hold": 2}
"""The documentation bounds heartbeat_timeout from below for psycopg, whose listener holds the
connection for a second at a time."""
_BEGINS: Final = "^LISTEN"
_ENDS: Final = "FROM merged"
_IDLE: Final = "FROM claimed|AS queued_work|AS eta|picked_jobs"


def _configurations(driver: str, connect: str) -> tuple[Configuration, ...]:
    """Return the library's defaults, and what its documentation says against failures."""
    name = driver.removesuffix("Driver").lower()
    factory = f"PgQueuer({driver}(await {connect}))"
    stale_s = _STALE_S[f"{name}-{_HOLD}"]
    after = "{} (heartbeat_timeout: {} s, dequeue_timeout: {} s)"
    return (
        Configuration(
            name=name,
            settings={"factory": factory, "worker": "pgqueuer.run(factory)"},
            promise=Promise.AT_LEAST_ONCE,
            quotation=_AT_LEAST_ONCE,
            recovery=after.format(_RECOVERY, 30, 30),
            patience_s=100.0,
            begins=_BEGINS,
            ends=_ENDS,
            idle=_IDLE,
        ),
        Configuration(
            name=f"{name}-{_HOLD}",
            settings={
                "factory": factory,
                "entrypoint": "@pgq.entrypoint('perform', concurrency_limit=1, "
                "on_failure='hold', executor_factory=DatabaseRetryEntrypointExecutor)",
                "worker": f"pgqueuer.run(factory, heartbeat_timeout=timedelta(seconds={stale_s}), "
                f"dequeue_timeout=timedelta(seconds={_DEQUEUE_S}))",
            },
            promise=Promise.AT_LEAST_ONCE,
            quotation=_AT_LEAST_ONCE,
            recovery=after.format(_RECOVERY, stale_s, _DEQUEUE_S),
            patience_s=40.0,
            begins=_BEGINS,
            ends=_ENDS,
            idle=_IDLE,
        ),
    )


class Pgqueuer:
    """The target: a PgQueuer with one entry point, run as `pgq run` does."""

    name = "pgqueuer"
    library = "pgqueuer"
    engine = Engine.POSTGRESQL
    configurations: Sequence[Configuration] = (
        *_configurations("PsycopgDriver", "psycopg.AsyncConnection.connect(autocommit=True)"),
        *_configurations("AsyncpgDriver", "asyncpg.connect()"),
    )

    def prepare(self) -> None:
        """Import the library and its drivers."""
        for name in ("asyncpg", "pgqueuer", "psycopg"):
            import_module(name)

    def create(self, store: Store, configuration: Configuration) -> None:
        """Install the schema."""
        asyncio.run(_with_queries(store, configuration, lambda queries: queries.install()))

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Enqueue one job."""
        asyncio.run(
            _with_queries(store, configuration, lambda queries: queries.enqueue("perform", None))
        )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker."""
        import pgqueuer

        @asynccontextmanager
        async def factory() -> AsyncIterator[Any]:
            async with connected(store, configuration) as driver:
                yield application(driver, configuration)

        asyncio.run(pgqueuer.run(factory, **_limits(configuration)))

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the job's row, or how it was logged when it had none any more."""
        import psycopg

        with closing(psycopg.connect(store.address)) as connection:
            row = connection.execute("SELECT status::text, attempts FROM pgqueuer").fetchone()
            logged = [
                status
                for (status,) in connection.execute(
                    "SELECT status::text FROM pgqueuer_log ORDER BY id"
                )
            ]
        content = f"{row}, logged: {logged}"
        if row is not None:
            return Sight(state=_STATES[row[0]], content=content)
        return Sight(state=_STATES[logged[-1]] if logged else JobState.ABSENT, content=content)


def application(driver: Any, configuration: Configuration) -> Any:
    """Return what a user's factory would: a PgQueuer with its entry point."""
    from pgqueuer import PgQueuer

    async def perform_job(_job: Any) -> None:
        perform()

    queuer = PgQueuer(driver)
    queuer.entrypoint("perform", **_options(configuration))(perform_job)
    return queuer


def _options(configuration: Configuration) -> Mapping[str, Any]:
    """Return how the entry point is registered."""
    from pgqueuer.executors import DatabaseRetryEntrypointExecutor

    if not configuration.name.endswith(_HOLD):
        return {}
    return {
        "concurrency_limit": 1,
        "on_failure": "hold",
        "executor_factory": DatabaseRetryEntrypointExecutor,
    }


def _limits(configuration: Configuration) -> Mapping[str, Any]:
    """Return the limits of the worker."""
    if not configuration.name.endswith(_HOLD):
        return {}
    return {
        "heartbeat_timeout": timedelta(seconds=_STALE_S[configuration.name]),
        "dequeue_timeout": timedelta(seconds=_DEQUEUE_S),
    }


async def _with_queries(
    store: Store, configuration: Configuration, do: Callable[[Any], Any]
) -> None:
    """Do something with the library's queries."""
    from pgqueuer.queries import Queries

    async with connected(store, configuration) as driver:
        await do(Queries(driver))


@asynccontextmanager
async def connected(store: Store, configuration: Configuration) -> AsyncIterator[Any]:
    """Yield the library's driver on a connection."""
    import asyncpg
    import psycopg
    from pgqueuer.db import AsyncpgDriver, PsycopgDriver
    from psycopg.conninfo import conninfo_to_dict

    if configuration.name.startswith("psycopg"):
        opened = await psycopg.AsyncConnection.connect(store.address, autocommit=True)
        async with opened as connection:
            yield PsycopgDriver(connection)
        return
    words = conninfo_to_dict(store.address)
    connection = await asyncpg.connect(
        host=words["host"], user=words["user"], database=words["dbname"]
    )
    try:
        yield AsyncpgDriver(connection)
    finally:
        await connection.close()
