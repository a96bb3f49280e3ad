"""Three queues on one PostgreSQL, each used as its documentation says, behind the same words.

A job does nothing. Times are those of the calls alone: a system is opened and its tables are made
before, and its worker stops by itself once there is no job left.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from importlib.metadata import version
from itertools import count
from typing import TypeVar

import uvloop
from pgqueuer import PgQueuer
from pgqueuer.adapters.connections import connect_asyncpg
from pgqueuer.db import AsyncpgDriver
from pgqueuer.models import Job
from pgqueuer.queries import Queries
from pgqueuer.types import QueueExecutionMode
from procrastinate import App, PsycopgConnector
from procrastinate.types import JSONDict

from crashqueue_core import DurableQueue, JobRequest
from crashqueue_core.worker import Worker

Answer = TypeVar("Answer")


class System(ABC):
    """A queue with one producer and one worker, both in this process."""

    name: str
    configuration: str
    batch_size = 1
    """How many jobs are claimed and acknowledged in one transaction."""

    @abstractmethod
    def submit(self, jobs: int) -> None:
        """Submit the jobs one by one, each durable before the next."""

    @abstractmethod
    def submit_batches(self, batches: int, size: int) -> None:
        """Submit batches of jobs, each batch in one transaction."""

    @abstractmethod
    def work(self) -> None:
        """Start a worker, execute what there is, and stop the worker."""

    @abstractmethod
    def close(self) -> None:
        """Close what was opened."""


class Ours(System):
    """This queue: one job, one attempt, three events."""

    def __init__(self, address: str, batch_size: int) -> None:
        self.name = f"crashqueue-core {version('crashqueue-core')}, batch_size={batch_size}"
        self.configuration = (
            f"DurableQueue(address), psycopg; Worker(queue, handler, batch_size={batch_size})"
            f".run(until_idle=True): claims and acknowledges up to {batch_size} in one transaction"
        )
        self.batch_size = batch_size
        self._queue = DurableQueue(address, schema=f"ours_{batch_size}")
        self._numbers = count()

    def submit(self, jobs: int) -> None:
        """Submit with a key each, as this queue wants it."""
        for _ in range(jobs):
            number = next(self._numbers)
            self._queue.submit(
                idempotency_key=f"job-{number}", job_type="nothing", payload={"n": number}
            )

    def submit_batches(self, batches: int, size: int) -> None:
        """Submit with submit_many."""
        for _ in range(batches):
            numbers = [next(self._numbers) for _ in range(size)]
            self._queue.submit_many(
                JobRequest(idempotency_key=f"job-{n}", job_type="nothing", payload={"n": n})
                for n in numbers
            )

    def work(self) -> None:
        """Run the Worker until nothing is due."""
        Worker(self._queue, lambda _: None, batch_size=self.batch_size).run(until_idle=True)

    def close(self) -> None:
        """Close the queue."""
        self._queue.close()


class AsyncSystem(System):
    """A queue whose calls are coroutines, on an event loop that lives as long as the system."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner = runner
        self._opened = AsyncExitStack()

    def close(self) -> None:
        """Close the connections and the loop."""
        self.run(self._opened.aclose())
        self._runner.close()

    def run(self, work: Coroutine[object, object, Answer]) -> Answer:
        """Run the coroutine to its end."""
        return self._runner.run(work)


class Procrastinate(AsyncSystem):
    """Procrastinate: its asynchronous connector and pool, its worker with every default."""

    name = f"Procrastinate {version('procrastinate')}"
    configuration = (
        "App(connector=PsycopgConnector(conninfo=address)); task.defer_async, "
        "task.batch_defer_async; app.run_worker_async(wait=False): concurrency 1, delete_jobs never"
    )

    def __init__(self, address: str) -> None:
        super().__init__(asyncio.Runner())
        self._app = App(connector=PsycopgConnector(conninfo=address))

        @self._app.task(name="nothing")
        async def nothing(n: int) -> None: ...

        self._task = nothing
        self.run(self._open())

    async def _open(self) -> None:
        await self._opened.enter_async_context(self._app.open_async())
        await self._app.schema_manager.apply_schema_async()

    def submit(self, jobs: int) -> None:
        """Defer one by one."""
        self.run(self._submit(jobs))

    async def _submit(self, jobs: int) -> None:
        for number in range(jobs):
            await self._task.defer_async(n=number)

    def submit_batches(self, batches: int, size: int) -> None:
        """Defer with batch_defer_async."""
        self.run(self._submit_batches(batches, size))

    async def _submit_batches(self, batches: int, size: int) -> None:
        jobs: list[JSONDict] = [{"n": number} for number in range(size)]
        for _ in range(batches):
            await self._task.batch_defer_async(*jobs)

    def work(self) -> None:
        """Run the worker until there is no job."""
        self.run(self._app.run_worker_async(wait=False))


class PgQueuers(AsyncSystem):
    """PgQueuer: asyncpg and uvloop as its own command line has them, its worker in drain mode."""

    def __init__(self, address: str, batch_size: int) -> None:
        super().__init__(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        self.name = f"PgQueuer {version('pgqueuer')}, batch_size={batch_size}"
        self.configuration = (
            f"AsyncpgDriver, asyncpg {version('asyncpg')}, uvloop {version('uvloop')}; "
            f"queries.enqueue; PgQueuer.run(batch_size={batch_size}, mode=drain): "
            f"claims and acknowledges up to {batch_size} in one transaction; durability durable"
        )
        self.batch_size = batch_size
        self._queries = self.run(self._open(address))

    async def _open(self, address: str) -> Queries:
        connection = await self._opened.enter_async_context(connect_asyncpg(address))
        self._consumer = await self._opened.enter_async_context(connect_asyncpg(address))
        queries = Queries(AsyncpgDriver(connection))
        if not await queries.schema_is_installed():
            await queries.install()
        return queries

    def submit(self, jobs: int) -> None:
        """Enqueue one by one."""
        self.run(self._submit(jobs))

    async def _submit(self, jobs: int) -> None:
        for number in range(jobs):
            await self._queries.enqueue("nothing", b'{"n":%d}' % number)

    def submit_batches(self, batches: int, size: int) -> None:
        """Enqueue lists."""
        self.run(self._submit_batches(batches, size))

    async def _submit_batches(self, batches: int, size: int) -> None:
        payloads: list[bytes | None] = [b'{"n":%d}' % number for number in range(size)]
        for _ in range(batches):
            await self._queries.enqueue(["nothing"] * size, payloads, [0] * size)

    def work(self) -> None:
        """Run a new PgQueuer, since one that has drained is shut down, until there is no job."""
        self.run(self._work())

    async def _work(self) -> None:
        system = PgQueuer(AsyncpgDriver(self._consumer))

        @system.entrypoint("nothing")
        async def nothing(job: Job) -> None: ...

        await system.run(batch_size=self.batch_size, mode=QueueExecutionMode.drain)
