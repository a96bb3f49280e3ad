"""From a witness to files that anybody can open."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from crashqueue_faults.evidence import Stopwatch, claim_directory, write_json
from crashqueue_faults.experiment import Experiment
from crashqueue_faults.network import no_network
from crashqueue_faults.power.files import Files, Reconstruction, rebuild
from crashqueue_faults.power.judge import Judge, Promise
from crashqueue_faults.power.model import Disk, Selection
from crashqueue_faults.power.recording import DATABASE, Acknowledged, Recording
from crashqueue_faults.power.verdict import StateVerdict
from crashqueue_faults.power.witness import Witness, parse_witness, record_again
from crashqueue_faults.scratch import scratch_folder

REPORT: Final = "witness.json"
FILES: Final = "files"
LOOK: Final = (
    f"crashqueue-verify {FILES}/{DATABASE}",
    f"cp -r {FILES} copy && sqlite3 copy/{DATABASE} 'PRAGMA integrity_check'",
)
"""In the output directory. Whatever opens a file with SQLite recovers it, so take a copy."""


def build_witness(witness_id: str, output_directory: str | os.PathLike[str]) -> Experiment:
    """Build the files of a crash state in a new directory; `run_witness` says what is asked."""
    witness = parse_witness(witness_id)
    record_again(witness)
    directory = claim_directory(output_directory)
    with no_network():
        report = materialise(witness, directory)
    Stopwatch().write_environment(directory)
    return Experiment(ok=True, report=report)


def materialise(witness: Witness, directory: Path) -> dict[str, object]:
    """Write the files of a crash state into `directory`, and their description; return it."""
    recording, disk = record_again(witness)
    files = Reconstruction(disk).files(witness.selection)
    (directory / FILES).mkdir()
    rebuild(directory / FILES, files)
    before = recording.entries[: witness.point]
    report: dict[str, object] = {
        "acknowledged": sum(isinstance(entry, Acknowledged) for entry in before),
        "after": str(before[-1]) if before else "the beginning",
        "files": {name: len(content.data) for name, content in files.items()},
        "journal_mode": recording.mode.journal_mode,
        "look": list(LOOK),
        "operation": recording.name,
        "pending": _pending(disk, witness.selection),
        "point": witness.point,
        "synchronous": recording.mode.synchronous,
        "verdict": str(_verdict(recording, witness.point, files)),
        "witness": str(witness),
    }
    write_json(directory / REPORT, report)
    return report


def _pending(disk: Disk, selection: Selection) -> list[dict[str, str]]:
    return [
        {"arrived": _arrived(index, selection), "operation": str(pending.operation)}
        for index, pending in enumerate(disk.pending)
    ]


def _arrived(index: int, selection: Selection) -> str:
    if selection.torn is not None and selection.torn.index == index:
        return f"its first {selection.torn.length} bytes"
    return "yes" if selection.mask >> index & 1 else "no"


def _verdict(recording: Recording, point: int, files: Files) -> StateVerdict:
    with scratch_folder() as scratch:
        judge = Judge(scratch)
        promise = Promise(recording, judge.moments(recording))
        for entry in recording.entries[:point]:
            if isinstance(entry, Acknowledged):
                promise.advance()
        return judge.judge(files, promise)
