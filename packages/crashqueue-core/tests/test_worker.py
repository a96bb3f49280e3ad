"""What a worker makes of a handler's end."""

from __future__ import annotations

from typing import Any

import pytest

from crashqueue_core import (
    Boundary,
    DurableQueue,
    Execution,
    ExecutionOutcome,
    ExecutionReport,
    InvalidArgument,
    JobState,
    ManualClock,
    PermanentFailure,
    ReleaseJob,
    RetryPolicy,
    SimulatedCrash,
    Worker,
    digest,
)
from crashqueue_core.acknowledging import error_text


def raising(error: BaseException) -> Any:
    def handler(_: Execution) -> None:
        raise error

    return handler


def run_one(queue: DurableQueue, handlers: Any, **options: Any) -> ExecutionOutcome:
    report = Worker(queue, handlers, worker_id="ada", **options).run_once()
    assert report is not None
    return report.outcome


def last_error(queue: DurableQueue) -> str | None:
    (job,) = queue.list_jobs().jobs
    return queue.attempts(job.job_id)[-1].error


def test_handlers_answer_is_the_result(queue: DurableQueue, do: Any) -> None:
    job = do.submit(queue, payload={"n": 20})
    report = Worker(queue, lambda execution: execution.job.payload["n"] + 1).run_once()
    assert report is not None
    assert (report.outcome, report.job.state) == ("SUCCEEDED", JobState.LEASED)
    assert queue.get(job.job_id).result_digest == digest("21")


def test_idle_worker_has_nothing_to_report(queue: DurableQueue) -> None:
    assert Worker(queue, {}).run_once() is None


def test_handler_is_chosen_by_job_type(queue: DurableQueue, do: Any) -> None:
    done: list[str] = []
    handlers = {
        "task": lambda execution: done.append("task"),
        "mail": lambda execution: done.append("mail"),
    }
    do.submit(queue, "a", job_type="mail")
    do.submit(queue, "b", job_type="task")
    Worker(queue, handlers).run(until_idle=True)
    assert done == ["mail", "task"]


def test_job_type_without_handler_fails_for_good(queue: DurableQueue, do: Any) -> None:
    do.submit(queue, job_type="unknown")
    assert run_one(queue, {"task": print}) == "FAILED"
    assert queue.counts()[JobState.DEAD_LETTER] == 1
    assert last_error(queue) == "PermanentFailure: no handler for job type 'unknown'"


@pytest.mark.parametrize(
    ("error", "state", "text"),
    [
        (ValueError("no luck"), "RETRY_WAIT", "ValueError: no luck"),
        (ValueError(), "RETRY_WAIT", "ValueError"),
        (KeyError("task"), "RETRY_WAIT", "KeyError: 'task'"),
        (PermanentFailure("bad input"), "DEAD_LETTER", "PermanentFailure: bad input"),
    ],
)
def test_handlers_error_is_recorded(
    queue: DurableQueue, do: Any, error: Exception, state: str, text: str
) -> None:
    job = do.submit(queue)
    assert run_one(queue, {"task": raising(error)}) == "FAILED"
    assert (queue.get(job.job_id).state, last_error(queue)) == (state, text)


def test_released_job_goes_back_at_no_cost(queue: DurableQueue, do: Any) -> None:
    job = do.submit(queue)
    assert run_one(queue, raising(ReleaseJob())) == "RELEASED"
    assert (queue.get(job.job_id).state, queue.get(job.job_id).spent_attempts) == ("QUEUED", 0)


@pytest.mark.parametrize("result", [float("nan"), object(), {1: 2}, "x" * 1_048_577])
def test_result_that_cannot_be_stored_fails_for_good(
    queue: DurableQueue, do: Any, result: Any
) -> None:
    do.submit(queue)
    assert run_one(queue, lambda _: result) == "FAILED"
    assert queue.counts()[JobState.DEAD_LETTER] == 1


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)])
def test_interrupt_is_recorded_and_passes(
    queue: DurableQueue, do: Any, error: BaseException
) -> None:
    do.submit(queue)
    with pytest.raises(type(error)) as caught:
        run_one(queue, raising(error))
    assert caught.value is error
    assert queue.counts()[JobState.RETRY_WAIT] == 1
    assert last_error(queue) == error_text(error)


def test_simulated_crash_passes_and_leaves_the_lease(queue: DurableQueue, do: Any) -> None:
    job = do.submit(queue)
    with pytest.raises(SimulatedCrash):
        run_one(queue, raising(SimulatedCrash()))
    assert do.kinds(queue, job.job_id) == "SUBMITTED CLAIMED"


