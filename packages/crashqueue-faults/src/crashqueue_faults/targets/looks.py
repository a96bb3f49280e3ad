"""How outcomes are shown: one cell, and the legend of them all.

Outcomes differ in colour, chosen to be told apart by colour-blind readers, and in the sign inside
the cell. A picture needs nothing but itself and follows the reader's light or dark theme.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final, NamedTuple

from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome, Verdict


class Look(NamedTuple):
    """How an outcome is shown."""

    colour: str
    sign: str


# The palette of Okabe and Ito, made for readers with any kind of colour vision.
LOOKS: Final = {
    Outcome.RECOVERED: Look("#56b4e9", ""),
    Outcome.DUPLICATED: Look("#f0e442", "2"),
    Outcome.FAILED: Look("#cc79a7", "f"),
    Outcome.STRANDED: Look("#e69f00", "○"),
    Outcome.LOST: Look("#d55e00", "×"),
    Outcome.UNKNOWN: Look("#999999", "?"),
}
STYLE: Final = """
text { font: 12px system-ui, sans-serif; fill: #1b1b1b } .title { font-size: 16px }
.sign { text-anchor: middle; fill: #000; font-size: 9px; font-weight: bold } .ground { fill: #fff }
rect.cell { stroke: #1b1b1b; stroke-width: .4 } rect.promised { opacity: .62 }
rect.effect { stroke-width: 2 } .small { font-size: 10px }
.command { font: 10px ui-monospace, monospace } .bold { font-weight: bold }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .ground { fill: #14171a } rect.cell { stroke: #eee } .sign { fill: #000 }
}
"""

Boundary = Mapping[str, Any]
Subject = Mapping[str, Any]


def draw_cell(boundary: Boundary, x: float, y: float, width: float, height: float) -> str:
    """Return the cell of a boundary, which says on hovering what it is and what became of it."""
    look = LOOKS[Outcome(boundary["worst"])]
    marks = ["cell"]
    if boundary["verdict"] in (Verdict.AS_PROMISED, Verdict.BY_DESIGN):
        marks.append("promised")
    if boundary["label"] == EFFECT_LABEL:
        marks.append("effect")
    sign = f'<text class="sign" x="{x + width / 2}" y="{y + 9}">{look.sign}</text>'
    return (
        f'<g><rect class="{" ".join(marks)}" x="{x}" y="{y}" width="{width}" height="{height}" '
        f'fill="{look.colour}"/>{sign if look.sign else ""}'
        f"<title>{escape(_sentence(boundary))}</title></g>"
    )


def draw_legend(y: float) -> Iterator[str]:
    """Draw every outcome's cell with its name, in one line."""
    x = 12
    for outcome, look in LOOKS.items():
        yield f'<rect class="cell" x="{x}" y="{y}" width="10" height="10" fill="{look.colour}"/>'
        yield f'<text x="{x + 14}" y="{y + 9}">{escape(f"{look.sign} {outcome}".strip())}</text>'
        x += 44 + 7 * len(outcome)


def draw_picture(body: list[str], width: int, height: float) -> str:
    """Return the whole picture as SVG."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" role="img" aria-label="Outcomes of crashes at every command">',
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{width}" height="{height}"/>',
            *body,
            "</svg>\n",
        ]
    )


def counts_of(subject: Subject) -> str:
    """Return how many boundaries have which worst outcome, in words."""
    counts = Counter(boundary["worst"] for boundary in subject["boundaries"])
    return ", ".join(f"{counts[each]} {each}" for each in Outcome if counts[each])


def _sentence(boundary: Boundary) -> str:
    outcomes = ", ".join(f"{count} x {name}" for name, count in boundary["outcomes"].items())
    return (
        f"{boundary['moment']} {boundary['label']} ({boundary['occurrence']}): {outcomes}; "
        f"{boundary['verdict']}"
    )
