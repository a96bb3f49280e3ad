"""A worker on a host of the lab: it does what it is told, one line of JSON after the other.

Its end is certain: it goes when its standard input ends, whatever it is waiting for.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from crashqueue_core import (
    Boundary,
    DurableQueue,
    Job,
    JobQueue,
    QueueError,
    SeededIdentity,
    SystemClock,
)
from crashqueue_core.execution import held_lease
from crashqueue_faults.network import no_network
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.lease_loss import effect_refusal
from crashqueue_faults.rehearsals.stage import RESULT, TENANT, lease_facts

ABANDONED: Final = 3
"""The exit code of a child whose parent is gone."""

Command = Callable[..., dict[str, Any]]
Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What the child is told at the beginning: the queue, the destination, who it is."""

    place: Place
    ledger: Path
    role: str
    seed: int
    clock_offset_us: int


def run() -> None:
    """Take orders from standard input; exit with 2, having touched nothing, if they are none."""
    try:
        orders = orders_from(sys.stdin.readline())
    except (ValueError, TypeError, KeyError) as error:
        sys.stderr.write(f"this program is started by the rehearsal only: {error}\n")
        sys.exit(2)
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    with no_network(), wrong_clock(orders.clock_offset_us * 1_000):
        serve(orders, lines.get, _tell)


def orders_from(line: str) -> Orders:
    """Return the orders of a line of JSON; raises ValueError, TypeError or KeyError."""
    words = json.loads(line)
    return Orders(
        place=Place(address=str(words["address"]), schema=str(words["schema"])),
        ledger=Path(words["ledger"]),
        role=str(words["role"]),
        seed=int(words["seed"]),
        clock_offset_us=int(words["clock_offset_us"]),
    )


def serve(orders: Orders, next_line: Callable[[], str], tell: Tell) -> None:
    """Open the queue, and carry out what the lines say until an empty one comes."""
    host = Host(orders, next_line, tell)
    with DurableQueue(
        **orders.place.where,
        identity=SeededIdentity(f"{orders.seed}/{orders.role}"),
        observer=host.observe,
        create=False,
    ) as opened:
        host.serve(opened)


def wrong_clock(offset_ns: int) -> AbstractContextManager[object]:
    """Let this process's wall clock be wrong by so much for the duration of the block."""

    def now_ns() -> int:
        return time.clock_gettime_ns(time.CLOCK_REALTIME) + offset_ns

    return patch.multiple(time, time_ns=now_ns, time=lambda: now_ns() / 1e9)


class Host:
    """One worker: what it may be told, and the job that it believes to hold."""

    def __init__(self, orders: Orders, next_line: Callable[[], str], tell: Tell) -> None:
        self._worker_id = f"worker-{orders.role}"
        self._ledger = orders.ledger
        self._next_line = next_line
        self._tell = tell
        self._halts_at: str | None = None
        self._job: Job | None = None

    def serve(self, queue: DurableQueue) -> None:
        """Answer each command, until an empty line comes."""
        north = queue.for_tenant(TENANT)
        commands: dict[str, Command] = {
            "claim": partial(self._claim, north),
            "heartbeat": partial(self._heartbeat, north),
            "effect": self._effect,
            "succeed": partial(self._succeed, north),
        }
        self._tell({"clock_us": SystemClock().now_us()})
        while line := self._next_line():
            order = json.loads(line)
            self._tell(_answer(commands[order.pop("do")], order))

    def observe(self, boundary: Boundary) -> None:
        """Halt at the boundary that was named, until the parent has another word to say."""
        if boundary == self._halts_at:
            self._halts_at = None
            self._tell({"boundary": boundary})
            self._next_line()

    def _claim(self, north: JobQueue, job_id: str, lease_duration_us: int) -> dict[str, Any]:
        self._job = north.claim_job(
            job_id=job_id, worker_id=self._worker_id, lease_duration_us=lease_duration_us
        )
        return {
            **lease_facts(self._job),
            "claimed_at_us": self._job.updated_at_us,
            "lease_expires_at_us": self._job.lease_expires_at_us,
        }

    def _heartbeat(self, north: JobQueue, lease_duration_us: int) -> dict[str, Any]:
        north.heartbeat(**held_lease(self._held()), lease_duration_us=lease_duration_us)
        return {}

    def _effect(self) -> dict[str, Any]:
        return {"outcome": effect_refusal(self._ledger, self._held())}

    def _succeed(self, north: JobQueue, halts_at: str | None = None) -> dict[str, Any]:
        self._halts_at = halts_at
        receipt = north.succeed(**held_lease(self._held()), result=RESULT)
        return {**lease_facts(receipt.job), "finished_at_us": receipt.finished_at_us}

    def _held(self) -> Job:
        assert self._job is not None  # noqa: S101 - the parent has it claim first
        return self._job


def _answer(command: Command, arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"outcome": "accepted", **command(**arguments)}
    except QueueError as refusal:
        return {"outcome": refusal.code.lower(), "changes": refusal.data.get("changes")}


def _listen(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(ABANDONED)  # the main thread may be waiting for a server out of reach


def _tell(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    run()
