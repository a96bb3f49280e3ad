"""How many crash states are judged in a second on one core, against only opening such a database.

The target is 1,000 distinct states a second. Opening the same files with SQLite and closing them
again, without asking anything, is the floor under it; the ratio holds when the machine's speed
drifts.
"""

from __future__ import annotations

import sqlite3
import statistics
import time

from crashqueue_faults.experiment import ignore_progress
from crashqueue_faults.power.files import Files, Reconstruction, rebuild
from crashqueue_faults.power.model import everything
from crashqueue_faults.power.recording import DATABASE, Mode, Recording, record_operation
from crashqueue_faults.power.survey import Plan, crash_points, survey
from crashqueue_faults.scratch import scratch_folder
from crashqueue_faults.sites.operations import OPERATIONS

ROUNDS = 5
OPENINGS = 500
PLAN = Plan(sample_size=200, seed=1)


def judged_per_second(recording: Recording) -> float:
    """Judge the crash states of one recording in this process."""
    started_s = time.perf_counter()
    (result,) = survey([recording], PLAN, processes=1, progress=ignore_progress)
    return len(result.states) / (time.perf_counter() - started_s)


def opened_per_second(files: Files) -> float:
    """Rebuild one crash state's files, open them and close them again."""
    with scratch_folder() as folder:
        started_s = time.perf_counter()
        for _ in range(OPENINGS):
            rebuild(folder, files)
            connection = sqlite3.connect(folder / DATABASE)
            connection.execute("PRAGMA schema_version").fetchone()
            connection.close()
        return OPENINGS / (time.perf_counter() - started_s)


def main() -> None:
    """Print medians of both, and of their ratio round by round."""
    (submit,) = (operation for operation in OPERATIONS if operation.name == "submit, new")
    recording = record_operation(submit, Mode())
    disk = list(crash_points(recording))[20]  # the whole log is there, nothing is in the database
    files = Reconstruction(disk).files(everything(disk))
    rounds = [(judged_per_second(recording), opened_per_second(files)) for _ in range(ROUNDS)]
    judged = statistics.median(judged for judged, _ in rounds)
    opened = statistics.median(opened for _, opened in rounds)
    ratio = statistics.median(judged / opened for judged, opened in rounds)
    print(f"distinct states judged  {judged:7.0f} /s on one core   (target: at least 1,000)")
    print(f"opened and closed       {opened:7.0f} /s")
    print(f"ratio, median of {ROUNDS}      {ratio:7.2f}")


if __name__ == "__main__":
    main()
