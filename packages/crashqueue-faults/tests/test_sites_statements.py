"""Statements as crash points: found by running them, each died at, each judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_core.store.sqlite_statements import SqliteStatements
from crashqueue_faults.sites.crashing import CrashLayer, crash_everywhere, sites_of
from crashqueue_faults.sites.death import die_in_fork, unwind_here
from crashqueue_faults.sites.engines import QUEUE
from crashqueue_faults.sites.planted import PLANTED_BUGS
from crashqueue_faults.sites.scenes import Room, Scene, WrongAnswer, operation_scene
from crashqueue_faults.sites.statements import watch_statements
from crashqueue_faults.sites.tasks import operation_named
from crashqueue_faults.sites.verdicts import Tally

MakeScene = Callable[[str], Scene]


@pytest.fixture
def make_scene(folder: Path) -> MakeScene:
    return lambda name: operation_scene(operation_named(name), folder / "start", "1")


@pytest.fixture
def room(folder: Path) -> Room:
    return Room(scratch=folder / "scratch", kept=folder / "failures" / "scene")


def statements_of(scene: Scene, room: Room, kind: type[SqliteStore] = SqliteStore) -> list[str]:
    return list(sites_of(scene, room.scratch, partial(watch_statements, kind=kind)))


def crash(scene: Scene, room: Room, kind: type[SqliteStore] = SqliteStore) -> Tally:
    layer = CrashLayer(watch=partial(watch_statements, kind=kind), die=unwind_here)
    return crash_everywhere(layer, scene, scene.contents(room.scratch), room)


def test_every_statement_is_a_site_before_and_after(make_scene: MakeScene, room: Room) -> None:
    sites = statements_of(make_scene("heartbeat"), room)
    before = [site.removeprefix("before ") for site in sites[::2]]
    after = [site.removeprefix("after ") for site in sites[1::2]]
    assert before == after
    written = [statement.split()[0] for statement in before[-6:]]
    assert written == ["BEGIN", "SELECT", "SELECT", "UPDATE", "INSERT", "COMMIT"]


def test_a_statement_more_is_two_cases_more(make_scene: MakeScene, room: Room) -> None:
    class Curious(SqliteStatements):
        def latest_event_at_us(self) -> int:
            self._rows("SELECT 'one more'")
            return super().latest_event_at_us()

    class CuriousStore(SqliteStore):
        transaction_kind = Curious

    scene = make_scene("heartbeat")
    assert crash(scene, room, CuriousStore).cases == crash(scene, room).cases + 2


def test_dying_anywhere_leaves_the_old_or_the_new_state(make_scene: MakeScene, room: Room) -> None:
    tally = crash(make_scene("succeed"), room)
    assert set(tally.verdicts) == {"old", "new"}
    assert tally.verdicts["new"] == 1
    assert tally.cases == tally.sites
    assert len(tally.contents) == 2


def test_children_that_really_die_are_judged_alike(make_scene: MakeScene, room: Room) -> None:
    scene = make_scene("heartbeat")
    contents = scene.contents(room.scratch)
    layer = CrashLayer(watch=watch_statements, die=die_in_fork)
    forked = crash_everywhere(layer, scene, contents, room)
    assert forked.as_dict() == crash(scene, room).as_dict()


def test_a_refused_operation_changes_nothing_anywhere(make_scene: MakeScene, room: Room) -> None:
    tally = crash(make_scene("submit, conflict"), room)
    assert set(tally.verdicts) == {"old"}
    assert len(tally.contents) == 1


def test_a_state_between_two_commits_is_half_done_and_kept(
    make_scene: MakeScene, room: Room
) -> None:
    class Early(SqliteStatements):
        def _write(self, sql: str, parameters: tuple[object, ...]) -> int:
            if sql.startswith("INSERT INTO events"):
                self._rows("COMMIT")
                self._rows("BEGIN")
            return super()._write(sql, parameters)

    class EarlyStore(SqliteStore):
        transaction_kind = Early

    tally = crash(make_scene("heartbeat"), room, EarlyStore)
    (witness,) = tally.findings
    assert witness.verdict == "half-done"
    assert witness.at == "after COMMIT"
    assert witness.files == "failures/scene/half-done"
    assert (room.kept / "half-done" / QUEUE).exists()
    assert tally.verdicts["half-done"] > 1


def test_an_answer_before_commit_is_lost_at_the_sites_that_follow(
    make_scene: MakeScene, room: Room
) -> None:
    tally = crash(make_scene("submit, new"), room, PLANTED_BUGS["hasty-answer"].kind)
    (witness,) = tally.findings
    assert witness.verdict == "lost"
    assert witness.at == "before COMMIT"
    assert witness.sentence == "1 operations were answered; the last is not there"


def test_an_operation_that_is_not_refused_as_it_must_is_a_wrong_answer(folder: Path) -> None:
    strict = replace(operation_named("heartbeat"), refused_with="LEASE_LOST")
    scene = operation_scene(strict, folder / "start", "1")
    with pytest.raises(WrongAnswer, match="not refused with LEASE_LOST"):
        scene.contents(folder / "scratch")


def test_statements_of_a_cursor_are_told_as_well_as_those_of_the_connection(
    folder: Path,
) -> None:
    told: list[str] = []
    with watch_statements(told.append) as open_store:
        store = open_store(folder / QUEUE, busy_timeout_us=0, create=True, observer=lambda _: None)
        told.clear()
        with store.reading() as reader:
            assert reader.count_by_state() == {}
        store.close()
    assert [site.split()[:2] for site in told] == [["before", "SELECT"], ["after", "SELECT"]]
