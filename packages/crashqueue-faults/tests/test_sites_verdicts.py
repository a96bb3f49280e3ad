"""Judging one content, and adding up."""

from __future__ import annotations

from pathlib import Path

import pytest

from crashqueue_faults.sites.contents import ABSENT, UNREADABLE, Content, read_content
from crashqueue_faults.sites.engines import QUEUE
from crashqueue_faults.sites.scenes import operation_scene
from crashqueue_faults.sites.tasks import operation_named
from crashqueue_faults.sites.verdicts import Finding, SiteVerdict, Tally, judge_content

CONTENTS = [Content(digest=name) for name in ("zero", "one", "two")]


@pytest.mark.parametrize(
    ("answers", "found", "verdict"),
    [
        (0, "zero", "old"),
        (0, "one", "new"),
        (0, "two", "half-done"),
        (1, "zero", "lost"),
        (1, "one", "new"),
        (1, "two", "new"),
        (2, "one", "lost"),
        (2, "other", "half-done"),
    ],
)
def test_a_content_is_judged_by_the_number_of_answers(
    answers: int, found: str, verdict: str
) -> None:
    assert judge_content(answers, Content(digest=found), CONTENTS)[0] == verdict


@pytest.mark.parametrize(
    "found", [Content(digest=UNREADABLE, problem="malformed"), Content(digest="zero", problem="x")]
)
def test_what_sqlite_complains_about_is_corrupt(found: Content) -> None:
    verdict, sentence = judge_content(0, found, CONTENTS)
    assert verdict == "corrupt"
    assert sentence == f"the engine says: {found.problem}"


def test_an_absent_an_empty_and_a_bare_database_have_no_content(tmp_path: Path) -> None:
    path = tmp_path / QUEUE
    assert read_content(path).digest == ABSENT
    path.touch()
    assert read_content(path).digest == ABSENT


def test_a_file_that_is_no_database_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / QUEUE
    path.write_bytes(b"anything else, and long enough to be looked at" * 100)
    assert read_content(path).digest == UNREADABLE


def test_damage_that_does_not_touch_the_rows_is_a_problem(tmp_path: Path) -> None:
    scene = operation_scene(operation_named("claim"), tmp_path / "start", "1")
    path = Path(scene.set_up(tmp_path / "scratch").address)
    sound = read_content(path)
    assert sound.problem == ""
    data = bytearray(path.read_bytes())
    data[36:40] = (9).to_bytes(4, "big")  # the number of free pages, of which there are none
    path.write_bytes(data)
    damaged = read_content(path)
    assert damaged.digest == sound.digest
    assert damaged.problem


def finding(verdict: str) -> Finding:
    return Finding(verdict=SiteVerdict(verdict), sentence="")


def test_only_the_first_case_of_a_bad_verdict_is_its_witness() -> None:
    tally = Tally(scenes=1, sites=4)
    noted = [
        tally.note(finding(verdict), CONTENTS[0]) for verdict in ("old", "lost", "lost", "corrupt")
    ]
    assert noted == [False, True, False, True]
    assert tally.verdicts == {"old": 1, "lost": 2, "corrupt": 1}


def test_a_tally_survives_its_journey_and_adds_up() -> None:
    tally = Tally(scenes=1, sites=2)
    tally.note(finding("half-done"), CONTENTS[0])
    arrived = Tally.from_dict(tally.as_dict())
    assert arrived == tally
    arrived.add(tally)
    assert arrived.summary() == {
        "cases": 2,
        "distinct_contents": 1,
        "findings": [finding("half-done").as_dict()] * 2,
        "scenes": 2,
        "sites": 4,
        "verdicts": {"half-done": 2},
    }
