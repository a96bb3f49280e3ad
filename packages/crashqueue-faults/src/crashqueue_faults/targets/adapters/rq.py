"""RQ: a worker that forks a work-horse for each job, on Redis."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from crashqueue_faults.targets.adapters.on_redis import OnRedis
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
    Victim,
)

JOB: Final = "job-1"
LEAP_S: Final = 601
"""Longer than each of RQ's limits: 600 s between two cleanings, 90 s for a job without news."""
LEAPLESS_S: Final = 3
"""Until then what lives on of a crashed worker is not taken for silent."""
_RESULTS: Final = "https://python-rq.org/docs/results/#dealing-with-interruptions"
_EXCEPTIONS: Final = "https://python-rq.org/docs/exceptions/"
_KILLED: Final = Quotation(
    text="workers can be killed forcefully by kill -9, which will not give the workers a chance to "
    "finish the job gracefully or to put the job on the failed queue",
    source=_RESULTS,
)
_ABANDONED: Final = Quotation(
    text="If the worker gets killed while a job is running, it will eventually end up in "
    "FailedJobRegistry because a cleanup task will raise an AbandonedJobError.",
    source=_RESULTS,
)
_UNSUCCESSFUL: Final = Quotation(
    text="The default safety net for RQ is the FailedJobRegistry. Every job that doesn't execute "
    "successfully is stored here",
    source=_EXCEPTIONS,
)
_RETRIED: Final = Quotation(
    text="Retry up to 3 times, failed job will be requeued immediately", source=_EXCEPTIONS
)
_RECOVERY: Final = (
    "start the worker again with worker_ttl=16, with which it wakes every second; it cleans its "
    "registries every 600 s, and gives up a job whose worker has not been heard of for 90 s (60 of "
    "them fixed) or that lies in the intermediate queue for 60 s (fixed): the "
    f"new worker's clock therefore leaps by {LEAP_S} s a second (time-machine moves what Python "
    "calls the time, not the server's); where a part of the crashed worker lives on, not in the "
    f"first {LEAPLESS_S} s"
)
_DEFAULT: Final = Configuration(
    name="default",
    settings={"enqueue": "queue.enqueue(perform)", "worker": "Worker([queue]).work()"},
    promise=Promise.NOT_STATED,
    quotation=_KILLED,
    recovery=_RECOVERY,
    patience_s=20.0,
    settling_s=0.6,
    naming="Worker(..., name=…)",
    begins=r"^BLMOVE",
    ends=r"XADD rq:results",
    by_design={Outcome.FAILED: _ABANDONED},
)
_HORSE: Final = replace(
    _DEFAULT,
    name="default-process",
    victim=Victim.PROCESS,
    by_design={Outcome.FAILED: _UNSUCCESSFUL},
)
_RETRY: Final = replace(
    _DEFAULT,
    name="retry",
    settings={
        "enqueue": "queue.enqueue(perform, retry=Retry(max=3))",
        "worker": "Worker([queue]).work()",
    },
    by_design={Outcome.DUPLICATED: _RETRIED},
)
_QUEUES: Final = replace(
    _RETRY,
    name="retry-several-queues",
    settings=dict(_RETRY.settings) | {"worker": "Worker([high, default, low]).work()"},
    begins=r"^BLPOP",
)
_STATES: Final = {
    "": JobState.ABSENT,
    "queued": JobState.WAITING,
    "started": JobState.RUNNING,
    "finished": JobState.DONE,
    "failed": JobState.FAILED,
}


class Rq(OnRedis):
    """The target: a worker and its work-horse."""

    name = "rq"
    library = "rq"
    configurations: Sequence[Configuration] = (
        _DEFAULT,
        _HORSE,
        _RETRY,
        replace(_RETRY, name="retry-process", victim=Victim.PROCESS),
        _QUEUES,
    )

    def prepare(self) -> None:
        """Import the library."""
        import rq  # noqa: F401 - only the target's own process needs it

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Put one job into the queue "default"."""
        from rq import Queue, Retry

        retry = Retry(max=3) if configuration.name.startswith("retry") else None
        with _redis(store) as redis:
            Queue(connection=redis).enqueue(
                "crashqueue_faults.targets.job.perform", job_id=JOB, retry=retry
            )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker."""
        from rq import Worker

        names = ["high", "default", "low"] if "queues" in configuration.name else ["default"]
        name = os.environ.get(WORKER_NAME)
        if role is Role.CRASHED:
            worker = Worker(names, name, connection=_redis(store))
        else:
            _hurry_clock(LEAPLESS_S if configuration.victim is Victim.PROCESS else 0)
            worker = Worker(names, name, connection=_redis(store), worker_ttl=16)
        worker.work()

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Read the job's status, and where else it is named."""
        with _redis(store) as redis:
            status, retries_left = redis.hmget(f"rq:job:{JOB}", "status", "retries_left")
            named = {
                "queued": redis.llen("rq:queue:default"),
                "intermediate": redis.llen("rq:queue:default:intermediate"),
                "started": redis.zcard("rq:wip:default"),
                "failed": redis.zcard("rq:failed:default"),
                "cleaning": redis.exists("rq:clean_registries:default"),
            }
        state = (status or b"").decode()
        told = [state, f"retries left: {int(retries_left or 0)}"]
        told += [f"{place}: {number}" for place, number in named.items()]
        return Sight(state=_STATES[state], content=", ".join(told))


def _redis(store: Store) -> Any:
    from redis import Redis

    return Redis.from_url(store.address)


def _hurry_clock(after_s: float) -> None:
    """Let what this process calls the time leap every second, since RQ's limits are fixed."""
    import time_machine

    clock = time_machine.travel(timedelta(0), tick=True).start()
    pause = threading.Event()

    def leap() -> None:
        pause.wait(after_s)
        while not pause.wait(1):
            clock.shift(LEAP_S)

    threading.Thread(target=leap, name="clock", daemon=True).start()
