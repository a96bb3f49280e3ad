"""The line of every key, told from the text alone."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import crashqueue_verify.foreign
from crashqueue_verify.foreign.locating import Lines, dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.foreign.toml_reader import Place

TEXT = '''\
# a comment = "no key"
name = "x" # [not.a.header]
list = [
  "a = b",
  # [no.header]
  "c",
]
[tables.jobs] # a header
sql = """
[no.header]
no = 'key' \\"""
SELECT word
"""
"quoted key" = 1
a.b."c d" = 2
inline = { x = 1, y = "}" }
[[rules]]
id = '[[rules]]'
[rules.more]
deep = true
[[rules]]
id = """one line"""
text = \'\'\'
word
\'\'\'
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("name",), 2),
        (("list",), 3),
        (("tables", "jobs"), 8),
        (("tables", "jobs", "sql"), 9),
        (("tables", "jobs", "quoted key"), 14),
        (("tables", "jobs", "a", "b", "c d"), 15),
        (("tables", "jobs", "inline", "x"), 16),
        (("rules", 0), 17),
        (("rules", 0, "id"), 18),
        (("rules", 0, "more", "deep"), 20),
        (("rules", 1), 21),
        (("rules", 1, "id"), 22),
        (("rules", 1, "missing"), 21),
        (("nowhere",), 1),
        ((), 1),
    ],
)
def test_a_place_has_its_line(place: Place, line: int) -> None:
    assert Lines(TEXT).of(place) == line


def test_a_word_in_a_long_value_has_its_own_line() -> None:
    lines = Lines(TEXT)
    assert lines.of_word(("tables", "jobs", "sql"), "word") == 12
    assert lines.of_word(("rules", 1, "text"), "WORD") == 24
    assert lines.of_word(("rules", 0, "id"), "word") == 18
    assert lines.of_word(("tables", "jobs", "sql"), "wor") == 9


def test_places_are_written_with_dots() -> None:
    assert dotted(("rules", 2, "sql")) == "rules.sql"
    assert dotted(()) == "the profile"


@pytest.mark.parametrize(
    "file",
    sorted(Path(crashqueue_verify.foreign.__file__).parent.glob("profiles/*.toml")),
    ids=lambda file: file.stem,
)
def test_every_key_of_a_shipped_profile_is_found(file: Path) -> None:
    text = file.read_text("utf-8")
    lines, shown = Lines(text), text.split("\n")
    for place in leaves(tomllib.loads(text)):
        line = shown[lines.of(place) - 1]
        assert any(str(name) in line for name in place), place


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of each value that is neither a table nor an array of tables."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from leaves(item, (*place, name))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, item in enumerate(value):
            yield from leaves(item, (*place, number))
    else:
        yield place
