"""Dramatiq: a pool of processes with threads, on Redis."""

from __future__ import annotations

import os
import sys
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
    Victim,
)

ADDRESS: Final = "CRASHQUEUE_DRAMATIQ_ADDRESS"
"""The environment variable that names the store to the module that the command line imports."""
HASTE: Final = "CRASHQUEUE_DRAMATIQ_HASTE"
"""The environment variable that makes a broker look for dead workers as often as it can."""
HEARTBEAT_TIMEOUT_MS: Final = 4_000
"""Workers without work ask every second: a shorter one would take the living for dead."""
ALWAYS: Final = 1_000_000
_ADVANCED: Final = "https://dramatiq.io/advanced.html#message-persistence"
_DEFAULT: Final = Configuration(
    name="default",
    settings={
        "broker": "RedisBroker(url=…)",
        "actor": "@dramatiq.actor",
        "worker": "dramatiq --processes 1 app",
    },
    promise=Promise.AT_LEAST_ONCE,
    quotation=Quotation(
        text="When a worker goes down while processing messages (eg. due to hardware, power or "
        "network failure) then the messages it pulled from the broker will eventually be "
        "re-delivered to it (assuming it recovers) or another worker.",
        source=_ADVANCED,
    ),
    recovery="start the workers again with RedisBroker(url=…, "
    f"heartbeat_timeout={HEARTBEAT_TIMEOUT_MS}, maintenance_chance={ALWAYS}): each command puts "
    "back what workers have that were not heard of for 4 s. By default it is one command in a "
    "thousand, by chance, and 60 s",
    patience_s=20.0,
    begins=r"fetch default$",
    ends=r"ack default$",
    idle=r"fetch default",
)
_POOL: Final = replace(
    _DEFAULT,
    name="default-process",
    settings=dict(_DEFAULT.settings) | {"worker": "dramatiq --processes 2 app"},
    victim=Victim.PROCESS,
)


class Dramatiq(OnRedis):
    """The target: the command line's pool of processes, each with threads."""

    name = "dramatiq"
    library = "dramatiq"
    application = f"{__name__}:application"
    """What the command line imports, and calls in each process of the pool."""
    configurations: Sequence[Configuration] = (_DEFAULT, _POOL)

    def prepare(self) -> None:
        """Import the library."""
        import dramatiq.brokers.redis
        import dramatiq.cli  # noqa: F401 - only the target's own process needs it

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Send one message."""
        os.environ[ADDRESS] = store.address
        application().send()

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the command line."""
        from dramatiq.cli import main

        os.environ[ADDRESS] = store.address
        if role is Role.RECOVERING:
            os.environ[HASTE] = "yes"
        program, *options, _ = str(configuration.settings["worker"]).split()
        sys.argv = [program, *options, self.application]
        sys.exit(main())

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Look for the message: to be fetched, fetched by a worker, or given up."""
        from redis import Redis

        with Redis.from_url(store.address) as redis:
            stored, waiting, given_up = (
                redis.hlen("dramatiq:default.msgs"),
                redis.llen("dramatiq:default"),
                redis.zcard("dramatiq:default.XQ"),
            )
            fetched = len(redis.keys("dramatiq:__acks__.*"))
        content = f"{stored} stored, {waiting} waiting, {fetched} fetched, {given_up} given up"
        return Sight(state=_state(stored, waiting, given_up), content=content)


def application() -> Any:
    """Do what a user's module does: set the broker, declare the actor and return it."""
    import dramatiq
    from dramatiq.brokers.redis import RedisBroker

    address = os.environ[ADDRESS]
    if os.environ.get(HASTE):
        broker = RedisBroker(
            url=address,
            heartbeat_timeout=HEARTBEAT_TIMEOUT_MS,
            maintenance_chance=ALWAYS,
        )
    else:
        broker = RedisBroker(url=address)
    dramatiq.set_broker(broker)
    return dramatiq.actor(perform)


def _state(stored: int, waiting: int, given_up: int) -> JobState:
    if given_up:
        return JobState.FAILED
    if not stored:
        return JobState.ABSENT
    return JobState.WAITING if waiting else JobState.RUNNING
