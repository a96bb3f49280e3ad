"""One place to crash a target at: its store, its ledger, and the process its workers come from."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar, cast

from crashqueue_faults.effects import Destination, count_effects, create_ledger
from crashqueue_faults.errors import TargetBroken
from crashqueue_faults.targets import job, striking
from crashqueue_faults.targets.backends import Backend, backend_for
from crashqueue_faults.targets.nursery import Nursery
from crashqueue_faults.targets.target import (
    Configuration,
    JobState,
    Role,
    Sight,
    Store,
    Target,
    Victim,
)
from crashqueue_faults.targets.trace import Point, Step, Trace

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A worker that was started, what it reached if it is watched, and what must end with it."""

    process_id: int
    trace: Trace | None = None
    ending: ExitStack = field(default_factory=ExitStack)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What a watched worker has reached."""
        return self.trace.steps() if self.trace else ()

    @property
    def is_struck(self) -> bool:
        """Whether the point at which the worker dies was reached."""
        return any(step.strikes for step in self.steps)


class Stand:
    """Carries out one case after the other; each begins with `prepare`."""

    def __init__(
        self,
        target: Target,
        configuration: Configuration,
        folder: Path,
        *,
        backend: Backend,
        nursery: Nursery,
    ) -> None:
        self.target = target
        self.configuration = configuration
        self._backend = backend
        self._nursery = nursery
        self._store_folder = folder / "store"
        self._ledger = folder / "effects.sqlite"
        self._trace = folder / "trace.jsonl"

    def prepare(self) -> None:
        """Empty the store and the ledger, and enqueue the job."""
        for old in self._ledger.parent.glob(f"{self._ledger.name}*"):
            old.unlink()
        shutil.rmtree(self._store_folder, ignore_errors=True)
        self._store_folder.mkdir()
        is_made = self._backend.empty()
        create_ledger(self._ledger)
        self._nursery.forget_words()
        if not is_made:
            self._ask("create")
        self._ask("enqueue")

    def start(
        self,
        role: Role,
        *,
        watched: bool = False,
        armed: Point | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Worker:
        """Start a worker with a session of its own; one that is watched may be armed to die.

        What dies is as the configuration says, unless the environment says otherwise.
        """
        told = {job.LEDGER: str(self._ledger), striking.VICTIM: self.configuration.victim}
        told |= environment or {}
        if not watched:
            return Worker(process_id=self._fork(role, told))
        self._trace.write_text("")
        heard = Trace(self._trace, armed)
        ending = ExitStack()
        victim = Victim(told[striking.VICTIM])
        address = ending.enter_context(self._backend.watching(heard, victim))
        told |= heard.environment()
        process_id = self._fork(role, told, address=address)
        return Worker(process_id=process_id, trace=heard, ending=ending)

    def wait_for_the_dead(self) -> None:
        """Wait until the store's server has finished with a worker that has died."""
        self._backend.wait_for_the_dead()

    def sight(self) -> Sight:
        """Look into the store."""
        seen = cast("dict[str, str]", self._ask("see"))
        return Sight(state=JobState(seen["state"]), content=seen["content"])

    def effects(self) -> int:
        """Return how often the job's effect happened."""
        return count_effects(self._ledger, [Destination.NON_IDEMPOTENT])["non_idempotent"]

    def deliveries(self) -> int:
        """Return how often the job was executed where each execution ends its process."""
        return job.count_deliveries(self._ledger)

    def has_ended(self, worker: Worker) -> bool:
        """Whether the worker's first process has ended."""
        return bool(self._ask("has_ended", process_id=worker.process_id))

    def stop(self, worker: Worker) -> None:
        """End what is left of the worker."""
        with worker.ending:
            try:
                self._ask("kill", process_id=worker.process_id)
            except TargetBroken:
                # The process that it was forked from is gone, and of no more help.
                striking.kill_session(worker.process_id)
                raise

    def abandon(self) -> None:
        """End all workers and start none any more, whoever is waiting for one."""
        self._nursery.abandon()

    @property
    def store(self) -> Store:
        """Where the library keeps its jobs."""
        return Store(folder=self._store_folder, address=self._backend.address)

    @property
    def server(self) -> str:
        """The name and version of the store's server; empty for SQLite."""
        return self._backend.server

    @property
    def words(self) -> str:
        """The last lines that workers wrote."""
        return self._nursery.words

    def _fork(self, role: Role, environment: Mapping[str, str], **order: object) -> int:
        return cast("int", self._ask("work", role=role, environment=dict(environment), **order))

    def _ask(self, do: str, **order: object) -> object:
        where = {"folder": str(self._store_folder), "address": self._backend.address}
        return self._nursery.ask({"do": do, **where, **order})


@contextmanager
def stand_for(
    target: Target, configuration: Configuration, folder: Path, backend: Backend | None = None
) -> Iterator[Stand]:
    """Yield a stand in `folder`, which is made; the backend is its own unless one is given."""
    folder.mkdir(parents=True)
    own = backend_for(target.engine, folder) if backend is None else nullcontext(backend)
    with own as behind, Nursery(target, configuration, folder) as nursery:
        yield Stand(target, configuration, folder, backend=behind, nursery=nursery)


def at_free_stands(
    stands: Sequence[Stand], do: Callable[[Stand, Item], Result], items: Sequence[Item]
) -> list[Result]:
    """Do it for each item, at a stand that is free; return the results in the items' order.

    After an error, or an interrupt, nobody waits for the patience that the others have.
    """
    free: SimpleQueue[Stand] = SimpleQueue()
    for stand in stands:
        free.put(stand)

    def do_at_one(item: Item) -> Result:
        stand = free.get()
        try:
            return do(stand, item)
        finally:
            free.put(stand)

    with ThreadPoolExecutor(len(stands)) as pool:
        try:
            return list(pool.map(do_at_one, items))
        except BaseException:
            for stand in stands:
                stand.abandon()
            raise
