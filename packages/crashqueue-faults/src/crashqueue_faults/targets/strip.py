"""A run as a picture: one strip per configuration, one cell per boundary in order of execution.

The picture needs nothing but itself and follows the reader's light or dark theme. Outcomes differ
in colour, chosen to be told apart by colour-blind readers, and in the sign inside the cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.outcomes import Outcome, Verdict

CELL: Final = 10
LABEL_WIDTH: Final = 210
CELLS_PER_LINE: Final = 80
LINE_HEIGHT: Final = 14
GAP: Final = 8
HEAD_HEIGHT: Final = 84
WIDTH: Final = LABEL_WIDTH + CELLS_PER_LINE * CELL + 20


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
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .ground { fill: #14171a } rect.cell { stroke: #eee } .sign { fill: #000 }
}
"""

Subject = Mapping[str, Any]


def draw_strips(report: Mapping[str, Any], date: str) -> str:
    """Return the picture of a report of `run_targets` as SVG; `date` is when it was measured.

    Each cell says on hovering which command it is, and what became of the job.
    """
    body: list[str] = []
    y = HEAD_HEIGHT
    for subject in report["subjects"]:
        body += _strip(subject, y)
        y += LINE_HEIGHT * max(2, -(-len(subject["boundaries"]) // CELLS_PER_LINE)) + GAP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + GAP}" '
            f'width="{WIDTH}" role="img" aria-label="Outcomes of crashes at every command">',
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{WIDTH}" height="{y + GAP}"/>',
            *_head(report["subjects"], date),
            *body,
            "</svg>\n",
        ]
    )


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
    x = 12
    for outcome, look in LOOKS.items():
        yield f'<rect class="cell" x="{x}" y="66" width="10" height="10" fill="{look.colour}"/>'
        yield f'<text x="{x + 14}" y="75">{escape(f"{look.sign} {outcome}".strip())}</text>'
        x += 44 + 7 * len(outcome)


def _strip(subject: Subject, y: int) -> Iterator[str]:
    name, _, configuration = subject["subject"].partition("/")
    counts = Counter(boundary["worst"] for boundary in subject["boundaries"])
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    yield f'<g><text x="12" y="{y + 10}">{escape(name)} {escape(str(subject["version"]))}'
    yield f"<title>{escape(told)}</title></text>"
    yield f'<text class="small" x="12" y="{y + 22}">{escape(configuration)}, '
    yield f"{escape(subject['promise'])}</text>"
    for place, boundary in enumerate(subject["boundaries"]):
        line, column = divmod(place, CELLS_PER_LINE)
        yield from _cell(boundary, LABEL_WIDTH + column * CELL, y + line * LINE_HEIGHT)
    yield "</g>"


def _cell(boundary: Mapping[str, Any], x: int, y: int) -> Iterator[str]:
    look = LOOKS[Outcome(boundary["worst"])]
    marks = ["cell"]
    if boundary["verdict"] in (Verdict.AS_PROMISED, Verdict.BY_DESIGN):
        marks.append("promised")
    if boundary["label"] == EFFECT_LABEL:
        marks.append("effect")
    yield (
        f'<g><rect class="{" ".join(marks)}" x="{x}" y="{y}" width="{CELL - 1}" '
        f'height="{LINE_HEIGHT - 3}" fill="{look.colour}"/>'
    )
    if look.sign:
        yield f'<text class="sign" x="{x + CELL / 2 - 0.5}" y="{y + 9}">{look.sign}</text>'
    yield f"<title>{escape(_sentence(boundary))}</title></g>"


def _sentence(boundary: Mapping[str, Any]) -> str:
    outcomes = ", ".join(f"{count} x {name}" for name, count in boundary["outcomes"].items())
    return (
        f"{boundary['moment']} {boundary['label']} ({boundary['occurrence']}): {outcomes}; "
        f"{boundary['verdict']}"
    )
