"""Many configurations in one picture: a strip for each, a cell per boundary in order of execution.

Which command a cell is, it says on hovering; `labelled_strip` has room for a label beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from crashqueue_faults.targets.looks import (
    Subject,
    counts_of,
    draw_cell,
    draw_legend,
    draw_picture,
)

CELL: Final = 10
LABEL_WIDTH: Final = 210
CELLS_PER_LINE: Final = 80
LINE_HEIGHT: Final = 14
GAP: Final = 8
HEAD_HEIGHT: Final = 84
WIDTH: Final = LABEL_WIDTH + CELLS_PER_LINE * CELL + 20


def draw_strips(report: Mapping[str, Any], date: str) -> str:
    """Return the picture of a report of `run_targets` as SVG; `date` is when it was measured."""
    body = list(_head(report["subjects"], date))
    y = HEAD_HEIGHT
    for subject in report["subjects"]:
        body += _strip(subject, y)
        y += LINE_HEIGHT * max(2, -(-len(subject["boundaries"]) // CELLS_PER_LINE)) + GAP
    return draw_picture(body, WIDTH, y + GAP)


def _head(subjects: Sequence[Subject], date: str) -> Iterator[str]:
    boundaries = sum(len(subject["boundaries"]) for subject in subjects)
    yield (
        '<text class="title" x="12" y="24">What becomes of a job when its worker dies: '
        f"{boundaries:,} boundaries, {escape(date)}</text>"
    )
    yield (
        '<text x="12" y="44">One cell per side of a command, from the start of the worker to the '
        "acknowledgement, in its worst outcome;</text>"
        '<text x="12" y="58">pale where that is as promised, thick-edged around the job\'s own '
        "effect.</text>"
    )
    yield from draw_legend(66)


def _strip(subject: Subject, y: int) -> Iterator[str]:
    name, _, configuration = subject["subject"].partition("/")
    yield f'<g><text x="12" y="{y + 10}">{escape(name)} {escape(str(subject["version"]))}'
    yield f"<title>{escape(counts_of(subject))}</title></text>"
    yield f'<text class="small" x="12" y="{y + 22}">{escape(configuration)}, '
    yield f"{escape(subject['promise'])}</text>"
    for place, boundary in enumerate(subject["boundaries"]):
        line, column = divmod(place, CELLS_PER_LINE)
        x = LABEL_WIDTH + column * CELL
        yield draw_cell(boundary, x, y + line * LINE_HEIGHT, CELL - 1, LINE_HEIGHT - 3)
    yield "</g>"
