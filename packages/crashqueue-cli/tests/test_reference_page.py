"""docs/reference/cli.md knows every command, option and code, and shows what is printed."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

import crashqueue_cli.errors
import crashqueue_core.errors
import crashqueue_faults.errors
import crashqueue_verify.errors
import crashqueue_verify.staging.errors
from crashqueue_cli.answers import ExitCode
from crashqueue_cli.errors import HungUp, Terminated
from crashqueue_cli.main import commands
from crashqueue_cli.problems import problem_from
from crashqueue_cli.table import guarantee_table
from crashqueue_faults.power.promises import MODES, promise_of
from crashqueue_faults.power.survey import Failure

if TYPE_CHECKING:
    from conftest import InProcess

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "cli.md").read_text("utf-8")
CONTEXT = click.Context(commands)
NAMES = commands.list_commands(CONTEXT)
ERROR_MODULES = (
    crashqueue_cli.errors,
    crashqueue_core.errors,
    crashqueue_faults.errors,
    crashqueue_verify.errors,
    crashqueue_verify.staging.errors,
)
# Bases, which are never raised themselves.
ABSTRACT = {"QUEUE_ERROR", "AUDIT_ERROR", "EXPERIMENT_ERROR", "COMMAND_ERROR"}
# A damaged dump gets a report.
ABSTRACT |= {"DUMP_DAMAGED"}
SHOWN = re.compile(
    r"^```console\n\$ crashqueuelab ([^\n]*)\n(\{\n.*?^\})\n```", re.DOTALL | re.MULTILINE
)
# Values that differ from run to run; those of names are followed instead.
VOLATILE = re.compile(r"_at_us$|_time_us$|^(history|previous|receipt)_digest$")
NAMED = ("job_id", "lease_token")


def section(title: str) -> str:
    """Return the text under a heading, up to the next of any level."""
    pattern = rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)"
    (text,) = re.findall(pattern, PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


def rows(title: str) -> list[list[str]]:
    """Return the cells of the rows of a section's last table, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0].startswith("`") or row[0].isdigit()]


def every_command(group: click.Group = commands, path: str = "") -> dict[str, click.Command]:
    """Return the commands by their names, those of groups after the group."""
    found: dict[str, click.Command] = {}
    for word in group.list_commands(CONTEXT):
        command = group.get_command(CONTEXT, word)
        assert command is not None
        found[f"{path}{word}"] = command
        if isinstance(command, click.Group):
            found |= every_command(command, f"{path}{word} ")
    return found


EVERY_COMMAND = every_command()


def options_of(command: click.Command) -> list[str]:
    options = [option for option in command.params if isinstance(option, click.Option)]
    return [name for option in options for name in (*option.opts, *option.secondary_opts)]


@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_command_and_its_options_are_documented(name: str) -> None:
    shared = section("Options that many commands share")
    if name in {"showcase", "demo", "campaign", "power-loss"}:
        shared += section("Experiments")
    if name.startswith("rehearse "):
        shared += section("`rehearse`")
    text = section(f"`{name}`") + shared
    options = options_of(EVERY_COMMAND[name])
    undocumented = [option for option in options if f"`{option}" not in text]
    assert undocumented == []


def test_options_before_the_command_are_documented() -> None:
    text = section("Options before the command")
    assert [option for option in options_of(commands) if f"`{option}`" not in text] == []


def test_no_command_or_option_is_documented_that_does_not_exist() -> None:
    known = {option for command in EVERY_COMMAND.values() for option in options_of(command)}
    known |= {*options_of(commands), "--help"}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", PAGE)) == known
    headings = re.findall(r"^(####?) `(.*)`$", PAGE, re.MULTILINE)
    assert [name for _, name in headings if " " not in name] == NAMES
    assert sorted(name for _, name in headings) == sorted(EVERY_COMMAND)
    assert all((depth == "####") is (" " in name) for depth, name in headings)


def test_exit_codes_are_documented() -> None:
    documented = {int(row[0]): row[1].strip("`") for row in rows("Exit codes")}
    assert documented == {code.value: code.name for code in ExitCode}


