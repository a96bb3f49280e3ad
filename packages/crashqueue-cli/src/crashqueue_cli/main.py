"""Where the process begins and ends: the entry point, and the boundary for every error."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final, NoReturn

import click

from crashqueue_cli import __version__
from crashqueue_cli.answers import Answer, ExitCode
from crashqueue_cli.catalogue import Commands
from crashqueue_cli.errors import Terminated
from crashqueue_cli.output import print_answer, print_problem
from crashqueue_cli.problems import problem_from

PROGRAM: Final = "crashqueuelab"


@dataclass(slots=True)
class Settings:
    """What holds for whichever command runs."""

    debug: bool = False


@click.command(
    PROGRAM,
    cls=Commands,
    no_args_is_help=False,  # no command is an error like any other
    context_settings={"max_content_width": 100},
)
@click.version_option(__version__, prog_name=PROGRAM)
@click.option("--debug", is_flag=True, help="Put the traceback into unexpected errors.")
@click.pass_obj
def commands(settings: Settings, *, debug: bool) -> None:
    """Crash a durable job queue on purpose, and keep the evidence.

    Each command prints one JSON object on standard output, or one on standard error. Times and
    durations are integer microseconds. The queue delivers at least once, never exactly once.
    """
    settings.debug = debug


def main(arguments: Sequence[str] | None = None) -> ExitCode:
    """Run the command that `arguments` (by default the process's own) name; return the exit code.

    Every way to end passes through here: an answer, a refusal, a mistake, Ctrl-C, a closed pipe.
    """
    settings = Settings()
    try:
        with _ended_by_sigterm():
            answer = commands.main(arguments, PROGRAM, standalone_mode=False, obj=settings)
        if isinstance(answer, Answer):
            return print_answer(answer)
        return ExitCode(answer)  # of --help or --version, which print text
    except (Exception, KeyboardInterrupt, Terminated) as error:
        return print_problem(problem_from(error, debug=settings.debug))


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end the command like an exception, so that temporary files are removed."""

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        raise Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
