"""The targets as a table. It imports rich, so `targeting` imports it only when watched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text


def target_table(described: Mapping[str, Any]) -> str:
    """Return what `describe_targets` said as a table that is as wide as standard error allows.

    Rich leaves its colours out when NO_COLOR is set.
    """
    table = Table("target", "version", "engine", "configuration", "promise", box=box.SIMPLE_HEAD)
    for target in described["targets"]:
        heads = [Text(target["target"]), _version(target), Text(target["engine"])]
        for configuration in target["configurations"]:
            table.add_row(*heads, Text(configuration["name"]), Text(configuration["promise"]))
            heads = [Text()] * len(heads)
    console = Console(stderr=True)
    with console.capture() as capture:
        console.print(table)
    return capture.get().rstrip("\n")


def _version(target: Mapping[str, Any]) -> Text:
    if target["version"] is None:
        return Text("not installed", style="yellow")
    return Text(target["version"])
