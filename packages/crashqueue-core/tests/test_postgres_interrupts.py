"""Ctrl-C while the server is waited for: an interrupt like any other, which costs a connection."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from crashqueue_core import DurableQueue

INTERRUPTED = """
import json, sys
from crashqueue_core import DurableQueue

queue = DurableQueue(**json.loads(sys.argv[1]), busy_timeout_us=60_000_000)
print(queue._store._line.wire().connection.info.backend_pid, flush=True)
try:
    queue.cancel(job_id=sys.argv[2])
except KeyboardInterrupt as interrupt:
    print("interrupted", interrupt.__context__, flush=True)
sys.stdin.readline()
print(queue.cancel(job_id=sys.argv[2]).state, flush=True)
queue.close()
"""
PATIENCE_S = 30


@pytest.fixture
def engine() -> str:
    return "postgres"


def test_interrupt_during_the_wait_for_a_row_is_an_interrupt_and_nothing_else(
    queue: DurableQueue, bench: Any, do: Any, start_child: Any
) -> None:
    job = do.submit(queue)
    with bench.connect() as other, other.transaction():
        other.execute("SELECT * FROM jobs FOR UPDATE")
        child = start_child(INTERRUPTED, bench.place_json, job.job_id)
        pid = int(child.stdout.readline())
        while bench.rows("SELECT pg_blocking_pids(?)", pid) == [([],)]:
            pass
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted None\n"
    output, errors = child.communicate("go on\n", timeout=PATIENCE_S)
    assert (output, errors, child.returncode) == ("CANCELLED\n", "", 0)
    assert do.kinds(queue, job.job_id) == "SUBMITTED CANCELLED"


@pytest.mark.parametrize("times", [1, 2])
def test_interrupt_while_the_server_is_waited_for_costs_the_connection_alone(
    queue: DurableQueue, bench: Any, do: Any, times: int
) -> None:
    """The second one comes while the transaction is undone."""
    connection = bench.connection_of(queue)
    wait, interrupts = connection.wait, [KeyboardInterrupt] * times

    def interrupted(*arguments: Any) -> Any:
        if interrupts:
            raise interrupts.pop()
        return wait(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            do.submit(queue, "interrupted")
    assert connection.closed
    assert do.submit(queue, "next").submission_sequence == 1
