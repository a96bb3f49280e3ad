"""arq: one process with an event loop, on Redis."""

from __future__ import annotations

import asyncio
import pickletools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from crashqueue_faults.targets.adapters.on_redis import OnRedis
from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.target import (
    Configuration,
    JobState,
    Promise,
    Quotation,
    Role,
    Sight,
    Store,
)

JOB: Final = "job-1"
JOB_TIMEOUT_S: Final = 1
_DOCUMENTATION: Final = "https://arq-docs.helpmanual.io/"
_DEFAULT: Final = Configuration(
    name="default",
    settings={
        "enqueue": 'redis.enqueue_job("perform")',
        "worker": f"Worker([perform], redis_settings=…, job_timeout={JOB_TIMEOUT_S}).run()",
    },
    promise=Promise.AT_LEAST_ONCE,
    quotation=Quotation(
        text="Jobs may be called more than once! […] jobs aren't removed from the queue until "
        "they've either succeeded or failed.",
        source=f"{_DOCUMENTATION}#usage",
    ),
    recovery="start the worker again. A job in progress is left alone until a key in Redis "
    f"expires, which the crashed worker set for job_timeout ({JOB_TIMEOUT_S} s, by default 300 s) "
    "and 10 s (fixed): nothing on a client's side moves that time",
    patience_s=40.0,
    begins=r"^ZRANGEBYSCORE",
    ends=r"ZREM arq:queue",
    idle=r"^ZRANGEBYSCORE",
    beside=r"^(ZCARD|PSETEX)",
)
_ONCE: Final = replace(
    _DEFAULT,
    name="max-tries-1",
    settings={
        "enqueue": 'redis.enqueue_job("perform")',
        "worker": f"Worker([perform], redis_settings=…, job_timeout={JOB_TIMEOUT_S}, "
        "max_tries=1).run()",
    },
    promise=Promise.AT_MOST_ONCE,
    quotation=Quotation(
        text="maximum number of tries allowed for the function, use 1 to prevent retrying",
        source=f"{_DOCUMENTATION}#arq.worker.func",
    ),
)


class Arq(OnRedis):
    """The target: a worker."""

    name = "arq"
    library = "arq"
    configurations: Sequence[Configuration] = (_DEFAULT, _ONCE)

    def prepare(self) -> None:
        """Import the library."""
        import arq.worker  # noqa: F401 - only the target's own process needs it

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Enqueue one job."""

        async def enqueue() -> None:
            from arq import create_pool

            redis = await create_pool(_settings(store))
            await redis.enqueue_job("perform", _job_id=JOB)
            await redis.aclose()

        asyncio.run(enqueue())

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker."""
        self.worker(store, configuration).run()

    def worker(self, store: Store, configuration: Configuration) -> Any:
        """Return the library's worker."""
        from arq.worker import Worker, func

        limits = {} if configuration.name == "default" else {"max_tries": 1}
        return Worker(
            [func(_perform, name="perform")],
            redis_settings=_settings(store),
            job_timeout=JOB_TIMEOUT_S,
            **limits,
        )

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the job, its result, and how often it was tried."""
        from redis import Redis

        with Redis.from_url(store.address) as redis:
            queued = redis.zcard("arq:queue")
            is_taken = redis.exists(f"arq:in-progress:{JOB}")
            stored = redis.exists(f"arq:job:{JOB}")
            tries = int(redis.get(f"arq:retry:{JOB}") or 0)
            result = redis.get(f"arq:result:{JOB}")
        state = _state(queued, is_taken, result)
        content = f"{state}, queued: {queued}, in progress: {is_taken}, stored: {stored}"
        return Sight(state=state, content=f"{content}, tries: {tries}")


async def _perform(_context: Any) -> None:
    perform()


def _settings(store: Store) -> Any:
    from arq.connections import RedisSettings

    return RedisSettings.from_dsn(store.address)


def _state(queued: int, is_taken: int, result: bytes | None) -> JobState:
    if result:
        # A pickle of a dictionary in which one thing only is true or false: whether it succeeded.
        has_failed = any(opcode.name == "NEWFALSE" for opcode, _, _ in pickletools.genops(result))
        return JobState.FAILED if has_failed else JobState.DONE
    if not queued:
        return JobState.ABSENT
    return JobState.RUNNING if is_taken else JobState.WAITING
