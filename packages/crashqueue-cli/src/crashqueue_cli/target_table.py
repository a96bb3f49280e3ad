"""The targets, and what became of their jobs, as tables.

It imports rich, so it is imported only when somebody watches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_COLOURS: Final = {"promise broken": "red", "unknown": "red", "no promise": "yellow"}


def target_table(described: Mapping[str, Any]) -> str:
    """Return what `describe_targets` said as a table that is as wide as standard error allows.

    What a target lacks follows, on one line however narrow it is, so that it can be copied. Rich
    leaves its colours out when NO_COLOR is set.
    """
    table = Table("target", "version", "engine", "configuration", "promise", box=box.SIMPLE_HEAD)
    for target in described["targets"]:
        heads = [Text(target["target"]), _version(target), Text(target["engine"])]
        for configuration in target["configurations"]:
            table.add_row(*heads, Text(configuration["name"]), Text(configuration["promise"]))
            heads = [Text()] * len(heads)
    lacking = {each["target"]: each["missing"] for each in described["targets"] if each["missing"]}
    return _captured(table, lacking)


def outcome_table(report: Mapping[str, Any]) -> str:
    """Return the matrix of `run_targets` as a table, and what was left out or broke, likewise."""
    table = Table("configuration", box=box.SIMPLE_HEAD)
    table.add_column("boundaries", justify="right")
    table.add_column("outcomes")
    table.add_column("varying", justify="right")
    table.add_column("verdict")
    for row in report["matrix"]:
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in row["outcomes"].items())
        verdict = Text(row["verdict"], style=_COLOURS.get(row["verdict"], "green"))
        table.add_row(
            Text(row["subject"]), str(row["boundaries"]), outcomes, str(row["varying"]), verdict
        )
    broken = {name: error["message"] for name, error in report["broken"].items()}
    return _captured(table, report["left_out"] | broken)


def _captured(table: Table, remarks: Mapping[str, str]) -> str:
    console = Console(stderr=True)
    with console.capture() as capture:
        console.print(table)
        for line in _lines(remarks):
            console.print(line, soft_wrap=True)
    return capture.get().rstrip("\n")


def _lines(remarks: Mapping[str, str]) -> Iterable[Text]:
    return (Text(f"{name}: {remark}", style="yellow") for name, remark in remarks.items())


def _version(target: Mapping[str, Any]) -> Text:
    if target["version"] is None:
        return Text("not installed", style="yellow")
    return Text(target["version"])
