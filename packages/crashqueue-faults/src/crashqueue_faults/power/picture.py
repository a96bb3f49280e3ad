"""The atlas as a picture: one row per recording, one cell per crash point, in its worst verdict.

The picture needs nothing but itself and follows the reader's light or dark theme. Verdicts differ
in colour, chosen to be told apart by colour-blind readers, and in the sign inside the cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from crashqueue_faults.power.survey import PointResult, RecordingResult
from crashqueue_faults.power.verdict import StateVerdict, worst

CELL: Final = 14
LABEL_WIDTH: Final = 220
CELLS_PER_LINE: Final = 60
LINE_HEIGHT: Final = 18
HEAD_HEIGHT: Final = 76
WIDTH: Final = LABEL_WIDTH + CELLS_PER_LINE * CELL + 20


class Look(NamedTuple):
    """How a verdict is shown."""

    colour: str
    sign: str


# The palette of Okabe and Ito, made for readers with any kind of colour vision.
LOOKS: Final = {
    StateVerdict.SOUND: Look("#56b4e9", ""),
    StateVerdict.LOST: Look("#e69f00", "-"),
    StateVerdict.GAP: Look("#f0e442", "?"),
    StateVerdict.STRANDED: Look("#cc79a7", "○"),
    StateVerdict.HISTORY_DISAGREES: Look("#009e73", "≠"),
    StateVerdict.CORRUPT: Look("#d55e00", "×"),
    StateVerdict.REFUSED: Look("#0072b2", "!"),
}
STYLE: Final = """
text { font: 12px system-ui, sans-serif; fill: #1b1b1b } .title { font-size: 16px }
.sign { text-anchor: middle; fill: #000; font-weight: bold } .ground { fill: #fff }
.sampled { opacity: .72 } rect.cell { stroke: #1b1b1b; stroke-width: .4 }
.answer { stroke-width: 2 !important }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .ground { fill: #14171a } rect.cell { stroke: #eee } .sign { fill: #000 }
}
"""


def draw_atlas(results: Sequence[RecordingResult], planted: RecordingResult) -> str:
    """Return the picture as SVG. Each cell says on hovering what it is, and names its witness.

    The last row is the planted bug's, so that the picture shows what a loss looks like.
    """
    body: list[str] = []
    y = HEAD_HEIGHT
    for result, label in _labelled(results, planted):
        body += _row(result, label, y)
        y += LINE_HEIGHT * _lines(result) + 4
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" '
            f'width="{WIDTH}" role="img" aria-label="Atlas of crash states">',
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{WIDTH}" height="{y + 8}"/>',
            *_head(results),
            *body,
            "</svg>\n",
        ]
    )


def _labelled(
    results: Sequence[RecordingResult], planted: RecordingResult
) -> Iterator[tuple[RecordingResult, str]]:
    for result in results:
        yield result, result.recording.name
    yield planted, f"planted bug: {planted.recording.mode}"


def _lines(result: RecordingResult) -> int:
    return -(-len(result.points) // CELLS_PER_LINE)


def _head(results: Sequence[RecordingResult]) -> Iterator[str]:
    distinct = len({digest for result in results for digest in result.states})
    yield (
        '<text class="title" x="12" y="24">What a power failure leaves: '
        f"{distinct:,} distinct crash states</text>"
    )
    yield (
        '<text x="12" y="44">One cell per crash point in its worst verdict; pale where states were '
        "sampled, thick-edged where the queue has just answered.</text>"
    )
    x = 12
    for verdict, look in LOOKS.items():
        yield f'<rect class="cell" x="{x}" y="50" width="10" height="10" fill="{look.colour}"/>'
        yield f'<text x="{x + 14}" y="59">{escape(f"{look.sign} {verdict}".strip())}</text>'
        x += 40 + 8 * len(verdict)


def _row(result: RecordingResult, label: str, y: int) -> Iterator[str]:
    verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in result.verdicts.items())
    name = f"{result.recording.mode}.{result.recording.slug}"
    yield f'<g id="{name}"><text x="12" y="{y + 12}">{escape(label)}'
    yield f"<title>{escape(verdicts)}</title></text>"
    for place, point in enumerate(result.points):
        line, column = divmod(place, CELLS_PER_LINE)
        yield from _cell(point, LABEL_WIDTH + column * CELL, y + line * LINE_HEIGHT)
    yield "</g>"


def _cell(point: PointResult, x: int, y: int) -> Iterator[str]:
    verdict = worst(point.verdicts)
    look = LOOKS[verdict]
    marks = ["cell"]
    if not point.census.is_exact:
        marks.append("sampled")
    if point.after == "the queue answers":
        marks.append("answer")
    yield (
        f'<g><rect class="{" ".join(marks)}" x="{x}" y="{y}" width="{CELL - 2}" '
        f'height="{CELL - 2}" fill="{look.colour}"/>'
    )
    if look.sign:
        yield f'<text class="sign" x="{x + CELL // 2 - 1}" y="{y + 10}">{look.sign}</text>'
    yield f"<title>{escape(_sentence(point, verdict))}</title></g>"


def _sentence(point: PointResult, verdict: StateVerdict) -> str:
    how = "all" if point.census.is_exact else f"a sample of {point.census.chosen:,} of"
    return (
        f"Point {point.number}, after: {point.after}. {point.census.pending} operations pending; "
        f"{how} {point.census.possible:,} states. Worst: {verdict}. "
        f"Witness: {point.smallest[verdict].witness}"
    )
