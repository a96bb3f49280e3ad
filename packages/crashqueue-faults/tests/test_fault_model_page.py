"""docs/fault-model.md says what the code predicts, cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_faults import DESCRIPTIONS, PointDescription
from crashqueue_faults.effects import Destination
from crashqueue_faults.judgement import Verdict
from crashqueue_faults.planted import catch_planted_bug
from crashqueue_verify import audit
from crashqueue_verify.report.text import render_text

PAGE = (Path(__file__).parents[3] / "docs" / "fault-model.md").read_text("utf-8")


def table_after(heading: str, page: str = PAGE) -> list[list[str]]:
    """Return the cells of the first table below a heading, without its own heading row."""
    lines = page.split(f"\n## {heading}\n", 1)[1].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def predicted_row(description: PointDescription) -> list[str]:
    return [
        f"`{description.point}`",
        description.lies,
        ", ".join(description.history_at_crash) or "none",
        str(description.effects_at_crash),
        str(description.attempts),
        *(str(description.effects_at(destination)) for destination in Destination),
    ]


def test_page_states_each_points_prediction() -> None:
    assert table_after("The thirteen points") == list(map(predicted_row, DESCRIPTIONS))


@pytest.mark.parametrize("column", range(1, 8))
def test_an_edited_cell_would_be_noticed(column: int) -> None:
    row = predicted_row(DESCRIPTIONS[6])
    edited = row.copy()
    edited[column] += "0"
    page = PAGE.replace(" | ".join(row), " | ".join(edited))
    assert table_after("The thirteen points", page) != list(map(predicted_row, DESCRIPTIONS))


def test_columns_of_effects_are_those_of_the_destinations() -> None:
    heading = next(line for line in PAGE.splitlines() if line.startswith("| point |"))
    columns = [cell.strip() for cell in heading.strip("|").split("|")][-len(Destination) :]
    named = [f"{destination.replace('_', '-')} effects" for destination in Destination]
    assert columns == named


def test_page_explains_every_verdict() -> None:
    explained = [row[0] for row in table_after("Verdicts on a job")]
    assert explained == [f"`{verdict}`" for verdict in Verdict]


def test_page_prints_what_the_auditor_says_of_the_planted_bug(tmp_path: Path) -> None:
    catch_planted_bug(tmp_path / "planted-bug", seed=20260827)
    said = render_text(audit(tmp_path / "planted-bug" / "queue.sqlite"))
    summary = said.split("\nViolations\n", 1)[0]
    assert f"{summary.rstrip()}\n  …\n" in PAGE
