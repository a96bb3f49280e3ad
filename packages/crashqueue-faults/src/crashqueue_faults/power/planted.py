"""The bug that each atlas must catch first: a queue that commits without waiting for the disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crashqueue_faults.experiment import ignore_progress
from crashqueue_faults.power.materialising import materialise
from crashqueue_faults.power.recording import Mode, record_operation
from crashqueue_faults.power.survey import Plan, RecordingResult, survey
from crashqueue_faults.power.verdict import StateVerdict, worst
from crashqueue_faults.power.witness import parse_witness
from crashqueue_faults.sites.operations import OPERATIONS

PLANTED: Final = Mode(journal_mode="WAL", synchronous="NORMAL")
_OPERATION: Final = "submit, new"
_SAMPLE_SIZE: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """What was found of the planted bug."""

    result: RecordingResult

    @property
    def verdict(self) -> StateVerdict:
        """The worst that was found."""
        return worst(self.result.verdicts)

    @property
    def caught(self) -> bool:
        """Whether an acknowledged job was seen to be lost, and nothing else went wrong."""
        return self.verdict is StateVerdict.LOST

    @property
    def witness(self) -> str:
        """The smallest witness of the worst that was found."""
        return self.result.smallest(self.verdict).witness

    def as_dict(self) -> dict[str, object]:
        """Return the outcome ready for JSON."""
        return {
            "bug": f"the queue runs in mode {self.result.recording.mode}",
            "caught": self.caught,
            "verdict": str(self.verdict),
            "witness": self.witness,
        }


def catch_planted_mode(directory: Path, seed: int, mode: Mode = PLANTED) -> Planted:
    """Look at one submission under `mode`; keep the files of its witness in `directory`."""
    (operation,) = (one for one in OPERATIONS if one.name == _OPERATION)
    plan = Plan(sample_size=_SAMPLE_SIZE, seed=seed)
    recording = record_operation(operation, mode)
    (result,) = survey([recording], plan, processes=1, progress=ignore_progress)
    planted = Planted(result=result)
    directory.mkdir(parents=True)
    materialise(parse_witness(planted.witness), directory)
    return planted
