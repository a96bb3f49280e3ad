"""Who may use a queue object, how it ends, and what it must not do to others."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from typing import Any

import pytest

from crashqueue_core import DurableQueue, JobNotFound, StoreClosed

FORK = """
import json, os, sys, warnings
from crashqueue_core import DurableQueue, QueueError
warnings.simplefilter("ignore", DeprecationWarning)  # forking beside a thread is the point
queue = DurableQueue(**json.loads(sys.argv[1]))
queue.submit(idempotency_key="parent", job_type="task", payload={})
lock = queue._store._lock
for locked in (False, True):
    if locked:
        import threading
        holding, done = threading.Event(), threading.Event()
        def hold():
            with lock:
                holding.set()
                done.wait()
        thread = threading.Thread(target=hold)
        thread.start()
        holding.wait()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        for use in (queue.counts, queue.promote_due):
            try:
                use()
            except QueueError as error:
                print(error.code)
        queue.close()
        del queue
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
done.set()
thread.join()
queue.submit(idempotency_key="again", job_type="task", payload={})
queue.close()
"""

USES: dict[str, Callable[[DurableQueue], object]] = {
    "submit": lambda q: q.submit(idempotency_key="k", job_type="t", payload={}),
    "submit_many": lambda q: q.submit_many([]),
    "claim": lambda q: q.claim(worker_id="w", lease_duration_us=1),
    "cancel": lambda q: q.cancel(job_id="j"),
    "promote_due": lambda q: q.promote_due(),
    "recover_expired": lambda q: q.recover_expired(),
    "get": lambda q: q.get("j"),
    "history": lambda q: q.history("j"),
    "list_jobs": lambda q: q.list_jobs(),
    "counts": lambda q: q.counts(),
}


@pytest.mark.parametrize("use", USES)
def test_closed_queue_refuses_use(queue: DurableQueue, use: str) -> None:
    queue.close()
    queue.close()
    with pytest.raises(StoreClosed, match="was closed"):
        USES[use](queue)


def test_block_closes_the_queue_also_after_an_error(bench: Any) -> None:
    queue = bench.open()
    with pytest.raises(JobNotFound), queue:
        queue.get("job-0")
    with pytest.raises(StoreClosed):
        queue.counts()


def test_dropped_queue_closes_its_connection(bench: Any) -> None:
    queue = bench.open()
    connection = bench.connection_of(queue)
    bench._opened.clear()
    del queue
    gc.collect()
    with pytest.raises(Exception, match="closed"):
        connection.execute("SELECT 1")


def test_forked_child_is_refused_and_harms_nothing(bench: Any, start_child: Any) -> None:
    child = start_child(FORK, bench.place_json)
    assert child.communicate(timeout=60) == ("STORE_CLOSED\n" * 4, "")
    assert child.returncode == 0
    assert sum(bench.open().counts().values()) == 2


def test_queue_of_a_parent_process_is_neither_used_nor_closed(
    queue: DurableQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Any = queue._store
    with monkeypatch.context() as patch:
        patch.setattr(store, "_process_id", os.getpid() + 1)
        for use in USES.values():
            with pytest.raises(StoreClosed, match="before this process was forked"):
                use(queue)
        queue.close()
    assert sum(queue.counts().values()) == 0
