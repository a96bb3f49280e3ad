"""SAQ: one process with an event loop, on Redis."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from crashqueue_faults.targets.adapters.on_redis import OnRedis
from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.outcomes import Outcome
from crashqueue_faults.targets.target import (
    WORKER_NAME,
    Configuration,
    JobState,
    Promise,
    Quotation,
    Role,
    Sight,
    Store,
)

KEY: Final = "job-1"
SWEEP_S: Final = 1
_LIMITS: Final[Mapping[str, Mapping[str, int]]] = {
    "default": {"timeout": 2},
    "retries-heartbeat": {"retries": 3, "heartbeat": 2},
}
"""What is asked for when the job is enqueued."""
_DOCUMENTATION: Final = "https://saq-py.readthedocs.io/en/latest"
_WORKER: Final = f'Worker(queue, functions=[…], timers={{"sweep": {SWEEP_S}}}).start()'
_RECOVERY: Final = (
    "start the worker again. It sweeps every 60 s by default; here it is every second, in the "
    "crashed worker as well, since a sweep leaves a key in Redis that forbids the next one for as "
    "long. A sweep takes jobs that are not heard of for their {}, or fetched and not yet active; "
    "it waits for 5 s (fixed) that a worker aborts them"
)
_DEFAULT: Final = Configuration(
    name="default",
    settings={"enqueue": 'queue.enqueue("perform", timeout=2)', "worker": _WORKER},
    promise=Promise.NOT_STATED,
    quotation=Quotation(
        text="Heartbeat monitor for abandoned jobs […] Sweeping stuck jobs",
        source=f"{_DOCUMENTATION}/comparison.html",
    ),
    recovery=_RECOVERY.format("timeout (2 s, by default 10 s)"),
    patience_s=30.0,
    begins=r"^BLMOVE",
    ends=r"LREM saq:default:active",
    idle=r"^BLMOVE",
    beside=r"^(INFO|EVALSHA|MULTI; SETEX saq:default:worker_info)",
    naming="Worker(..., id=…)",
)
_HEARTBEAT: Final = replace(
    _DEFAULT,
    name="retries-heartbeat",
    settings={
        "enqueue": 'queue.enqueue("perform", retries=3, heartbeat=2)',
        "perform": 'await context["job"].update() comes first',
        "worker": _WORKER,
    },
    recovery=_RECOVERY.format("heartbeat (2 s)"),
    by_design={
        Outcome.DUPLICATED: Quotation(
            text="retries: Maximum number of times to retry the job if it fails. Defaults to 1.",
            source=f"{_DOCUMENTATION}/task.html#controlling-job-execution",
        )
    },
)
_STATES: Final = {
    "queued": JobState.WAITING,
    "active": JobState.RUNNING,
    "aborting": JobState.RUNNING,
    "aborted": JobState.FAILED,
    "failed": JobState.FAILED,
    "complete": JobState.DONE,
}


class Saq(OnRedis):
    """The target: a worker."""

    name = "saq"
    library = "saq"
    configurations: Sequence[Configuration] = (_DEFAULT, _HEARTBEAT)

    def prepare(self) -> None:
        """Import the library."""
        import saq.queue.redis  # noqa: F401 - only the target's own process needs it

    def create(self, store: Store, configuration: Configuration) -> None:
        """Let Redis know the library's scripts, as it does wherever a worker has run.

        A worker that has to load them first sweeps a moment later, and aborts the job that it has
        just fetched: https://github.com/tobymao/saq/issues/277.
        """

        async def create() -> None:
            queue = _queue(store)
            await queue.schedule()
            await queue.sweep(lock=SWEEP_S)
            await queue.disconnect()

        asyncio.run(create())

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Enqueue one job."""

        async def enqueue() -> None:
            queue = _queue(store)
            await queue.enqueue("perform", key=KEY, **_LIMITS[configuration.name])
            await queue.disconnect()

        asyncio.run(enqueue())

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker."""

        async def work() -> None:
            await self.worker(store, configuration).start()

        asyncio.run(work())

    def worker(self, store: Store, configuration: Configuration) -> Any:
        """Return the library's worker."""
        from saq import Worker

        is_heard = "heartbeat" in _LIMITS[configuration.name]
        function = _update_and_perform if is_heard else _perform
        return Worker(
            _queue(store),
            [("perform", function)],
            id=os.environ.get(WORKER_NAME),
            timers={"sweep": SWEEP_S},
        )

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the job, and where it is named."""
        from redis import Redis

        with Redis.from_url(store.address) as redis:
            job = json.loads(redis.get(f"saq:job:default:{KEY}") or b"{}")
            named = {
                "queued": redis.llen("saq:default:queued"),
                "active": redis.llen("saq:default:active"),
                "incomplete": redis.zcard("saq:default:incomplete"),
            }
        told = [f"{word}: {job.get(word)}" for word in ("status", "attempts", "error")]
        told += [f"{place}: {number}" for place, number in named.items()]
        state = _STATES[job["status"]] if job else JobState.ABSENT
        return Sight(state=state, content=", ".join(told))


async def _perform(_context: Any) -> None:
    perform()


async def _update_and_perform(context: Any) -> None:
    await context["job"].update()
    perform()


def _queue(store: Store) -> Any:
    from saq.queue.redis import RedisQueue

    return RedisQueue.from_url(store.address)
