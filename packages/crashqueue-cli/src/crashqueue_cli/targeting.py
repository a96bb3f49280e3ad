"""Other people's queues: what can be crashed, and the options that choose it."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from crashqueue_cli import options
from crashqueue_cli.answers import Answer
from crashqueue_cli.progress import is_watched
from crashqueue_faults import describe_targets

ALL: Final = "all"
_FINER: Final = ("configuration", "sample", "repetitions", "actions")


def complete_target(
    _context: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a target."""
    names = [target["target"] for target in describe_targets()["targets"]]
    return [CompletionItem(name) for name in (*names, ALL) if name.startswith(incomplete)]


_CHOICE: Final = (
    click.option(
        "--target",
        metavar="NAME",
        shell_complete=complete_target,
        help=f'Crash this library instead of our queue; "{ALL}" for all that are installed.',
    ),
    click.option(
        "--config",
        "configuration",
        metavar="NAME",
        help="Run the library in this configuration alone.",
    ),
    click.option(
        "--sample",
        type=int,
        metavar="N",
        help="Visit so many boundaries of each configuration, chosen by the seed.  [default: all]",
    ),
    click.option(
        "--repetitions",
        type=int,
        metavar="N",
        help="Crash so often at each boundary of a library.  [default: 3]",
    ),
    click.option(
        "--actions/--no-actions",
        default=None,
        help="Drop connections, ask workers to end, poison the job, crash recoveries and use "
        "workers' names again as well.  [default: unless there is a --sample]",
    ),
)


def chooses_target(operation: Callable[..., Answer]) -> Callable[..., Answer]:
    """Hand what the options say of a library on as `chosen`: arguments of run_targets, or None."""

    @functools.wraps(operation)
    def choosing(target: str | None, **arguments: object) -> Answer:
        finer = {name: arguments.pop(name) for name in _FINER}
        given: dict[str, Any] = {name: value for name, value in finer.items() if value is not None}
        if target is None and given:
            raise click.UsageError(
                "--config, --sample, --repetitions and --actions are about a library: name it with "
                "--target."
            )
        chosen = None if target is None else {"target": None if target == ALL else target, **given}
        return operation(chosen=chosen, **arguments)

    for option in reversed(_CHOICE):
        choosing = option(choosing)
    return choosing


@click.command()
@click.argument("name", required=False, shell_complete=complete_target)
@options.quiet
def targets(*, name: str | None, quiet: bool) -> Answer:
    """Say which libraries can be crashed, what they promise, and how they are configured.

    Or say it of the one that is named. On a terminal a table is shown on standard error as well.
    """
    described = describe_targets(name)
    return _with_table(Answer(document=described), "target_table", quiet=quiet)


def with_outcomes(answer: Answer, *, quiet: bool) -> Answer:
    """Return the answer of run_targets with the table that a person sees."""
    return _with_table(answer, "outcome_table", quiet=quiet)


def _with_table(answer: Answer, name: str, *, quiet: bool) -> Answer:
    if not is_watched(quiet=quiet):
        return answer
    draw = getattr(importlib.import_module("crashqueue_cli.target_table"), name)
    return replace(answer, afterword=draw(answer.document))
