"""Where the process begins and ends: the entry point, and the boundary for every error."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

import click

from crashqueue_cli import __version__
from crashqueue_cli.answers import Answer, ExitCode
from crashqueue_cli.catalogue import Commands
from crashqueue_cli.errors import HungUp, Terminated
from crashqueue_cli.output import print_answer, print_problem
from crashqueue_cli.problems import problem_from

PROGRAM: Final = "crashqueuelab"
_ENDING: Final = {"SIGTERM": Terminated, "SIGHUP": HungUp}  # Windows has no SIGHUP


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

    Every way to end passes through here: an answer, a refusal, a mistake, a signal, a closed pipe.
    """
    settings = Settings()
    try:
        with _ended_by_signals():
            answer = commands.main(arguments, PROGRAM, standalone_mode=False, obj=settings)
        if isinstance(answer, Answer):
            return print_answer(answer)
        return ExitCode(answer)  # of --help or --version, which print text
    except (Exception, KeyboardInterrupt, Terminated) as error:
        return print_problem(problem_from(error, debug=settings.debug))


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let a signal end the command like an exception: what it started is ended and removed.

    The first one alone does: the command `timeout` sends two, and the second would end the tidying
    up. One that is ignored stays so, as under nohup.
    """
    ended: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        if not ended:
            ended.append(number)
            raise _ENDING[signal.Signals(number).name]

    known = [number for number in signal.Signals if number.name in _ENDING]
    before = {number: signal.getsignal(number) for number in known}
    try:
        for number, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(number, end)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
