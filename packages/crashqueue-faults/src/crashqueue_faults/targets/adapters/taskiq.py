"""Taskiq: a supervisor and its worker, on a list or a stream of Redis."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from crashqueue_faults.targets.adapters.on_redis import OnRedis
from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.target import (
    WORKER_NAME,
    Configuration,
    JobState,
    Promise,
    Quotation,
    Role,
    Sight,
    Store,
    Victim,
)

ADDRESS: Final = "CRASHQUEUE_TASKIQ_ADDRESS"
"""The environment variable that names the store to the module that the command line imports."""
OPTIONS: Final = "CRASHQUEUE_TASKIQ_OPTIONS"
"""The environment variable that holds the broker's class and options, for the same."""
JOB: Final = "job-1"
QUEUE: Final = "taskiq"
IDLE_TIMEOUT_MS: Final = 2_000
OTHERS_EVERY_S: Final = 0.5
_README: Final = "https://github.com/taskiq-python/taskiq-redis#brokers"
_BROKER: Final = "RedisStreamBroker(url=…)"
_RECLAIMING: Final = {"idle_timeout": IDLE_TIMEOUT_MS, "unacknowledged_lock_timeout": 2.0}
_WORKER: Final = "taskiq worker --workers 1 app:broker"
_LIST: Final = Configuration(
    name="list",
    settings={
        "broker": "ListQueueBroker(url=…)",
        "result_backend": "RedisAsyncResultBackend(redis_url=…)",
        "worker": _WORKER,
    },
    promise=Promise.AT_MOST_ONCE,
    quotation=Quotation(
        text="This broker doesn't support acknowledgements. If during message processing Worker "
        "was suddenly killed the message is going to be lost.",
        source=_README,
    ),
    recovery="start the worker again",
    patience_s=15.0,
    settling_s=0.6,
    idle=r"^BRPOP",
)
_STREAM: Final = replace(
    _LIST,
    name="stream",
    settings=dict(_LIST.settings) | {"broker": _BROKER},
    promise=Promise.AT_LEAST_ONCE,
    quotation=Quotation(
        text="This broker supports acknowledgements and therefore is fine to use in cases when "
        "data durability is required.",
        source=_README,
    ),
    recovery=f"start the worker again with idle_timeout={IDLE_TIMEOUT_MS}; by default it is ten "
    "minutes. Only the new worker's setting matters. Nothing else is sent meanwhile",
    idle=r"^XREADGROUP",
    naming="RedisStreamBroker(..., consumer_name=…)",
)
_RECLAIM: Final = replace(
    _STREAM,
    name="stream-reclaim",
    settings=dict(_STREAM.settings)
    | {
        "broker": f"RedisStreamBroker(url=…, idle_timeout={IDLE_TIMEOUT_MS}, "
        "unacknowledged_lock_timeout=2.0)"
    },
    recovery="start the worker again. Nothing else is sent meanwhile",
)
_BUSY: Final = replace(
    _RECLAIM,
    name="stream-reclaim-busy",
    recovery=f"start the worker again, and send it another task every {OTHERS_EVERY_S} s",
    patience_s=40.0,
)


class Taskiq(OnRedis):
    """The target: the command line's supervisor, with one worker."""

    name = "taskiq"
    library = "taskiq-redis"
    configurations: Sequence[Configuration] = (
        _LIST,
        replace(_LIST, name="list-process", victim=Victim.PROCESS),
        _STREAM,
        _RECLAIM,
        _BUSY,
        replace(_BUSY, name="stream-reclaim-busy-process", victim=Victim.PROCESS),
    )
    arguments: Sequence[str] = ("--workers", "1", f"{__name__}:application")
    """Of the command line `taskiq worker`."""

    def prepare(self) -> None:
        """Import the library."""
        import_module("taskiq.cli.worker.cmd")
        import_module("taskiq_redis")

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Send one task."""
        _tell(store, configuration, Role.CRASHED)
        asyncio.run(_send_job())

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the command line."""
        from taskiq.cli.worker.cmd import WorkerCMD

        _tell(store, configuration, role)
        if role is Role.RECOVERING and "busy" in configuration.name:
            multiprocessing.Process(target=send_others, daemon=True).start()
        WorkerCMD().exec(self.arguments)

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Look for the message, waiting or fetched, and the task's result."""
        from redis import Redis

        with Redis.from_url(store.address) as redis:
            looks = _seen_list if configuration.name.startswith("list") else _seen_stream
            waiting, fetched = looks(redis)
            result = bool(redis.exists(JOB))
            locks = len(redis.keys("autoclaim:*"))
        content = f"waiting: {waiting}, fetched: {fetched}, result: {result}, locks: {locks}"
        return Sight(state=_state(waiting, fetched, result), content=content)


def application() -> Any:
    """Do what a user's module does: make the broker and declare its tasks; return the broker."""
    import taskiq_redis

    address, told = os.environ[ADDRESS], json.loads(os.environ[OPTIONS])
    broker = getattr(taskiq_redis, told["class"])(url=address, **told["options"])
    broker = broker.with_result_backend(taskiq_redis.RedisAsyncResultBackend(redis_url=address))
    broker.register_task(_perform, task_name="perform")
    broker.register_task(_rest, task_name="rest")
    return broker


def send_others() -> None:
    """Send a task that does nothing, again and again."""
    asyncio.run(_send_others())


async def _send_job() -> None:
    broker = application()
    await broker.startup()
    await broker.find_task("perform").kicker().with_task_id(JOB).kiq()
    await broker.shutdown()


async def _send_others() -> None:
    broker = application()
    while True:
        await broker.find_task("rest").kiq()
        await asyncio.sleep(OTHERS_EVERY_S)


async def _perform() -> None:
    perform()


async def _rest() -> None:
    """Do nothing."""


def _tell(store: Store, configuration: Configuration, role: Role) -> None:
    """Tell `application`, in whatever process it is called."""
    kind = str(configuration.settings["broker"]).partition("(")[0]
    options: dict[str, float | str] = {}
    if "reclaim" in configuration.name:
        options = dict(_RECLAIMING)
    elif role is Role.RECOVERING and configuration.name == "stream":
        options = {"idle_timeout": IDLE_TIMEOUT_MS}
    if configuration.naming and (name := os.environ.get(WORKER_NAME)):
        options["consumer_name"] = name
    os.environ[ADDRESS] = store.address
    os.environ[OPTIONS] = json.dumps({"class": kind, "options": options})


def _seen_list(redis: Any) -> tuple[bool, bool]:
    return bool(redis.llen(QUEUE)), False


def _seen_stream(redis: Any) -> tuple[bool, bool]:
    """Look for the first entry, which is the job: an acknowledged one stays in the stream."""
    entries = redis.xrange(QUEUE, count=1)
    if not entries:
        return False, False
    job = entries[0][0]
    [group] = redis.xinfo_groups(QUEUE)
    pending = redis.xpending_range(QUEUE, QUEUE, min=job, max=job, count=1)
    return _order(group["last-delivered-id"]) < _order(job), bool(pending)


def _order(entry: bytes) -> tuple[int, ...]:
    return tuple(int(part) for part in entry.split(b"-"))


def _state(waiting: bool, fetched: bool, result: bool) -> JobState:
    if waiting:
        return JobState.WAITING
    if fetched:
        return JobState.RUNNING
    return JobState.DONE if result else JobState.ABSENT
