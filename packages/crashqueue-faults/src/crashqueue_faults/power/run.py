"""What the laboratory can be asked about power loss. Each answer needs the engine, an extra.

So the rooms that import it are entered only after asking whether it is there.
"""

# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import os
from typing import Final

from crashqueue_faults.engine.required import require_engine
from crashqueue_faults.experiment import Experiment, ProgressListener, ignore_progress

DEFAULT_STATES: Final = 250_000
"""About half of them recur from point to point, and more than 100,000 are distinct."""


def run_power_loss(
    output_directory: str | os.PathLike[str],
    *,
    seed: int,
    only: str | None = None,
    states: int = DEFAULT_STATES,
    processes: int | None = None,
    progress: ProgressListener = ignore_progress,
) -> Experiment:
    """Look at what a power failure leaves at every point of every operation; write the atlas.

    `only` names one operation, or "life-cycle of three jobs". About `states` states are looked at,
    recurring ones included: all where few operations are pending, and a sample of one size at every
    other point; exact points are never cut short. `processes` (the number of processors unless
    given) share the work; the report does not depend on it. The directory then holds atlas.json,
    atlas.svg, planted-bug/ and environment.json. Raises an ExperimentError, with nothing written,
    for arguments that cannot be used and without APSW.
    """
    require_engine()
    from crashqueue_faults.power.atlas import make_atlas

    return make_atlas(
        output_directory,
        seed=seed,
        only=only,
        states=states,
        processes=processes,
        progress=progress,
    )


def run_witness(witness_id: str, output_directory: str | os.PathLike[str]) -> Experiment:
    """Build the files of one crash state again, and say what they are and how to look at them.

    The directory then holds files/, witness.json and environment.json. Raises an ExperimentError,
    with nothing written, for an id that names no crash state and without APSW.
    """
    require_engine()
    from crashqueue_faults.power.materialising import build_witness

    return build_witness(witness_id, output_directory)


def run_guarantees(
    output_directory: str | os.PathLike[str] | None = None,
    *,
    seed: int,
    processes: int | None = None,
    progress: ProgressListener = ignore_progress,
) -> Experiment:
    """Measure what each journal mode and synchronous setting keeps after a crash and a power loss.

    The report has a row for each, with the smallest witness of each thing that fails. It is not ok
    if a contract differs from what SQLite's documentation leads to expect. With an output
    directory, guarantees.json and environment.json are written there. Raises an ExperimentError for
    arguments that cannot be used and without APSW.
    """
    require_engine()
    from crashqueue_faults.power.guarantees import measure_guarantees

    return measure_guarantees(output_directory, seed=seed, processes=processes, progress=progress)
