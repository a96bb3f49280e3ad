"""One piece of work for a helper: a scene, and what is to be done at all of its sites."""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from crashqueue_core import DurableQueue
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.sites.death import Die
from crashqueue_faults.sites.operations import OPERATIONS, Operation
from crashqueue_faults.sites.planted import PLANTED_BUGS
from crashqueue_faults.sites.recovering import recovery_scene
from crashqueue_faults.sites.scenes import (
    QUEUE,
    Room,
    Scene,
    copy_files,
    operation_scene,
)
from crashqueue_faults.sites.visits import Visit
from crashqueue_verify import AuditError, Verdict, audit, replay

EXPLORE: Final = "explore"
MODULES: Final = {
    "statements": "crashqueue_faults.sites.statements",
    "io": "crashqueue_faults.sites.file_operations",
    "errors": "crashqueue_faults.sites.disturbing",
}
"""The layers, each with the module whose `visit` visits its sites."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What to do (`EXPLORE`, or a layer's name) with which scene.

    The scene is an operation on the store that `bug` names, or the next step of recovery from the
    files in `start`, whose content has this `digest`. `room` is the task's own folder; witnesses go
    to `kept`.
    """

    work: str
    room: str
    kept: str
    seed: str
    operation: str = ""
    bug: str = ""
    start: str = ""
    digest: str = ""

    def as_dict(self) -> dict[str, str]:
        """Return the task ready for JSON."""
        return asdict(self)

    @property
    def kind(self) -> type[SqliteStore]:
        """The store that the scene is played on."""
        return PLANTED_BUGS[self.bug].kind if self.bug else SqliteStore

    def scene(self) -> Scene:
        """Prepare the scene."""
        if not self.operation:
            return recovery_scene(Path(self.start), self.digest)
        if self.bug:
            operation = PLANTED_BUGS[self.bug].operation
        else:
            operation = operation_named(self.operation)
        return operation_scene(operation, Path(self.room, "start"), self.seed)


def operation_named(name: str) -> Operation:
    """Return the operation of this name, which exists."""
    return next(operation for operation in OPERATIONS if operation.name == name)


def carry_out(task: Task, die: Die) -> dict[str, Any]:
    """Do the work; return what came out, ready for JSON."""
    scene = task.scene()
    room = Room(scratch=Path(task.room, "scratch"), kept=Path(task.kept))
    if task.work == EXPLORE:
        return _explore(task, scene, room)
    order = Visit(
        scene=scene,
        contents=scene.contents(room.scratch, task.kind),
        room=room,
        kind=task.kind,
        die=die,
        reopens=bool(task.operation),
    )
    # Imported when asked for: the layer of statements is to work without APSW.
    layer = import_module(MODULES[task.work])
    tallies = {name: tally.as_dict() for name, tally in layer.visit(order).items()}
    shutil.rmtree(task.room)
    return tallies


def _explore(task: Task, scene: Scene, room: Room) -> dict[str, Any]:
    """Return the contents of the undisturbed scene, each with the folder of its files.

    For a step of recovery, the files that it starts from are judged as well.
    """
    folders = Path(task.room, "states")
    contents = scene.contents(
        room.scratch, task.kind, lambda number, files: copy_files(files, folders / str(number))
    )
    return {
        "problem": "" if task.operation else problem_of(scene.start, room.database),
        "states": [
            {"digest": content.digest, "folder": str(folders / str(number))}
            for number, content in enumerate(contents)
        ],
    }


def problem_of(start: Path, recovered: Path) -> str:
    """Return why the auditor does not accept the database in `start`, or nothing.

    Every job is replayed; `recovered` is any later state of the same database, which names them.
    """
    try:
        report = audit(start / QUEUE)
        if report.verdict is not Verdict.HOLDS:
            rules = sorted({finding.rule_id for finding in report.findings})
            return f"the audit says {report.verdict}: {', '.join(rules)}"
        with DurableQueue(recovered, create=False) as queue:
            job_ids = [job.job_id for job in queue.list_jobs().jobs]
        disagreeing = [job_id for job_id in job_ids if not replay(start / QUEUE, job_id).agrees]
    except AuditError as error:
        return f"the audit cannot be made: {error}"
    return f"replay disagrees with {', '.join(disagreeing)}" if disagreeing else ""
