"""Commands that crash the queue on purpose: showcase, demo, campaign."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from crashqueue_cli import options
from crashqueue_cli.answers import Answer, ExitCode
from crashqueue_cli.progress import Draw, drawn_progress
from crashqueue_cli.targeting import chooses_target, with_outcomes
from crashqueue_faults import (
    DESCRIPTIONS,
    Experiment,
    Progress,
    run_campaign,
    run_comparison,
    run_showcase,
    run_sites,
    run_targets,
)
from crashqueue_faults.outages.actions import ACTIONS
from crashqueue_faults.sites.operations import OPERATIONS

HOOKS: Final = "hooks"
SITES: Final = (HOOKS, "statements", "io", "errors", "all")


seed: Final = click.option(
    "--seed",
    type=int,
    metavar="N",
    default=20260827,
    show_default=True,
    help="Fixes order, identifiers and times; the same seed gives the same files.",
)
processes: Final = click.option(
    "--processes",
    type=int,
    metavar="N",
    help="Cases that run side by side; the files do not depend on it.  [default: one per core]",
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


def complete_operation(
    _context: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of an operation that the laboratory crashes."""
    return [
        CompletionItem(operation.name)
        for operation in OPERATIONS
        if operation.name.startswith(incomplete)
    ]


def _complete_only(
    context: click.Context, option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    if context.params.get("sites", HOOKS) != HOOKS:
        return complete_operation(context, option, incomplete)
    points = [CompletionItem(str(each.point), help=each.lies) for each in DESCRIPTIONS]
    if context.params.get("start_server") or context.params.get("database"):
        points += [
            CompletionItem(str(name), help=each.strikes)
            for each in ACTIONS
            for name in (each.action, *(f"{each.action}:{point}" for point in each.points))
        ]
    return [item for item in points if item.value.startswith(incomplete.upper())]


@click.command()
@is_experiment
@click.option(
    "--sites",
    type=click.Choice(SITES),
    default=HOOKS,
    show_default=True,
    help="Where to strike: the thirteen fault points; each SQL statement; each file operation, "
    "where the process dies or is answered with an error; or the last three in one run.",
)
@click.option(
    "--only",
    metavar="NAME",
    shell_complete=_complete_only,
    help="Strike at this fault point alone; of the other sites, in this operation alone. On "
    "PostgreSQL, where more strikes, also ACTION or ACTION:POINT.",
)
@click.option(
    "--database",
    metavar="ADDRESS",
    help="Play on this PostgreSQL database, postgresql://…, in schemas of the campaign's own that "
    "are dropped afterwards; its server is never struck.  [default: SQLite files]",
)
@click.option(
    "--start-server",
    is_flag=True,
    help="Play on a PostgreSQL that is started for the campaign and removed afterwards, and strike "
    "that too.",
)
@chooses_target
@processes
def campaign(
    *,
    output_directory: Path,
    seed: int,
    quiet: bool,
    sites: str,
    only: str | None,
    database: str | None,
    start_server: bool,
    processes: int | None,
    chosen: dict[str, Any] | None,
) -> Answer:
    """Crash the queue at each of thirteen fault points, or at every site there is, and recover.

    The sites io, errors and all need the extra "engine". With --target a library is crashed
    instead, at both sides of every command that its worker sends; it needs the extra of its name.
    On a terminal a table of the outcomes is then shown on standard error as well.
    """
    if chosen is not None:
        if (sites, only, database, start_server) != (HOOKS, None, None, False):
            raise click.UsageError(
                "A library is crashed at every command, on a store of its own: --sites, --only, "
                "--database and --start-server do not go with --target."
            )
        run: Callable[..., Experiment] = partial(run_targets, **chosen)
    else:
        ours = run_campaign if sites == HOOKS else partial(run_sites, sites=sites)
        run = partial(ours, only=only, database=database, start_server=start_server)
    with drawn_progress(quiet=quiet) as draw:
        progress = drawn_by(draw)
        experiment = run(output_directory, seed=seed, processes=processes, progress=progress)
    answer = answer_of(experiment)
    return answer if chosen is None else with_outcomes(answer, quiet=quiet)


def drawn_by(draw: Draw) -> Callable[[Progress], None]:
    """Return a listener that draws the progress of an experiment."""
    return lambda progress: draw(progress.label, progress.done, progress.total)


def answer_of(experiment: Experiment) -> Answer:
    """Return the report, and the exit code by whether the experiment is ok."""
    return Answer(
        document=experiment.report,
        exit_code=ExitCode.OK if experiment.ok else ExitCode.VIOLATED,
    )
