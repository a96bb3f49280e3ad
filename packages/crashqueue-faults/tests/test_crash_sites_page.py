"""docs/crash-sites.md names what the code names: layers, operations, errors, verdicts, bugs."""

from __future__ import annotations

import re
from pathlib import Path

from crashqueue_faults.sites.faults import FileSystemError
from crashqueue_faults.sites.operations import OPERATIONS
from crashqueue_faults.sites.planted import INVARIANTS, LAYERS, PLANTED_BUGS
from crashqueue_faults.sites.tasks import MODULES, POSTGRES_MODULES
from crashqueue_faults.sites.troubles import Trouble
from crashqueue_faults.sites.verdicts import SOUND, SiteVerdict

PAGE = (Path(__file__).parents[3] / "docs" / "crash-sites.md").read_text("utf-8")


def rows_of(heading: str, page: str = PAGE) -> list[list[str]]:
    """Return the cells of the table whose first heading cell this is, without its heading row."""
    _, found = page.split(f"\n| {heading} |", 1)
    table = found.split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def operations_on(page: str) -> list[str]:
    section = page.split("\n## The operations\n", 1)[1].split(".\n", 1)[0]
    return re.findall(r"`(.+?)`", section.replace("\n", " "))


def in_code(words: str) -> str:
    return f"`{words}`" if words else "–"


def bugs_in_code() -> list[list[str]]:
    layers = (*LAYERS, INVARIANTS)
    return [
        [bug.description, *(in_code(", ".join(bug.expected.get(one, ()))) for one in layers)]
        for bug in PLANTED_BUGS.values()
    ]


def test_page_has_every_layer_and_the_figures_of_each() -> None:
    layers = [f"`{layer}`" for layer in MODULES]
    assert [row[0] for row in rows_of("layer")] == layers
    assert [row[0] for row in rows_of("measured")][:-1] == layers


def test_page_has_every_operation() -> None:
    assert operations_on(PAGE) == [operation.name for operation in OPERATIONS]


def test_page_names_every_error_of_a_file_system() -> None:
    section = PAGE.split("For an error,", 1)[1].split(", and three", 1)[0]
    assert re.findall(r"\*(.+?)\*", section) == list(FileSystemError)


def test_page_names_every_layer_and_every_trouble_on_postgresql() -> None:
    layers = [row[0].strip("`") for row in rows_of("on PostgreSQL")]
    assert set(layers) == set(POSTGRES_MODULES)
    section = PAGE.split("\nThe troubles of the layer", 1)[1].split(".", 1)[0]
    assert re.findall(r"\*(.+?)\*", section.replace("\n", " ")) == list(Trouble)


def test_outcomes_measured_on_postgresql_add_up() -> None:
    for row in rows_of("measured on PostgreSQL"):
        outcomes = [int(words.split()[0].replace(",", "")) for words in row[4].split(", ")]
        assert sum(outcomes) == int(row[3].replace(",", ""))


def test_page_explains_every_verdict_and_says_which_are_sound() -> None:
    explained = [row[0].strip("`") for row in rows_of("verdict")]
    assert explained == list(SiteVerdict)
    assert set(explained[:4]) == SOUND
    assert "The first four are as they should be." in PAGE


def test_page_says_what_each_layer_finds_of_each_planted_bug() -> None:
    assert rows_of("planted") == bugs_in_code()


def test_measured_layers_add_up() -> None:
    figures = [[int(cell.replace(",", "")) for cell in row[1:4]] for row in rows_of("measured")]
    *layers, total = figures
    assert total == [sum(column) for column in zip(*layers, strict=True)]


def test_a_bug_that_another_layer_finds_would_be_noticed() -> None:
    page = PAGE.replace("| – | – | – | `invariants` |", "| – | – | `lost` | `invariants` |")
    assert page != PAGE
    assert rows_of("planted", page) != bugs_in_code()


def test_a_missing_operation_would_be_noticed() -> None:
    page = PAGE.replace("`heartbeat`; ", "")
    assert operations_on(page) != operations_on(PAGE)
