"""The list of commands is written twice, so that it can be shown without importing them."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from crashqueue_cli.catalogue import ROOMS
from crashqueue_cli.main import commands

CONTEXT = click.Context(commands)
CONTRACT = [
    "showcase",
    "demo",
    "campaign",
    "targets",
    "power-loss",
    "guarantees",
    "rehearse",
    "submit",
    "claim",
    "heartbeat",
    "checkpoint",
    "succeed",
    "fail",
    "promote",
    "recover",
    "cancel",
    "redrive",
    "release",
    "show",
    "list",
    "history",
    "limit",
    "status",
    "migrate",
    "replay",
    "check",
    "worker",
]
REHEARSALS = ["backlog", "crash", "lease-loss", "partition", "race"]


def command(name: str) -> click.Command:
    found: click.Command | None = commands
    for word in name.split():
        assert isinstance(found, click.Group)
        found = found.get_command(CONTEXT, word)
    assert found is not None
    return found


EVERY_ONE = [*CONTRACT, *(f"rehearse {name}" for name in REHEARSALS)]


def test_every_promised_command_is_there() -> None:
    assert sorted(commands.list_commands(CONTEXT)) == sorted(CONTRACT)
    rehearse = command("rehearse")
    assert isinstance(rehearse, click.Group)
    assert rehearse.list_commands(CONTEXT) == REHEARSALS


@pytest.mark.parametrize("name", CONTRACT)
def test_command_has_its_name_and_the_sentence_of_the_catalogue(name: str) -> None:
    (sentence,) = (room.commands[name] for room in ROOMS if name in room.commands)
    assert command(name).name == name
    assert (command(name).help or "").partition("\n\n")[0].replace("\n", " ") == sentence


@pytest.mark.parametrize("name", EVERY_ONE)
def test_every_option_says_what_it_does(name: str) -> None:
    for parameter in command(name).params:
        if isinstance(parameter, click.Option):  # arguments are explained by the command
            assert (parameter.help or "").endswith((".", "]")), parameter


@pytest.mark.parametrize("name", REHEARSALS)
def test_sentence_of_a_rehearsal_is_not_cut_short(name: str) -> None:
    sentence = command(f"rehearse {name}").get_short_help_str(62)
    assert sentence.endswith(".")
    assert not sentence.endswith("...")


@pytest.mark.parametrize("name", EVERY_ONE)
def test_every_microsecond_option_takes_an_integer(name: str) -> None:
    for parameter in command(name).params:
        is_time = any(option.endswith("-us") for option in parameter.opts)
        assert not is_time or parameter.type is click.INT


def loaded_by(*arguments: str) -> set[str]:
    program = (
        "import sys; from crashqueue_cli.main import main; main(sys.argv[1:]);"
        "print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, check=True, text=True
    )
    return set(run.stderr.split())


def test_help_imports_none_of_the_other_packages() -> None:
    heavy = {"crashqueue_core", "crashqueue_faults", "crashqueue_verify", "rich"}
    assert not heavy & loaded_by("--help")


def test_queue_commands_do_not_import_the_laboratory() -> None:
    heavy = {"crashqueue_faults", "crashqueue_verify", "rich"}
    assert not heavy & loaded_by("submit", "--help")
    assert not heavy & loaded_by("worker", "--help")


def test_engine_and_what_draws_are_imported_when_they_are_used() -> None:
    for command in ("campaign", "power-loss", "guarantees"):
        assert not {"apsw", "rich"} & loaded_by(command, "--help")


def test_libraries_that_are_crashed_are_imported_in_processes_of_their_own() -> None:
    libraries = {"huey", "litequeue", "persistqueue", "procrastinate", "pgqueuer", "asyncpg", "rq"}
    libraries |= {"dramatiq", "celery", "redis", "saq", "arq", "taskiq", "time_machine", "psycopg"}
    assert not {*libraries, "rich"} & loaded_by("targets", "--quiet")


def test_check_does_not_import_what_draws_a_bar() -> None:
    assert not {"crashqueue_faults", "rich"} & loaded_by("check", "--help")
