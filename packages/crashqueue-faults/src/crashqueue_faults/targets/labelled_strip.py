"""Configurations with their commands: a label above the two sides of each.

Where the sides are not neighbours, since another connection's command comes between, each side has
its own label with its moment. A line never ends between two sides under one label.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from crashqueue_faults.targets.captions import LONGEST, caption_of
from crashqueue_faults.targets.looks import (
    Boundary,
    Subject,
    counts_of,
    draw_cell,
    draw_legend,
    draw_picture,
)
from crashqueue_faults.targets.trace import Moment

CELL: Final = 14
CELL_HEIGHT: Final = 13
CELLS_PER_LINE: Final = 44
MARGIN: Final = 12
HEAD_HEIGHT: Final = 76
NAME_HEIGHT: Final = 18
GAP: Final = 10
# So steep that the labels of two single cells do not touch.
ANGLE_DEGREES: Final = 55
CHARACTER_WIDTH: Final = 6.05
LABEL_ROOM: Final = LONGEST + len(f"{Moment.BEFORE} ")
WIDTH: Final = math.ceil(
    2 * MARGIN
    + CELLS_PER_LINE * CELL
    + LABEL_ROOM * CHARACTER_WIDTH * math.cos(math.radians(ANGLE_DEGREES))
)

Sides = Sequence[Boundary]
"""The neighbouring cells under one label: both sides of a command, or one."""


def draw_labelled_strips(report: Mapping[str, Any], date: str) -> str:
    """Return the picture of a report of `run_targets` as SVG; `date` is when it was measured.

    Every command has its label; all of it, and what became of the job, is said on hovering.
    """
    body = list(_head(date))
    y: float = HEAD_HEIGHT
    for subject in report["subjects"]:
        body += _name(subject, y)
        y += NAME_HEIGHT
        for line in lines_of(subject["boundaries"]):
            y += _rise(line)
            body += _line(line, y)
            y += CELL_HEIGHT + GAP
        y += GAP
    return draw_picture(body, WIDTH, round(y, 1))


def lines_of(boundaries: Sequence[Boundary]) -> list[list[Sides]]:
    """Return the cells under each label, line by line."""
    lines: list[list[Sides]] = [[]]
    for sides in _sides(boundaries):
        if sum(map(len, lines[-1])) + len(sides) > CELLS_PER_LINE:
            lines.append([])
        lines[-1].append(sides)
    return lines


def _sides(boundaries: Sequence[Boundary]) -> Iterator[Sides]:
    at = 0
    while at < len(boundaries):
        pair = boundaries[at : at + 2]
        both = len(pair) == 2 and _is_one_command(*pair)
        yield pair if both else pair[:1]
        at += 2 if both else 1


def _is_one_command(one: Boundary, other: Boundary) -> bool:
    is_same = all(one[key] == other[key] for key in ("label", "occurrence"))
    return is_same and (one["moment"], other["moment"]) == (Moment.BEFORE, Moment.AFTER)


def _head(date: str) -> Iterator[str]:
    yield (
        f'<text class="title" x="{MARGIN}" y="24">What becomes of a job when its worker dies, '
        f"{escape(date)}</text>"
    )
    yield (
        f'<text x="{MARGIN}" y="44">The worker dies before a command (left cell) and after it '
        "(right); pale is as promised or by design.</text>"
    )
    yield from draw_legend(54)


def _name(subject: Subject, y: float) -> Iterator[str]:
    yield (
        f'<text x="{MARGIN}" y="{y + 12:.1f}"><tspan class="bold">{escape(subject["subject"])}'
        f"</tspan>, version {escape(str(subject['version']))}, {escape(subject['promise'])}: "
        f"{escape(counts_of(subject))}</text>"
    )


def _line(line: Sequence[Sides], y: float) -> Iterator[str]:
    x = MARGIN
    for sides in line:
        middle = x + (len(sides) * CELL - 1) / 2
        yield (
            f'<text class="command" transform="translate({middle + 3:.1f} {y - 3:.1f}) '
            f'rotate(-{ANGLE_DEGREES})">{escape(_label(sides))}</text>'
        )
        for boundary in sides:
            yield draw_cell(boundary, x, round(y, 1), CELL - 1, CELL_HEIGHT)
            x += CELL


def _label(sides: Sides) -> str:
    caption = caption_of(sides[0]["label"])
    return caption if len(sides) == 2 else f"{sides[0]['moment']} {caption}"


def _rise(line: Sequence[Sides]) -> float:
    """Return how much room the labels of a line need above its cells."""
    longest = max((len(_label(sides)) for sides in line), default=0)
    return longest * CHARACTER_WIDTH * math.sin(math.radians(ANGLE_DEGREES)) + 10
