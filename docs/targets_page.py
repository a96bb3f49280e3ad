"""Writes what `nox -s targets` measured into docs/targets.md, and draws its picture.

Give the folder that has one folder of evidence for each target. What the page says between its two
markers is replaced; nothing else of it is touched.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from crashqueue_faults.targets.strip import draw_strips

DOCS: Final = Path(__file__).parent
PAGE: Final = DOCS / "targets.md"
PICTURE: Final = DOCS / "_static" / "targets.svg"
MEASURED: Final = re.compile(r"(?<=% measured\n).*?(?=% end of what was measured\n)", re.DOTALL)
ENGINES: Final = ("SQLite", "PostgreSQL", "Redis")
COLUMNS: Final = (
    *("target", "version", "configuration", "promise", "what dies"),
    *("boundaries", "outcomes", "varying", "verdict"),
)

Report = Mapping[str, Any]


def merged(reports: Sequence[Report]) -> dict[str, Any]:
    """Return the reports as one, by engine and name."""
    pairs = [
        pair
        for report in reports
        for pair in zip(report["subjects"], report["matrix"], strict=True)
    ]
    pairs.sort(key=lambda pair: (ENGINES.index(pair[0]["engine"]), _target(pair[0])))
    return {"subjects": [each for each, _ in pairs], "matrix": [row for _, row in pairs]}


def measured(report: Report, *, date: str, seed: int, repetitions: int) -> str:
    """Return what stands between the markers."""
    rows = zip(report["subjects"], report["matrix"], strict=True)
    return "\n".join(
        [
            "",
            f"Measured on {date}, each boundary {repetitions} times, seed {seed}.",
            "",
            f"| {' | '.join(COLUMNS)} |",
            "|---|---|---|---|---|--:|---|--:|---|",
            *(_row(subject, row) for subject, row in rows),
            "",
            "",
        ]
    )


def _row(subject: Report, row: Report) -> str:
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in row["outcomes"].items())
    boundaries = str(row["boundaries"])
    if subject["is_sample"]:
        boundaries += f" of {subject['boundaries_found']}"
    _, _, configuration = subject["subject"].partition("/")
    cells = (
        _linked(_target(subject)),
        subject["version"],
        f"`{configuration}`",
        subject["promise"],
        subject["victim"],
        boundaries,
        outcomes,
        row["varying"],
        row["verdict"],
    )
    return f"| {' | '.join(map(str, cells))} |"


def _linked(target: str) -> str:
    """Return the target's name as a link to its page, or to that of the library it is part of."""
    for page in (target, target.partition("-")[0]):
        if (DOCS / "targets" / f"{page}.md").exists():
            return f"[{target}](targets/{page}.md)"
    return target


def _target(subject: Report) -> str:
    return str(subject["subject"].partition("/")[0])


def _reports(evidence: Path) -> Iterator[tuple[Report, float]]:
    for path in sorted(evidence.glob("*/targets.json")):
        yield json.loads(path.read_text("utf-8")), path.stat().st_mtime


def main(evidence: Path) -> None:
    """Write the page and the picture."""
    reports, written_at = zip(*_reports(evidence), strict=True)
    date = time.strftime("%Y-%m-%d", time.gmtime(max(written_at)))
    report = merged(reports)
    how = {"seed": reports[0]["seed"], "repetitions": reports[0]["repetitions"]}
    said = measured(report, date=date, **how)
    PAGE.write_text(MEASURED.sub(lambda _: said, PAGE.read_text("utf-8")), encoding="utf-8")
    PICTURE.write_text(draw_strips(report, date), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
