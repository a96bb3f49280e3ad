"""Commands that crash the queue on purpose: showcase, demo, campaign."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from crashqueue_cli import options
from crashqueue_cli.answers import Answer, ExitCode
from crashqueue_cli.progress import Draw, drawn_progress
from crashqueue_faults import (
    DESCRIPTIONS,
    Experiment,
    Progress,
    run_campaign,
    run_comparison,
    run_showcase,
)


def is_experiment(operation: options.Command) -> options.Command:
    """Add the options that every experiment takes."""
    output_directory = click.option(
        "--output-directory",
        type=click.Path(path_type=Path),
        metavar="DIR",
        required=True,
        help="Where the evidence goes; must be new or empty.",
    )
    seed = click.option(
        "--seed",
        type=int,
        metavar="N",
        default=20260827,
        show_default=True,
        help="Fixes order, identifiers and times; the same seed gives the same files.",
    )
    return output_directory(seed(options.quiet(operation)))


@click.command()
@is_experiment
def showcase(*, output_directory: Path, seed: int, quiet: bool) -> Answer:
    """Run the comparison and the campaign, and print the evidence in short."""
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(run_showcase(output_directory, seed=seed, progress=drawn_by(draw)))


@click.command()
@is_experiment
def demo(*, output_directory: Path, seed: int, quiet: bool) -> Answer:
    """Crash a worker between its effect and its acknowledgement, twice.

    Once against an idempotent destination, once against one that is not.
    """
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(run_comparison(output_directory, seed=seed, progress=drawn_by(draw)))


def _complete_fault_point(
    _context: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    return [
        CompletionItem(description.point, help=description.lies)
        for description in DESCRIPTIONS
        if description.point.startswith(incomplete.upper())
    ]


@click.command()
@is_experiment
@click.option(
    "--only",
    metavar="POINT",
    shell_complete=_complete_fault_point,
    help="Run the case of this fault point alone.",
)
@click.option(
    "--processes",
    type=int,
    metavar="N",
    help="Cases that run side by side; the files do not depend on it.  [default: one per core]",
)
def campaign(
    *, output_directory: Path, seed: int, quiet: bool, only: str | None, processes: int | None
) -> Answer:
    """End a worker process at each of the thirteen fault points, and recover."""
    with drawn_progress(quiet=quiet) as draw:
        return answer_of(
            run_campaign(
                output_directory,
                seed=seed,
                only=only,
                processes=processes,
                progress=drawn_by(draw),
            )
        )


def drawn_by(draw: Draw) -> Callable[[Progress], None]:
    """Return a listener that draws the progress of an experiment."""
    return lambda progress: draw(progress.label, progress.done, progress.total)


def answer_of(experiment: Experiment) -> Answer:
    """Return the report, and the exit code by whether the experiment is ok."""
    return Answer(
        document=experiment.report,
        exit_code=ExitCode.OK if experiment.ok else ExitCode.VIOLATED,
    )
