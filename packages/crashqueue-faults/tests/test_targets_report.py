"""A run's report and its picture: what is counted, what is judged, and what is never a pass."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import homemade

from crashqueue_faults.targets import report
from crashqueue_faults.targets.boundaries import Boundaries
from crashqueue_faults.targets.case import Look, Recovery
from crashqueue_faults.targets.course import Crash
from crashqueue_faults.targets.findings import Findings, Plan, Subject
from crashqueue_faults.targets.looks import LOOKS
from crashqueue_faults.targets.outcomes import Outcome, Verdict
from crashqueue_faults.targets.strip import CELLS_PER_LINE, draw_strips
from crashqueue_faults.targets.target import JobState, Sight
from crashqueue_faults.targets.trace import Moment, Point

SVG = "{http://www.w3.org/2000/svg}"


def findings(*outcomes: tuple[Outcome, ...]) -> Findings:
    """Return what was found at so many points, each with an outcome for each repetition."""
    points = tuple(
        Point(moment=Moment.AFTER, label=f"<command {at}>", occurrence=1)
        for at in range(len(outcomes))
    )
    return Findings(
        subject=Subject(target=homemade.Homemade(), configuration=homemade.DEFAULT),
        boundaries=Boundaries(points=points, varying=1, before=2),
        points=points,
        crashes=tuple(tuple(map(crash, each)) for each in outcomes),
    )


def crash(outcome: Outcome) -> Crash:
    if outcome is Outcome.UNKNOWN:
        return Crash(left=None, recovery=None)
    state, effects = {
        Outcome.RECOVERED: (JobState.DONE, 1),
        Outcome.DUPLICATED: (JobState.DONE, 2),
        Outcome.STRANDED: (JobState.RUNNING, 0),
        Outcome.LOST: (JobState.ABSENT, 0),
        Outcome.FAILED: (JobState.FAILED, 1),
    }[outcome]
    look = Look(sight=Sight(state=state), effects=effects)
    return Crash(left=look, recovery=Recovery(look=look, lasted_s=0.5))


def report_on(found: Findings) -> dict[str, Any]:
    plan = Plan(subjects=(found.subject,), seed=1, sample=None, repetitions=2, processes=1)
    return report.report_of(plan, [found], {})


def test_a_boundary_whose_outcome_varies_is_said_to() -> None:
    said = report_on(findings((Outcome.RECOVERED, Outcome.LOST), (Outcome.RECOVERED,) * 2))
    assert said["matrix"][0]["varying"] == 1
    boundary = said["subjects"][0]["boundaries"][0]
    assert boundary["outcomes"] == {"lost": 1, "recovered": 1}
    assert (boundary["worst"], boundary["verdict"]) == ("lost", "promise broken")
    assert boundary["at_crash"] == ["absent, effects: 0", "done, effects: 1"]


def test_a_point_that_was_not_reached_is_never_a_pass() -> None:
    said = report_on(findings((Outcome.RECOVERED, Outcome.UNKNOWN)))
    assert said["ok"] is False
    assert said["matrix"][0]["verdict"] == Verdict.UNKNOWN
    assert said["subjects"][0]["boundaries"][0]["at_crash"] == ["done, effects: 1", "not reached"]


def test_only_recoveries_have_a_time() -> None:
    found = findings((Outcome.RECOVERED, Outcome.UNKNOWN))
    assert report.timings_of([found]) == {"homemade/default": {"after <command 0> #1": [0.5]}}


def test_each_row_of_the_matrix_has_the_command_that_shows_it_again() -> None:
    said = report_on(findings((Outcome.RECOVERED,)))
    command = "crashqueuelab campaign --target homemade --config default --seed 1"
    assert said["matrix"][0]["repeat"] == f"{command} --output-directory DIR"
    assert said["subjects"][0]["repeat"] == said["matrix"][0]["repeat"]


def test_what_was_not_visited_is_said() -> None:
    said = report_on(findings((Outcome.RECOVERED,)))["subjects"][0]
    assert said["boundaries_not_visited"].startswith("the 2 before the first of")
    assert said["boundaries_varying_between_dry_runs"] == 1
    assert not said["is_sample"]


def test_the_picture_has_a_cell_for_each_boundary_with_its_sign_and_its_words() -> None:
    outcomes = [(outcome,) for outcome in Outcome]
    picture = ElementTree.fromstring(draw_strips(report_on(findings(*outcomes)), "2026-01-01"))
    cells = [group for group in picture.iter(f"{SVG}g") if group.find(f"{SVG}rect") is not None]
    assert [cell.find(f"{SVG}rect").get("fill") for cell in cells] == [  # type: ignore[union-attr]
        LOOKS[outcome].colour for outcome in Outcome
    ]
    words = [cell.find(f"{SVG}title").text for cell in cells]  # type: ignore[union-attr]
    assert words[0] == "after <command 0> (1): 1 x recovered; as promised"
    signs = [cell.findtext(f"{SVG}text") or "" for cell in cells]
    assert signs == [LOOKS[outcome].sign for outcome in Outcome]
    assert len(set(signs)) == len(signs)
    pale = ["promised" in str(cell.find(f"{SVG}rect").get("class")) for cell in cells]  # type: ignore[union-attr]
    assert pale == [True, True, False, False, False, False]


def test_a_long_strip_goes_on_in_another_line() -> None:
    long = findings(*[(Outcome.RECOVERED,)] * (CELLS_PER_LINE + 1))
    picture = ElementTree.fromstring(draw_strips(report_on(long), "2026-01-01"))
    places = [(rect.get("x"), rect.get("y")) for rect in picture.iter(f"{SVG}rect")][
        -CELLS_PER_LINE - 1 :
    ]
    assert len(set(places)) == CELLS_PER_LINE + 1
    assert places[0][0] == places[-1][0]
    assert len({y for _, y in places}) == 2
