"""Which commands there are, and in which module each lives.

A module is imported when one of its commands is used, so that `--help` and the queue commands do
not wait for the laboratory. Therefore the sentences stand here a second time.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Final

import click


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
            "campaign": "Crash the queue at each of thirteen fault points, or at every site there "
            "is, and recover.",
        },
    ),
    Room(
        title="Targets",
        module="targeting",
        commands={
            "targets": "Say which libraries can be crashed, what they promise, and how they are "
            "configured.",
        },
    ),
    Room(
        title="Measurements",
        module="measuring",
        commands={
            "power-loss": "Look at every state that a power failure can leave, and draw the atlas.",
            "guarantees": "Measure what each mode of SQLite keeps after a crash and a power loss.",
        },
    ),
    Room(
        title="Rehearsals",
        module="rehearsing",
        commands={
            "rehearse": "Play one story about leases with real parts, and report what was and was "
            "not shown.",
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
            "claim": 'Lease the next due job, or the one that is named; "job" is null when none is '
            "due.",
            "heartbeat": "Move a live lease's deadline; it never becomes earlier.",
            "checkpoint": "Store under a live lease what the next attempt is to continue from.",
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
        title="Administering",
        module="administering",
        commands={
            "limit": "Set or lift the limit of a tenant's active jobs, as the operator.",
            "status": "Count jobs by state; with a tenant, print its limit and the limit's history "
            "as well.",
        },
    ),
    Room(
        title="Moving",
        module="moving",
        commands={
            "migrate": "Copy a queue from a SQLite file into a new schema of a PostgreSQL "
            "database.",
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
                function = "list_jobs" if cmd_name == "list" else cmd_name.replace("-", "_")
                command: click.Command = getattr(module, function)
                return command
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands room by room, without importing any."""
        width = max(map(len, self.list_commands(ctx)))
        for room in ROOMS:
            with formatter.section(room.title):
                formatter.write_dl([(f"{n:{width}}", text) for n, text in room.commands.items()])
