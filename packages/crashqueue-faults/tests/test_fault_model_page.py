"""docs/fault-model.md says what the code predicts, cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_faults import DESCRIPTIONS, PointDescription
from crashqueue_faults.judgement import Verdict
from crashqueue_faults.planted import catch_planted_bug

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
        str(description.idempotent_effects),
        str(description.repeated_effects),
    ]


def test_page_states_each_points_prediction() -> None:
    assert table_after("The thirteen points") == list(map(predicted_row, DESCRIPTIONS))


@pytest.mark.parametrize("column", range(1, 7))
def test_an_edited_cell_would_be_noticed(column: int) -> None:
    row = predicted_row(DESCRIPTIONS[6])
    edited = row.copy()
    edited[column] += "0"
    page = PAGE.replace(" | ".join(row), " | ".join(edited))
    assert table_after("The thirteen points", page) != list(map(predicted_row, DESCRIPTIONS))


def test_page_explains_every_verdict() -> None:
    explained = [row[0] for row in table_after("Verdicts on a job")]
    assert explained == [f"`{verdict}`" for verdict in Verdict]


def test_page_names_the_rules_that_find_the_planted_bug(tmp_path: Path) -> None:
    rules = catch_planted_bug(tmp_path / "planted-bug", seed=20260827).rules
    assert f"  violations  {len(rules)} ({', '.join(rules)})\n" in PAGE
