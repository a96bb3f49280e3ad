"""The command that executes jobs: worker."""

from __future__ import annotations

import contextlib
import importlib
import operator
import sys
from collections import Counter
from pathlib import Path

import click

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.errors import HandlerExited, HandlerNotFound
from crashqueue_cli.progress import is_watched
from crashqueue_core import (
    ExecutionOutcome,
    ExecutionReport,
    Handler,
    JobQueue,
    Worker,
    stop_on_signals,
)


@click.command()
@options.opens_queue
@click.option(
    "--handler",
    "handler_name",
    required=True,
    metavar="MODULE:FUNCTION",
    help="The trusted function that executes every job, importable from the current directory.",
)
@click.option("--worker-id", metavar="NAME", help="Who claims.  [default: a new name]")
@options.lease_duration
@options.supported_versions
@click.option(
    "--poll-interval-us",
    type=int,
    metavar="US",
    default=500_000,
    show_default=True,
    help="How long to wait when no job is due.",
)
@click.option("--until-idle", is_flag=True, help="Stop when no job is due.")
@click.option(
    "--max-jobs", type=click.IntRange(min=1), metavar="N", help="Stop after so many executions."
)
@options.quiet
def worker(
    queue: JobQueue,
    *,
    handler_name: str,
    worker_id: str | None,
    lease_duration_us: int,
    checkpoint_versions: tuple[int, ...],
    poll_interval_us: int,
    until_idle: bool,
    max_jobs: int | None,
    quiet: bool,
) -> Answer:
    """Claim jobs and execute them with a trusted function.

    SIGTERM or Ctrl-C lets it finish the job in hand, or give back one not begun, and print its
    summary; a second signal ends it at once. What the handler prints goes to standard error.
    """
    # Standard output carries the summary alone, whatever the handler or its module prints.
    with contextlib.redirect_stdout(sys.stderr):
        worker = Worker(
            queue,
            find_handler(handler_name),
            worker_id=worker_id,
            lease_duration_us=lease_duration_us,
            poll_interval_us=poll_interval_us,
            checkpoint_versions=checkpoint_versions,
        )
        tally = Tally(worker, max_jobs=max_jobs, is_shown=is_watched(quiet=quiet))
        with stop_on_signals(worker):
            try:
                worker.run(until_idle=until_idle, report=tally.note)
            except SystemExit as error:
                raise HandlerExited("the handler ended the process", status=error.code) from error
    return Answer(document=tally.as_dict())


class Tally:
    """Counts a worker's executions by outcome, and stops it after `max_jobs` of them."""

    def __init__(self, worker: Worker, *, max_jobs: int | None, is_shown: bool) -> None:
        self._worker = worker
        self._max_jobs = max_jobs
        self._is_shown = is_shown
        self._counts: Counter[ExecutionOutcome] = Counter()

    def note(self, report: ExecutionReport) -> None:
        """Count one execution."""
        self._counts[report.outcome] += 1
        if self._is_shown:
            job = report.job
            click.echo(f"{report.outcome} {job.job_id} {job.job_type}", err=True)
        if self._counts.total() == self._max_jobs:
            self._worker.stop()

    def as_dict(self) -> dict[str, object]:
        """Return `worker_id` and `executions`: how many ended in each outcome."""
        return {
            "executions": {outcome: self._counts[outcome] for outcome in ExecutionOutcome},
            "worker_id": self._worker.worker_id,
        }


def find_handler(name: str) -> Handler:
    """Import the function that `package.module:function` names; raises HandlerNotFound."""
    module_name, _, path = name.partition(":")
    if not module_name or not path:
        raise HandlerNotFound("the handler's name is not MODULE:FUNCTION", handler=name)
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` does; an installed script does not
    try:
        handler: Handler = operator.attrgetter(path)(importlib.import_module(module_name))
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise HandlerNotFound(f"importing it failed: {reason}", handler=name) from error
    if not callable(handler):
        raise HandlerNotFound("it is not callable", handler=name)
    return handler
