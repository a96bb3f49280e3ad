"""A target's own process: it imports the library once, and forks a child for everything else.

It is given orders, one JSON object a line, on standard input, and answers each with one line.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

from crashqueue_faults.targets.registry import configuration_named, target_named
from crashqueue_faults.targets.sqlite_hook import hook_sqlite
from crashqueue_faults.targets.striking import kill_session
from crashqueue_faults.targets.target import Configuration, Engine, Role, Store, Target
from crashqueue_faults.targets.trace import Trace

LIFETIME_S: Final = 600
"""After this a worker ends by itself, should its laboratory be gone."""

Order = Mapping[str, Any]


class Zygote:
    """Carries out the orders for one target in one configuration."""

    def __init__(self, target: Target, configuration: Configuration) -> None:
        self._target = target
        self._configuration = configuration
        self._workers: set[int] = set()
        self._ended: set[int] = set()

    def create(self, order: Order) -> None:
        """Make the store, empty."""
        self._in_child(lambda: self._target.create(_store(order), self._configuration), order)

    def enqueue(self, order: Order) -> None:
        """Enqueue the job."""
        self._in_child(lambda: self._target.enqueue(_store(order), self._configuration), order)

    def work(self, order: Order) -> int:
        """Start a worker with a session of its own; return its process id."""
        child = os.fork()
        if child == 0:
            os.setsid()
            _live(lambda: self._work(order), order)
        self._workers.add(child)
        # The number may have been another worker's.
        self._ended.discard(child)
        return child

    def see(self, order: Order) -> dict[str, str]:
        """Return what the store holds."""
        return asdict(self._target.see(_store(order), self._configuration))

    def has_ended(self, order: Order) -> bool:
        """Whether a worker's first process has ended."""
        return self._reap(order["process_id"], os.WNOHANG)

    def terminate(self, order: Order) -> None:
        """Ask a worker to end, as a supervisor does."""
        with suppress(ProcessLookupError):
            os.kill(order["process_id"], signal.SIGTERM)

    def kill(self, order: Order) -> None:
        """End a worker and all of its processes, and wait for its end."""
        self._kill(order["process_id"])
        self._reap(order["process_id"])
        self._workers.discard(order["process_id"])

    def end(self) -> None:
        """End every worker that is left: whoever gave the orders may have been killed."""
        for process_id in self._workers:
            self._kill(process_id)

    def _kill(self, process_id: int) -> None:
        # One that has just been forked is in our session still, and alone.
        if process_id not in self._ended:
            os.kill(process_id, signal.SIGKILL)
        kill_session(process_id)

    def _reap(self, process_id: int, options: int = 0) -> bool:
        if process_id not in self._ended:
            ended, _ = os.waitpid(process_id, options)
            if ended:
                self._ended.add(process_id)
        return process_id in self._ended

    def _work(self, order: Order) -> None:
        store = _store(order)
        trace = Trace.inherited()
        if trace is not None and self._target.engine is Engine.SQLITE:
            hook_sqlite(store.folder, trace)
        self._target.work(store, self._configuration, Role(order["role"]))

    def _in_child(self, do: Callable[[], None], order: Order) -> None:
        child = os.fork()
        if child == 0:
            _live(do, order)
        _, status = os.waitpid(child, 0)
        if status:
            ended = os.waitstatus_to_exitcode(status)
            raise RuntimeError(f"the child of {order['do']} ended with {ended}")


def _store(order: Order) -> Store:
    return Store(folder=Path(order["folder"]), address=order["address"])


def _live(do: Callable[[], None], order: Order) -> NoReturn:
    """Do it, and leave without running on into the code of the parent."""
    exit_code = 1
    try:
        signal.alarm(LIFETIME_S)
        os.environ.update(order.get("environment", {}))
        _speak_into(Path(order["log"]))
        do()
        exit_code = 0
    except SystemExit as asked:
        exit_code = asked.code if isinstance(asked.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_code)


def _speak_into(log: Path) -> None:
    """Let all that this process and its children say go to `log`, and nothing be asked of us."""
    with log.open("ab") as file, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)


def serve(zygote: Zygote, orders: TextIO, answers: TextIO) -> None:
    """Carry out each order until there are no more."""
    for line in orders:
        order = json.loads(line)
        try:
            answer = {"answer": getattr(zygote, order["do"])(order)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def main() -> None:
    """Serve whoever started this process; its arguments name target and configuration."""
    _, target_name, configuration_name = sys.argv
    # What a library prints is no answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    target = target_named(target_name)
    target.prepare()
    zygote = Zygote(target, configuration_named(target, configuration_name))
    try:
        serve(zygote, sys.stdin, answers)
    finally:
        zygote.end()
