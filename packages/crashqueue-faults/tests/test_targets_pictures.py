"""The labels above the cells of a picture: which command it is, in a few characters."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from crashqueue_faults.targets.captions import LONGEST, caption_of
from crashqueue_faults.targets.job import EFFECT_LABEL
from crashqueue_faults.targets.labelled_strip import (
    ANGLE_DEGREES,
    CELL,
    CELLS_PER_LINE,
    CHARACTER_WIDTH,
    draw_labelled_strips,
)

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("label", "caption"),
    [
        (EFFECT_LABEL, "effect"),
        ("COMMIT", "COMMIT"),
        ("BRPOP default", "BRPOP default"),
        ("PRAGMA journal_mode=WAL;", "PRAGMA journal_mode"),
        ("[Worker-#] select id, data from task where queue = ?", "select task"),
        ("SELECT COUNT(_id) FROM `ack_queue_default` WHERE status < ?", "SELECT ack_queue_default"),
        ("create table if not exists kv (queue text)", "create kv"),
        ("drop index if exists task_priority_id", "drop task_priority_id"),
        ('UPDATE "Queue" SET status = #', "UPDATE Queue"),
        ('SELECT version FROM "crashqueue".format', "SELECT format"),
        ("INSERT INTO events (tenant) VALUES (?)", "INSERT events"),
        ("SELECT pg_notify($1, $2)", "SELECT pg_notify"),
        ("SELECT a … LIMIT $2 FOR UPDATE SKIP LOCKED", "SELECT a … LIMIT $2 FOR…"),
        ("WITH RECURSIVE tree( oid ) AS (SELECT # FROM x)", "WITH tree"),
        ("BEGIN ISOLATION LEVEL READ COMMITTED; SELECT set_config($1)", "SELECT set_config"),
        ("COMMIT of SELECT * FROM jobs", "COMMIT"),
        ('LISTEN "procrastinate_any_queue_v1";', "LISTEN …ate_any_queue_v1"),
        ("HGETALL rq:job:job-#", "HGETALL rq:job"),
        ("SMEMBERS rq:job:job-#:dependents", "SMEMBERS …job:dependents"),
        ("MULTI; ZADD index; HSET a; HSET b; EXEC", "MULTI ZADD HSET"),
        ("EVALSHA dramatiq fetch default", "EVALSHA fetch default"),
        ("SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "SET TRANSACTION ISOLATI…"),
    ],
)
def test_a_caption_keeps_what_tells_a_command_from_its_neighbours(label: str, caption: str) -> None:
    assert caption_of(label) == caption
    assert len(caption) <= LONGEST


def boundary(moment: str, label: str, occurrence: int = 1) -> dict[str, Any]:
    return {
        "moment": moment,
        "label": label,
        "occurrence": occurrence,
        "worst": "recovered",
        "verdict": "as promised",
        "outcomes": {"recovered": 3},
    }


def command(label: str, occurrence: int = 1) -> list[dict[str, Any]]:
    return [boundary(moment, label, occurrence) for moment in ("before", "after")]


def picture_of(*boundaries: dict[str, Any]) -> ElementTree.Element:
    subject = {"subject": "lib/default", "version": "1.2", "promise": "at least once"}
    report = {"subjects": [{**subject, "boundaries": boundaries}]}
    return ElementTree.fromstring(draw_labelled_strips(report, "2026-01-01"))


def labels(picture: ElementTree.Element) -> list[str]:
    return [str(each.text) for each in picture.iter(f"{SVG}text") if each.get("class") == "command"]


def test_two_sides_of_a_command_have_one_label_and_two_cells() -> None:
    picture = picture_of(*command("BRPOP default"), *command(EFFECT_LABEL))
    assert labels(picture) == ["BRPOP default", "effect"]
    titles = [group.findtext(f"{SVG}title") for group in picture.iter(f"{SVG}g")]
    assert titles[0] == "before BRPOP default (1): 3 x recovered; as promised"
    assert len(titles) == 4


def test_sides_that_are_no_neighbours_have_a_label_each() -> None:
    (before, after), (other_before, other_after) = command("LISTEN a"), command("BEGIN")
    picture = picture_of(before, other_before, after, other_after)
    assert labels(picture) == ["before LISTEN a", "before BEGIN", "after LISTEN a", "after BEGIN"]


def test_two_occurrences_of_a_command_are_two_commands() -> None:
    picture = picture_of(boundary("before", "BEGIN", 1), boundary("after", "BEGIN", 2))
    assert labels(picture) == ["before BEGIN", "after BEGIN"]


def test_a_line_does_not_end_between_two_sides_under_one_label() -> None:
    pairs = [side for at in range(CELLS_PER_LINE) for side in command("COMMIT", at)]
    rows: dict[str, int] = {}
    for rect in picture_of(boundary("after", "BEGIN"), *pairs).iter(f"{SVG}rect"):
        if rect.get("height") == "13":
            rows[str(rect.get("y"))] = rows.get(str(rect.get("y")), 0) + 1
    assert list(rows.values()) == [CELLS_PER_LINE - 1, CELLS_PER_LINE, 2]


def test_labels_neither_touch_nor_leave_the_picture() -> None:
    between = CELL * math.sin(math.radians(ANGLE_DEGREES))
    assert between >= 10, "the font's size"
    single = [boundary("before", "SELECT " + "x" * 60, at) for at in range(CELLS_PER_LINE)]
    picture = picture_of(*single)
    reach = max(map(len, labels(picture))) * CHARACTER_WIDTH
    for text in picture.iter(f"{SVG}text"):
        if text.get("class") == "command":
            place = str(text.get("transform")).removeprefix("translate(").partition(")")[0]
            x, y = map(float, place.split())
            assert x + reach * math.cos(math.radians(ANGLE_DEGREES)) <= float(
                str(picture.get("width"))
            )
            # The name of the configuration stands on the line 88 from the top.
            assert y - reach * math.sin(math.radians(ANGLE_DEGREES)) >= 88
