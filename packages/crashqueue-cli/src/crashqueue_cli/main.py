"""Where the process begins and ends: finding the command, and the boundary for every error.

A command's module is imported when the command is used, so that `--help` and the queue commands do
not wait for the laboratory.
"""

from __future__ import annotations

import importlib
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final, NoReturn

import click

from crashqueue_cli import __version__
from crashqueue_cli.answers import Answer, ExitCode
from crashqueue_cli.errors import Terminated
from crashqueue_cli.output import print_answer, print_problem
from crashqueue_cli.problems import problem_from

PROGRAM: Final = "crashqueuelab"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A module's commands: name → the sentence that the list of commands shows."""

    title: str
    module: str
    commands: dict[str, str]


ROOMS: Final = (
    Room(
        title="Experiments",
        module="experiments",
        commands={
            "showcase": "Run the comparison and the campaign, and print the evidence in short.",
            "demo": "Crash a worker between its effect and its acknowledgement, twice.",
            "campaign": "End a worker process at each of the thirteen fault points, and recover.",
        },
    ),
    Room(
        title="Producing",
        module="producing",
        commands={
            "submit": "Submit a job, or find the one that the key names; creates the database.",
            "cancel": "Cancel a job that has not finished, and revoke its lease.",
            "redrive": "Queue a dead letter again with a new attempt budget.",
        },
    ),
    Room(
        title="Consuming",
        module="consuming",
        commands={
            "claim": 'Lease the next due job; "job" is null when none is due.',
            "heartbeat": "Move a live lease's deadline; it never becomes earlier.",
            "succeed": "Finish a job under a live lease.",
            "fail": "Record a failed attempt: the job waits for a retry or is a dead letter.",
            "release": "Give back a job that was not worked on; the attempt does not count.",
        },
    ),
    Room(
        title="Working",
        module="working",
        commands={"worker": "Claim jobs and execute them with a trusted function."},
    ),
    Room(
        title="Sweeping",
        module="sweeping",
        commands={
            "promote": "Queue the retries whose delay is over.",
            "recover": "End the leases that ran out: retry, or dead letter when the budget is "
            "used up.",
        },
    ),
    Room(
        title="Inspecting",
        module="inspecting",
        commands={
            "show": "Print a job and its attempts.",
            "list": "Print jobs in order of submission, page by page.",
            "history": "Print everything that happened to a job, first to last.",
        },
    ),
    Room(
        title="Auditing",
        module="auditing",
        commands={
            "replay": "Replay one job's history independently, and compare it with the row.",
            "check": "Audit the whole database independently.",
        },
    ),
)


class Commands(click.Group):
    """The group that imports a command's room when the command is asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names in the order of the rooms."""
        return [name for room in ROOMS for name in room.commands]

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, or None for an unknown name."""
        for room in ROOMS:
            if cmd_name in room.commands:
                module = importlib.import_module(f"crashqueue_cli.{room.module}")
                function = "list_jobs" if cmd_name == "list" else cmd_name
                command: click.Command = getattr(module, function)
                return command
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands room by room, without importing any."""
        width = max(map(len, self.list_commands(ctx)))
        for room in ROOMS:
            with formatter.section(room.title):
                formatter.write_dl([(f"{n:{width}}", text) for n, text in room.commands.items()])


@dataclass(slots=True)
class Settings:
    """What holds for whichever command runs."""

    debug: bool = False


@click.command(PROGRAM, cls=Commands, context_settings={"max_content_width": 100})
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
