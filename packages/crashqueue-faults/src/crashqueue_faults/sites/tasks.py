"""One piece of work for a helper: a scene, and what is to be done at all of its sites."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from crashqueue_core import DurableQueue
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.sites.death import Die
from crashqueue_faults.sites.engines import SQLITE, Engine
from crashqueue_faults.sites.operations import OPERATIONS, Operation
from crashqueue_faults.sites.planted import PLANTED_BUGS
from crashqueue_faults.sites.recovering import recovery_scene
from crashqueue_faults.sites.scenes import Room, Scene, operation_scene
from crashqueue_faults.sites.verdicts import Tally
from crashqueue_faults.sites.visits import Visit
from crashqueue_verify import AuditError, Verdict

EXPLORE: Final = "explore"
MODULES: Final = {
    "statements": "crashqueue_faults.sites.statements",
    "io": "crashqueue_faults.sites.file_operations",
    "errors": "crashqueue_faults.sites.disturbing",
}
"""The layers, each with the module whose `visit` visits its sites."""
POSTGRES_MODULES: Final = {
    "statements": "crashqueue_faults.sites.round_trips",
    "errors": "crashqueue_faults.sites.postgres_disturbing",
}
"""The layers on PostgreSQL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What to do (`EXPLORE`, or a layer's name) with which scene.

    The scene is an operation on the store that `bug` names, or the next step of recovery from what
    is kept in `start`, whose content has this `digest`. `room` is the task's own folder; witnesses
    go to `kept`. With an `address` it is played on that PostgreSQL, in a schema whose name begins
    with `schema`.
    """

    work: str
    room: str
    kept: str
    seed: str
    operation: str = ""
    bug: str = ""
    start: str = ""
    digest: str = ""
    address: str = ""
    schema: str = ""

    def as_dict(self) -> dict[str, str]:
        """Return the task ready for JSON."""
        return asdict(self)

    def without_address(self) -> dict[str, str]:
        """Return the task ready for an error: an address can hold a password."""
        return self.as_dict() | {"address": ""}

    @contextmanager
    def engine(self) -> Iterator[Engine]:
        """Yield what the scene is played on."""
        if not self.address:
            yield SQLITE
            return
        # Imported when asked for: it needs psycopg.
        from crashqueue_faults.sites.postgres_engine import PostgresSchema  # noqa: PLC0415

        with PostgresSchema.opened(self.address, f"{self.schema}_{os.getpid()}") as engine:
            yield engine

    def scene(self, engine: Engine) -> Scene:
        """Prepare the scene."""
        if not self.operation:
            return recovery_scene(Path(self.start), self.digest, engine)
        if self.bug:
            operation = PLANTED_BUGS[self.bug].operation
        else:
            operation = operation_named(self.operation)
        return operation_scene(operation, Path(self.room, "start"), self.seed, engine)

    def visit(self, order: Visit[StoreOpener]) -> dict[str, Tally]:
        """Visit every site of the layer that the work names."""
        # Imported when asked for: the layer of statements is to work without APSW.
        layer = import_module((POSTGRES_MODULES if self.address else MODULES)[self.work])
        tallies: dict[str, Tally] = layer.visit(order)
        return tallies


def operation_named(name: str) -> Operation:
    """Return the operation of this name, which exists."""
    return next(operation for operation in OPERATIONS if operation.name == name)


def carry_out(task: Task, die: Die) -> dict[str, Any]:
    """Do the work; return what came out, ready for JSON."""
    room = Room(scratch=Path(task.room, "scratch"), kept=Path(task.kept))
    with task.engine() as engine:
        scene = task.scene(engine)
        if task.work == EXPLORE:
            return _explore(task, scene, room)
        order = Visit(
            scene=scene,
            contents=scene.contents(room.scratch, engine.kind(task.bug)),
            room=room,
            kind=engine.kind(task.bug),
            die=die,
            reopens=bool(task.operation),
        )
        tallies = {name: tally.as_dict() for name, tally in task.visit(order).items()}
    # A step of recovery on a server has made no folder.
    shutil.rmtree(task.room, ignore_errors=True)
    return tallies


def _explore(task: Task, scene: Scene, room: Room) -> dict[str, Any]:
    """Return the contents of the undisturbed scene, each with the folder where it is kept.

    For a step of recovery, what it starts from is judged as well.
    """
    folders = Path(task.room, "states")
    engine = scene.engine
    contents = scene.contents(
        room.scratch,
        engine.kind(task.bug),
        lambda number: engine.keep(room.scratch, folders / str(number)),
    )
    return {
        "problem": "" if task.operation else problem_of(scene.start, room.scratch, engine),
        "states": [
            {"digest": content.digest, "folder": str(folders / str(number))}
            for number, content in enumerate(contents)
        ],
    }


def problem_of(start: Path, scratch: Path, engine: Engine = SQLITE) -> str:
    """Return why the auditor does not accept the database kept in `start`, or nothing.

    Every job is replayed. The database is set up in `scratch` for that.
    """
    place = engine.set_up(start, scratch)
    try:
        report = place.audit()
        if report.verdict is not Verdict.HOLDS:
            rules = sorted({finding.rule_id for finding in report.findings})
            return f"the audit says {report.verdict}: {', '.join(rules)}"
        with DurableQueue(**place.where, create=False) as queue:
            job_ids = [job.job_id for job in queue.list_jobs().jobs]
        # As it was before the queue was opened there.
        place = engine.set_up(start, scratch)
        disagreeing = [job_id for job_id in job_ids if not place.replay(job_id).agrees]
    except AuditError as error:
        return f"the audit cannot be made: {error}"
    return f"replay disagrees with {', '.join(disagreeing)}" if disagreeing else ""
