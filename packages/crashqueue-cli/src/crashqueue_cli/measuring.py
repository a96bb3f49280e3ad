"""Commands that measure what a failure leaves: power-loss, guarantees. They need the engine."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path

import click

from crashqueue_cli import experiments, options
from crashqueue_cli.answers import Answer
from crashqueue_cli.experiments import answer_of, drawn_by
from crashqueue_cli.progress import drawn_progress, is_watched
from crashqueue_faults import run_guarantees, run_power_loss, run_witness
from crashqueue_faults.power.run import DEFAULT_STATES


@click.command("power-loss")
@experiments.is_experiment
@click.option(
    "--only",
    metavar="NAME",
    shell_complete=experiments.complete_operation,
    help='Record this operation alone, or "life-cycle of three jobs".',
)
@click.option(
    "--states",
    type=int,
    metavar="N",
    help="About how many states to look at; where few are possible, none is left out.  "
    f"[default: {DEFAULT_STATES}]",
)
@experiments.processes
@click.option(
    "--witness",
    metavar="ID",
    help="Build the files of this one state instead, and say how to look at them.",
)
def power_loss(
    *,
    output_directory: Path,
    seed: int,
    quiet: bool,
    only: str | None,
    states: int | None,
    processes: int | None,
    witness: str | None,
) -> Answer:
    """Look at every state that a power failure can leave, and draw the atlas.

    Every operation is recorded once. At each point of the recording the power fails: any subset of
    what was not synced may have arrived. Needs the extra "engine".
    """
    if witness is not None:
        if (only, states, processes) != (None, None, None):
            raise click.UsageError(
                "--witness names one state; --output-directory alone goes with it."
            )
        return answer_of(run_witness(witness, output_directory))
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(
            run_power_loss(
                output_directory,
                seed=seed,
                only=only,
                states=DEFAULT_STATES if states is None else states,
                processes=processes,
                progress=drawn_by(draw),
            )
        )


@click.command()
@click.option(
    "--output-directory",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where to write the evidence as well; must be new or empty.",
)
@experiments.seed
@experiments.processes
@options.quiet
def guarantees(
    *, output_directory: Path | None, seed: int, processes: int | None, quiet: bool
) -> Answer:
    """Measure what each mode of SQLite keeps after a crash and a power loss.

    On a terminal a table is shown on standard error as well. Needs the extra "engine".
    """
    with drawn_progress(quiet=quiet) as draw:
        experiment = run_guarantees(
            output_directory, seed=seed, processes=processes, progress=drawn_by(draw)
        )
    answer = answer_of(experiment)
    if not is_watched(quiet=quiet):
        return answer
    table = importlib.import_module("crashqueue_cli.table").guarantee_table(experiment.report)
    return replace(answer, afterword=table)
