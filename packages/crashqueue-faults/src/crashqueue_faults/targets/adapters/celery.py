"""Celery: one process, or one with a pool of children, on Redis."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from crashqueue_faults.targets.adapters.on_redis import OnRedis
from crashqueue_faults.targets.job import EFFECT_LABEL, perform
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
QUEUE: Final = "celery"
VISIBILITY_TIMEOUT_S: Final = {Victim.TREE: 4, Victim.PROCESS: 12}
"""A worker whose child has died is left the time to notice it."""
_LATE: Final[dict[str, object]] = {"task_acks_late": True}
_SAFE: Final[dict[str, object]] = _LATE | {"task_reject_on_worker_lost": True}
_LOST_WAIT: Final = {"worker_lost_wait": 1}
"""By default the pool waits 10 s for the result of a child that is gone."""
_NOTICING_S: Final = 8.0
"""Longer than that, and the 5 s between two looks of the pool at its children."""
_OPTIONS: Final = ("--without-mingle", "--without-gossip", "--without-heartbeat")
_IMPORTED_LATE: Final = (
    "celery.apps.worker",
    "celery.backends.redis",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.concurrency.solo",
    "celery.fixups.django",
    "celery.worker.autoscale",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "kombu.transport.redis",
)
_TASKS: Final = "https://docs.celeryq.dev/en/stable/userguide/tasks.html"
_EARLY_ACKNOWLEDGED: Final = Quotation(
    text="the default behavior is to acknowledge the message in advance, just before it's "
    "executed, so that a task invocation that already started is never executed again.",
    source=_TASKS,
)
_LATE_ACKNOWLEDGED: Final = Quotation(
    text="the task will be redelivered to another worker in the event of the machine losing power, "
    "or the worker instance being killed mid-execution",
    source="https://docs.celeryq.dev/en/stable/glossary.html#term-late-acknowledgment",
)
_CHILD_ACKNOWLEDGED: Final = Quotation(
    text="Note that the worker will acknowledge the message if the child process executing the "
    "task is terminated (either by the task calling sys.exit(), or by signal) even when acks_late "
    "is enabled.",
    source=_TASKS,
)
_STATES: Final = {"SUCCESS": JobState.DONE, "FAILURE": JobState.FAILED}


def _settings(pool: str, configured: Mapping[str, object]) -> dict[str, object]:
    options = ["--pool", pool, "--concurrency", "1", *_OPTIONS]
    return {
        "app": "Celery('app', broker=REDIS, backend=REDIS)",
        "app.conf": configured,
        "worker": " ".join(["celery", "worker", *options]),
    }


def _haste(victim: Victim) -> dict[str, object]:
    options = {
        "visibility_timeout": VISIBILITY_TIMEOUT_S[victim],
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
    }
    return {"broker_transport_options": options}


def _recovery(victim: Victim) -> str:
    return (
        f"start another worker with {_haste(victim)}: it puts back what was fetched so long ago "
        "and not acknowledged. By default it is an hour, looked for every 100 s; the settings of "
        "the worker that fetched do not matter for it"
    )


_EARLY_SOLO: Final = Configuration(
    name="early-solo",
    settings=_settings("solo", {}),
    promise=Promise.AT_MOST_ONCE,
    quotation=_EARLY_ACKNOWLEDGED,
    recovery=_recovery(Victim.TREE),
    patience_s=40.0,
    settling_s=1.0,
    begins=rf"^BRPOP {QUEUE}",
    idle=r"^BRPOP",
    naming="celery worker --hostname …@%h",
    beside=r"_kombu\.binding|^SCRIPT|unacked_mutex|^ZRANGE unacked_index",
)
_LATE_SOLO: Final = replace(
    _EARLY_SOLO,
    name="late-solo",
    settings=_settings("solo", _LATE),
    promise=Promise.AT_LEAST_ONCE,
    quotation=_LATE_ACKNOWLEDGED,
)


def _prefork(solo: Configuration, name: str, configured: Mapping[str, object]) -> Configuration:
    return replace(solo, name=name, settings=_settings("prefork", configured))


def _child(solo: Configuration, name: str, configured: Mapping[str, object]) -> Configuration:
    """Return the configuration in which a child dies alone, from the job's effect on."""
    return replace(
        _prefork(solo, name, {**configured, **_LOST_WAIT}),
        recovery=_recovery(Victim.PROCESS),
        patience_s=60.0,
        settling_s=_NOTICING_S,
        begins=EFFECT_LABEL,
        victim=Victim.PROCESS,
    )


class Celery(OnRedis):
    """The target: a worker with the pools solo and prefork."""

    name = "celery"
    library = "celery"
    configurations: Sequence[Configuration] = (
        _EARLY_SOLO,
        _prefork(_EARLY_SOLO, "early-prefork", {}),
        _child(_EARLY_SOLO, "early-prefork-child", {}),
        _LATE_SOLO,
        _prefork(_LATE_SOLO, "late-prefork", _LATE),
        replace(
            _child(_LATE_SOLO, "late-prefork-child", _LATE),
            by_design={Outcome.FAILED: _CHILD_ACKNOWLEDGED},
        ),
        _prefork(_LATE_SOLO, "safe-prefork", _SAFE | _haste(Victim.TREE)),
        _child(_LATE_SOLO, "safe-prefork-child", _SAFE | _haste(Victim.PROCESS)),
    )

    def prepare(self) -> None:
        """Import the library, and what it imports only when a worker starts."""
        for module in _IMPORTED_LATE:
            import_module(module)

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Send one task."""
        self.application(store, configuration, Role.CRASHED)[1].apply_async(task_id=JOB)

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the worker."""
        application, _ = self.application(store, configuration, role)
        _, *arguments = str(configuration.settings["worker"]).split()
        if name := os.environ.get(WORKER_NAME):
            arguments += ["--hostname", f"{name}@%h"]
        application.worker_main([*arguments, "--loglevel", "WARNING"])

    def application(
        self, store: Store, configuration: Configuration, role: Role
    ) -> tuple[Any, Any]:
        """Return what a user's module would hold: the application, and its one task."""
        from celery import Celery as Application

        address = store.address.replace("unix://", "redis+socket://")
        application = Application("app", broker=address, backend=address, set_as_current=False)
        application.conf.update(configuration.settings["app.conf"])
        if role is Role.RECOVERING:
            application.conf.update(_haste(configuration.victim))
        return application, application.task(perform, name="perform")

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Look for the message, waiting or fetched, and the task's result."""
        from redis import Redis

        with Redis.from_url(store.address) as redis:
            waiting, fetched = redis.llen(QUEUE), redis.hlen("unacked")
            result = redis.get(f"celery-task-meta-{JOB}")
            restoring = redis.exists("unacked_mutex")
        status = json.loads(result)["status"] if result else "none"
        content = f"{waiting} waiting, {fetched} fetched, result: {status}, restoring: {restoring}"
        return Sight(state=_state(waiting, fetched, status), content=content)


def _state(waiting: int, fetched: int, status: str) -> JobState:
    if waiting:
        return JobState.WAITING
    if fetched:
        return JobState.RUNNING
    return _STATES.get(status, JobState.ABSENT)
