"""The program of a spawned child whose queue is on a server.

It gets its orders, which may hold a password, on standard input. It tells its parent line by line:
an event kind when an operation was answered, `! CODE` when the store met an error, and `? PID` when
the action has struck and it waits for a line before it goes on; PID is that of its backend.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final, Self

from crashqueue_core import Execution, Handler, JobQueue, QueueError
from crashqueue_core.acknowledging import PASSING_TROUBLES
from crashqueue_core.execution import held_lease
from crashqueue_faults.actions import Action, exit_process
from crashqueue_faults.child import Orders, do_workload, handler_for
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.network import no_network
from crashqueue_faults.outages.actions import FaultAction
from crashqueue_faults.outages.session import hosts_of
from crashqueue_faults.outages.striking import Parent, Striker
from crashqueue_faults.workload import LEASE_DURATION_US, TENANT, open_queue

ERROR: Final = "!"
STRUCK: Final = "?"
_MOST_TRIES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageOrders:
    """The orders of every child, and what strikes."""

    orders: Orders
    action: FaultAction

    def to_json(self) -> str:
        """Return the orders as one line."""
        return json.dumps({"action": self.action, "orders": asdict(self.orders)})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the orders in `text`, or raise InvalidExperiment."""
        try:
            fields = json.loads(text)
            orders = Orders.from_json(json.dumps(fields["orders"]))
            return cls(orders=orders, action=FaultAction(fields["action"]))
        except (ValueError, TypeError, KeyError) as error:
            raise InvalidExperiment(f"these are no orders for a child: {error}") from None


class ParentProcess:
    """The parent, behind standard input and output."""

    def tell(self, error_code: str) -> None:
        """Say what the queue's store has met."""
        _say(ERROR, error_code)

    def look(self, backend_process_id: int) -> None:
        """Say that the action has struck, and wait for a line."""
        _say(STRUCK, str(backend_process_id))
        sys.stdin.readline()


def carry_out(outage: OutageOrders, parent: Parent, die: Action) -> None:
    """Do the workload, let the action strike, and go on as a client of the queue is told to."""
    orders = outage.orders
    place = orders.queue
    striker = Striker(outage.action, orders.point, place.where["schema"], parent, die)
    queue, _ = open_queue(
        place,
        seed=orders.seed,
        now_us=orders.now_us,
        observer=striker,
        open_store=striker.open_store,
    )
    with queue:
        laboratory = queue.for_tenant(TENANT)
        work = _heartbeating(laboratory, striker, handler_for(orders, striker))
        insist(lambda: do_workload(laboratory, orders, work))


def insist(workload: Callable[[], None]) -> None:
    """Ask again, with the same key or lease, whenever the trouble may pass."""
    for _ in range(_MOST_TRIES - 1):
        try:
            return workload()
        except PASSING_TROUBLES:
            continue
    return workload()


def _heartbeating(queue: JobQueue, striker: Striker, work: Handler) -> Handler:
    """Let the handler renew its lease when it comes back from a partition."""

    def handle(execution: Execution) -> None:
        try:
            work(execution)
        finally:
            if striker.has_struck and striker.action is FaultAction.PARTITION:
                _renew(queue, execution)

    return handle


def _renew(queue: JobQueue, execution: Execution) -> None:
    try:
        queue.heartbeat(**held_lease(execution.job), lease_duration_us=LEASE_DURATION_US)
    except QueueError:
        return  # the store has told of it


def _say(*words: str) -> None:
    sys.stdout.write(f"{' '.join(words)}\n")
    sys.stdout.flush()


def main() -> int:
    """Carry out the orders on standard input; exit 2, nothing touched, if they are none."""
    try:
        orders = OutageOrders.from_json(sys.stdin.readline())
    except InvalidExperiment as error:
        sys.stderr.write(
            f"crashqueue_faults.outages.child is started by an experiment only: {error}\n"
        )
        return 2
    with no_network(known_hosts=hosts_of(orders.orders.queue.address)):
        carry_out(orders, ParentProcess(), exit_process)
    return 0


if __name__ == "__main__":
    sys.exit(main())
