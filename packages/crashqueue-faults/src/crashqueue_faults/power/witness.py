"""Witnesses: the name of one crash state, from which its files can be built again.

A witness id reads `MODE.OPERATION.POINT.MASK`, and `.INDEX-LENGTH` where a write is torn: how
SQLite commits, what was recorded, how many entries of the recording came before the power failed,
which pending operations arrived (hexadecimal, bit 0 is the first), and which write came in part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from crashqueue_faults.engine.file_operations import FileOperation
from crashqueue_faults.engine.store import JOURNAL_MODES, SYNCHRONOUS
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.power.model import Disk, Replay, Selection, Torn, tears
from crashqueue_faults.power.recording import (
    LIFE_CYCLES,
    Mode,
    Recording,
    record_life_cycle,
    record_operation,
    slug,
)
from crashqueue_faults.sites.operations import OPERATIONS

_ID: Final = re.compile(
    r"(?P<journal_mode>[a-z]+)-(?P<synchronous>[a-z]+)\.(?P<operation>[a-z0-9_-]+)"
    r"\.(?P<point>\d+)\.(?P<mask>[0-9a-f]+)(?:\.(?P<index>\d+)-(?P<length>\d+))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """One crash state of a recording."""

    mode: Mode
    operation: str
    point: int
    selection: Selection

    def __str__(self) -> str:
        torn = self.selection.torn
        end = "" if torn is None else f".{torn.index}-{torn.length}"
        return f"{self.mode}.{self.operation}.{self.point}.{self.selection.mask:x}{end}"


def parse_witness(witness_id: str) -> Witness:
    """Return the witness with this id, or raise InvalidExperiment."""
    found = _ID.fullmatch(witness_id)
    if found is None:
        raise _unknown(witness_id, "it is not of the form MODE.OPERATION.POINT.MASK[.INDEX-LENGTH]")
    mode = Mode(
        journal_mode=found["journal_mode"].upper(), synchronous=found["synchronous"].upper()
    )
    if mode.journal_mode not in JOURNAL_MODES or mode.synchronous not in SYNCHRONOUS:
        raise _unknown(witness_id, "there is no such mode")
    torn = None
    if found["index"] is not None:
        torn = Torn(index=int(found["index"]), length=int(found["length"]))
    return Witness(
        mode=mode,
        operation=found["operation"],
        point=int(found["point"]),
        selection=Selection(mask=int(found["mask"], 16), torn=torn),
    )


def record_again(witness: Witness) -> tuple[Recording, Disk]:
    """Return the recording of a witness and the disk at its point; raise InvalidExperiment."""
    recording = record(witness.operation, witness.mode)
    if recording is None:
        raise _unknown(str(witness), "nothing of this name is recorded")
    if witness.point > len(recording.entries):
        raise _unknown(str(witness), f"the recording has {len(recording.entries)} entries")
    replay = Replay(recording.base)
    for entry in recording.entries[: witness.point]:
        if isinstance(entry, FileOperation):
            replay.perform(entry)
    disk = replay.disk()
    _require_selectable(witness, disk)
    return recording, disk


def record(operation: str, mode: Mode) -> Recording | None:
    """Return the recording with this name or slug, made now; None if there is none."""
    for name in LIFE_CYCLES:
        if slug(name) == slug(operation):
            return record_life_cycle(mode, name=name)
    for one in OPERATIONS:
        if slug(one.name) == slug(operation):
            return record_operation(one, mode)
    return None


def _require_selectable(witness: Witness, disk: Disk) -> None:
    mask, torn = witness.selection.mask, witness.selection.torn
    if mask >> len(disk.pending):
        raise _unknown(str(witness), f"{len(disk.pending)} operations are pending at this point")
    if torn is not None and (
        torn.index >= len(disk.pending)
        or mask >> torn.index & 1
        or torn.length not in tears(disk.pending[torn.index].operation)
    ):
        raise _unknown(str(witness), "the torn write cannot be torn there")


def _unknown(witness_id: str, reason: str) -> InvalidExperiment:
    return InvalidExperiment(
        f"there is no witness {witness_id}: {reason}", argument="witness_id", witness_id=witness_id
    )
