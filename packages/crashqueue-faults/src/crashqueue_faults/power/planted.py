"""The bug that each atlas must catch first: a queue that commits without waiting for the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from crashqueue_faults.experiment import ignore_progress
from crashqueue_faults.power.materialising import materialise
from crashqueue_faults.power.recording import Mode, record_operation
from crashqueue_faults.power.survey import Plan, survey
from crashqueue_faults.power.verdict import StateVerdict, worst
from crashqueue_faults.power.witness import parse_witness
from crashqueue_faults.sites.operations import OPERATIONS

PLANTED: Final = Mode(journal_mode="WAL", synchronous="NORMAL")
_OPERATION: Final = "submit, new"
_SAMPLE_SIZE: Final = 20


def catch_planted_mode(directory: Path, seed: int, mode: Mode = PLANTED) -> dict[str, object]:
    """Look at one submission under `mode`; say whether its loss was found, and keep the witness."""
    (operation,) = (one for one in OPERATIONS if one.name == _OPERATION)
    plan = Plan(sample_size=_SAMPLE_SIZE, seed=seed)
    recording = record_operation(operation, mode)
    (result,) = survey([recording], plan, processes=1, progress=ignore_progress)
    verdict = worst(result.verdicts)
    witness = result.smallest(verdict).witness
    directory.mkdir(parents=True)
    materialise(parse_witness(witness), directory)
    return {
        "bug": f"the queue commits with journal mode {mode.journal_mode} and synchronous"
        f" {mode.synchronous}",
        "caught": verdict is StateVerdict.LOST,
        "verdict": str(verdict),
        "witness": witness,
    }
