"""The program of a spawned child: it does one workload and dies at one fault point.

It shares nothing with its parent but the files named in its orders. Each operation that the queue
answered is told to the parent as one line on standard output: what had been acknowledged when the
process died.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from crashqueue_core import Execution, Handler, JobQueue
from crashqueue_faults.actions import Action, exit_process
from crashqueue_faults.effects import Destination
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.injector import Injector
from crashqueue_faults.network import no_network
from crashqueue_faults.place import Place
from crashqueue_faults.points import FaultPoint, Workload
from crashqueue_faults.workload import (
    TENANT,
    effect_handler,
    failing_handler,
    make_worker,
    open_queue,
    submit_job,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """All that a child is told."""

    queue: Place
    ledger: str
    effect_key: str
    workload: Workload
    point: FaultPoint
    destinations: tuple[Destination, ...]
    seed: str
    now_us: int

    def to_json(self) -> str:
        """Return the orders as one command-line argument."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the orders in `text`, or raise InvalidExperiment."""
        try:
            fields = json.loads(text)
            fields["queue"] = Place(**fields["queue"])
            fields["workload"] = Workload(fields["workload"])
            fields["point"] = FaultPoint(fields["point"])
            fields["destinations"] = tuple(map(Destination, fields["destinations"]))
            return cls(**fields)
        except (ValueError, TypeError, KeyError) as error:
            raise InvalidExperiment(f"these are no orders for a child: {error}") from None


def carry_out(orders: Orders, action: Action) -> None:
    """Do the workload on the queue that the orders name, with `action` armed at their point."""
    injector = Injector(orders.point, action)
    queue, _ = open_queue(orders.queue, seed=orders.seed, now_us=orders.now_us, observer=injector)
    with queue:
        do_workload(queue.for_tenant(TENANT), orders, handler_for(orders, injector))


def do_workload(queue: JobQueue, orders: Orders, work: Handler) -> None:
    """Do the ordered operations, and tell the parent of each that was answered."""
    if orders.workload is Workload.SUBMIT:
        submit_job(queue, orders.effect_key)
        acknowledge("SUBMITTED")
    elif orders.workload is Workload.RECOVER:
        queue.recover_expired()
        acknowledge("LEASE_EXPIRED")
    else:
        execute(queue, work)


def handler_for(orders: Orders, observer: Callable[[str], None]) -> Handler:
    """Return the handler that executes the job, good or failing."""
    if orders.workload is Workload.FAIL:
        return failing_handler
    return effect_handler(Path(orders.ledger), orders.destinations, observer)


def execute(queue: JobQueue, work: Handler) -> None:
    """Claim the job and let the handler execute it."""

    def handle(execution: Execution) -> None:
        acknowledge("CLAIMED")
        work(execution)

    report = make_worker(queue, handle, "worker-child").run_once()
    acknowledge(report.outcome if report else "NOTHING")


def acknowledge(event_kind: str) -> None:
    """Tell the parent that the queue answered the operation that records this kind of event."""
    sys.stdout.write(f"{event_kind}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Carry out the orders in the one argument; exit 2, no file touched, if they are none."""
    try:
        (text,) = arguments
        orders = Orders.from_json(text)
    except (ValueError, InvalidExperiment) as error:
        sys.stderr.write(f"crashqueue_faults.child is started by an experiment only: {error}\n")
        return 2
    with no_network():
        carry_out(orders, exit_process)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
