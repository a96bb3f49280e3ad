"""The guarantees as a table. It imports rich, so `measuring` imports it only when watched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_COLOURS: Final = {"nothing": "green", "a": "yellow"}
"""By the first word of a contract; the others, gaps and corruption, are red."""

Row = Mapping[str, Any]
"""A row of the report: what one mode keeps after one kind of failure."""


def guarantee_table(report: Mapping[str, Any]) -> str:
    """Return the report of the guarantees as a table that is as wide as standard error allows.

    Each thing that fails follows with its smallest witness, on one line however narrow it is, so
    that it can be copied. Rich leaves its colours out when NO_COLOR is set.
    """
    console = Console(stderr=True)
    with console.capture() as capture:
        console.print(_table(report["rows"]))
        for line in _witnesses(report["rows"]):
            console.print(line, soft_wrap=True)
    return capture.get().rstrip("\n")


def _table(rows: Sequence[Row]) -> Table:
    failures = dict.fromkeys(row["failure"] for row in rows)
    modes = dict.fromkeys(_mode(row) for row in rows)
    measured = {(*_mode(row), row["failure"]): _measured(row) for row in rows}
    table = Table("journal mode", "synchronous", box=box.SIMPLE_HEAD)
    for failure in failures:
        table.add_column(f"after a {failure}")
    for mode in modes:
        table.add_row(*mode, *(measured[*mode, failure] for failure in failures))
    return table


def _mode(row: Row) -> tuple[str, str]:
    return row["journal_mode"], row["synchronous"]


def _measured(row: Row) -> Text:
    colour = _COLOURS.get(row["measured"].split()[0], "red")
    measured = Text(row["measured"], style=colour)
    if not row["as_documented"]:
        measured.append(f"\nbut documented: {row['documented']}", style="bold")
    return measured


def _witnesses(rows: Sequence[Row]) -> Iterator[Text]:
    for row in rows:
        for verdict, witness in row["witnesses"].items():
            yield Text(f"  {' '.join(_mode(row))}, {verdict}: {witness}")