def test_crash_before_the_handler_leaves_the_lease(bench: Any, do: Any) -> None:
    entered: list[Execution] = []

    def crash(boundary: Boundary) -> None:
        if boundary is Boundary.BEFORE_HANDLER:
            raise SimulatedCrash

    queue = bench.open(observer=crash)
    do.submit(queue)
    with pytest.raises(SimulatedCrash):
        run_one(queue, entered.append)
    assert (entered, queue.counts()[JobState.LEASED]) == ([], 1)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("broken")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (Unspeakable(), "Unspeakable: (its text could not be produced)"),
        (ValueError("\ud800!"), "ValueError: \\ud800!"),
        (ValueError("x" * 9_000), "ValueError: " + "x" * 3_988),
    ],
)
def test_strange_error_text_is_made_recordable(
    queue: DurableQueue, do: Any, error: Exception, text: str
) -> None:
    do.submit(queue)
    assert run_one(queue, raising(error)) == "FAILED"
    assert last_error(queue) == text


def test_handler_may_acknowledge_in_its_own_transaction(
    queue: DurableQueue, bench: Any, do: Any
) -> None:
    bench.rows("CREATE TABLE effects (key TEXT)")

    def handler(execution: Execution) -> None:
        lease = do.lease_of(execution.job)
        with queue.acknowledging(**lease) as connection:
            connection.execute(f"INSERT INTO {bench.schema}.effects VALUES ('a')")

    do.submit(queue)
    assert run_one(queue, handler) == "SUCCEEDED"
    assert bench.rows("SELECT key FROM effects") == [("a",)]


def test_run_promotes_recovers_and_reports(
    queue: DurableQueue, clock: ManualClock, do: Any
) -> None:
    do.submit(queue, retry_policy=RetryPolicy(base_delay_us=0))
    do.claim(queue, "dead", 10)
    clock.advance(10)
    reports: list[ExecutionReport] = []
    Worker(queue, lambda _: None).run(until_idle=True, report=reports.append)
    assert reports == []  # recovered, and due for promotion on the next round
    Worker(queue, lambda _: None).run(until_idle=True, report=reports.append)
    assert [report.outcome for report in reports] == [ExecutionOutcome.SUCCEEDED]


@pytest.mark.parametrize(("poll_interval_us", "sweeps"), [(1, 4), (600_000_000, 2)])
def test_busy_worker_sweeps_once_in_a_poll_interval(
    queue: DurableQueue,
    do: Any,
    monkeypatch: pytest.MonkeyPatch,
    poll_interval_us: int,
    sweeps: int,
) -> None:
    swept: list[str] = []
    monkeypatch.setattr(queue, "promote_due", lambda: swept.append("promoted"))
    monkeypatch.setattr(queue, "recover_expired", lambda: swept.append("recovered"))
    for key in ("a", "b", "c"):
        do.submit(queue, key)
    Worker(queue, lambda _: None, poll_interval_us=poll_interval_us).run(until_idle=True)
    assert swept == ["promoted", "recovered"] * sweeps
    assert queue.counts()[JobState.SUCCEEDED] == 3


def test_worker_is_not_idle_before_it_has_swept(queue: DurableQueue, do: Any) -> None:
    do.submit(queue, retry_policy=RetryPolicy(base_delay_us=0))
    reports: list[ExecutionReport] = []

    def handler(execution: Execution) -> None:
        if execution.job.attempt_count == 1:
            raise OSError

    worker = Worker(queue, handler, poll_interval_us=600_000_000)
    worker.run(until_idle=True, report=reports.append)
    assert [report.outcome for report in reports] == ["FAILED", "SUCCEEDED"]


@pytest.mark.parametrize(
    "options",
    [
        {"worker_id": ""},
        {"worker_id": "a\nb"},
        {"lease_duration_us": 0},
        {"heartbeat_interval_us": 0},
        {"lease_duration_us": 10, "heartbeat_interval_us": 10},
        {"poll_interval_us": 0},
    ],
)
def test_worker_outside_its_bounds_is_refused(queue: DurableQueue, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        Worker(queue, {}, **options)


def test_shortest_lease_has_a_heartbeat(queue: DurableQueue) -> None:
    assert Worker(queue, {}, lease_duration_us=1)._heartbeat_interval_us == 1
    assert Worker(queue, {}, lease_duration_us=30)._heartbeat_interval_us == 10
