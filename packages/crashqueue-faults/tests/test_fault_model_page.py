"""docs/fault-model.md says what the code predicts, cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_faults import DESCRIPTIONS, FaultPoint, PointDescription
from crashqueue_faults.effects import Destination
from crashqueue_faults.judgement import Verdict
from crashqueue_faults.outages.actions import ACTIONS, LEASED, ActionDescription
from crashqueue_faults.outages.predictions import predict
from crashqueue_faults.planted import catch_planted_bug
from crashqueue_verify import audit
from crashqueue_verify.report.text import render_text

PAGE = (Path(__file__).parents[3] / "docs" / "fault-model.md").read_text("utf-8")


def table_after(heading: str, page: str = PAGE, *, number: int = 0) -> list[list[str]]:
    """Return the cells of a table below a heading, the first of them unless told otherwise.

    Its own heading row is left out.
    """
    lines = page.split(f"\n## {heading}\n", 1)[1].splitlines()
    start = [line for line, text in enumerate(lines) if text.startswith("|---")][number] - 1
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


def test_page_says_what_each_action_strikes() -> None:
    assert table_after("On PostgreSQL") == [
        [
            f"`{each.action}`",
            each.strikes,
            "all thirteen" if each.points == tuple(FaultPoint) else str(len(each.points)),
        ]
        for each in ACTIONS
    ]


def outcome(each: ActionDescription, point: FaultPoint) -> str:
    if point not in each.points:
        return "–"
    description = predict(each.action, point).description
    is_twice = description.effects_at("non_idempotent") == 2
    return f"{description.attempts}, {'twice' if is_twice else 'once'}"


def test_page_says_what_must_come_of_each_action_at_each_point() -> None:
    assert table_after("On PostgreSQL", number=1) == [
        [f"`{point}`", *(outcome(each, point) for each in ACTIONS)] for point in FaultPoint
    ]


def test_page_names_the_points_at_which_a_lease_can_run_out() -> None:
    assert f"{', '.join(f'`{point}`' for point in LEASED[:3])},\n`{LEASED[3]}` and" in PAGE


def test_page_prints_what_the_auditor_says_of_the_planted_bug(tmp_path: Path) -> None:
    catch_planted_bug(tmp_path / "planted-bug", seed=20260827)
    said = render_text(audit(tmp_path / "planted-bug" / "queue.sqlite"))
    summary = said.split("\nViolations\n", 1)[0]
    assert f"{summary.rstrip()}\n  …\n" in PAGE