def every_error() -> list[BaseException]:
    """Return one error of each kind that can reach the boundary."""
    kinds = {
        kind
        for module in ERROR_MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    }
    coded = [kind("words") for kind in kinds if getattr(kind, "code", None) not in ABSTRACT]
    others = [click.UsageError("words"), click.Abort(), HungUp(), Terminated()]
    others.append(ValueError("words"))
    return [*coded, *others]


def test_error_codes_and_their_exit_codes_are_documented() -> None:
    problems = [problem_from(error, debug=False) for error in every_error()]
    actual = {p.error["code"]: p.exit_code.value for p in problems}
    documented = {row[0].strip("`"): int(row[1]) for row in rows("Errors") if row[1].isdigit()}
    assert documented == actual


def comparable(value: Any) -> Any:
    """Return the value with what differs from run to run replaced by its type."""
    if isinstance(value, dict):
        return {
            key: type(member).__name__
            if VOLATILE.search(key) or key in NAMED
            else comparable(member)
            for key, member in value.items()
        }
    return [comparable(member) for member in value] if isinstance(value, list) else value


def learn_names(printed: Any, actual: Any, names: dict[str, str]) -> None:
    """Note what the page's job ids and lease tokens are called in this run."""
    if isinstance(printed, dict):
        for key, member in printed.items():
            if key in NAMED and member is not None:
                names[member] = actual[key]
            learn_names(member, actual[key], names)
    elif isinstance(printed, list):
        for left, right in zip(printed, actual, strict=True):
            learn_names(left, right, names)


def test_page_shows_what_the_commands_print(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, str] = {}
    shown = SHOWN.findall(PAGE)
    assert len(shown) == 16
    for line, output in shown:
        arguments = [names.get(word, word) for word in shlex.split(line)]
        ending = run(*arguments)
        printed, actual = json.loads(output), json.loads(ending.stdout or ending.stderr)
        assert comparable(actual) == comparable(printed), line
        learn_names(printed, actual, names)


def shown_guarantees() -> tuple[str, dict[str, tuple[str, str]]]:
    """Return the table that the page shows, and what it says of each witness below."""
    shown = r"^\$ crashqueuelab guarantees[^\n]*\n(.*?)\n\n(.*?)\n```"
    ((table, below),) = re.findall(shown, PAGE, re.DOTALL | re.MULTILINE)
    lines = re.findall(r"^  ([A-Z]+ [A-Z]+), (\S+): (\S+)$", below, re.MULTILINE)
    return table, {witness: (mode, verdict) for mode, verdict, witness in lines}


def test_page_shows_the_table_of_what_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    rows = [
        {
            "as_documented": True,
            "failure": str(failure),
            "journal_mode": mode.journal_mode,
            "measured": str(promise_of(mode, failure).contract),
            "synchronous": mode.synchronous,
            "witnesses": {},
        }
        for failure in Failure
        for mode in MODES
    ]
    drawn = "\n".join(line.rstrip() for line in guarantee_table({"rows": rows}).splitlines())
    assert shown_guarantees()[0] == drawn.strip("\n")


def test_witnesses_on_the_page_are_what_it_says(run: InProcess, tmp_path: Path) -> None:
    _, witnesses = shown_guarantees()
    one_of_each = {verdict: (mode, witness) for witness, (mode, verdict) in witnesses.items()}
    assert len(one_of_each) > 3
    for verdict, (mode, witness) in one_of_each.items():
        folder = str(tmp_path / verdict)
        report = run.ok("power-loss", "--witness", witness, "--output-directory", folder)
        assert report["verdict"] == verdict
        assert f"{report['journal_mode']} {report['synchronous']}" == mode


def test_worker_example_runs(
    run: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["", *sys.path])
    (source,) = re.findall(r"^```python\n# handlers.py\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    (line,) = re.findall(r"^\$ crashqueuelab (worker .*)$", PAGE, re.MULTILINE)
    (tmp_path / "handlers.py").write_text(source, "utf-8")
    run.submit("k", '{"to": "you"}')
    ending = run(*shlex.split(line))
    assert (ending.exit_code, ending.stderr) == (0, "sending you\n")
    assert json.loads(ending.stdout)["executions"]["SUCCEEDED"] == 1
