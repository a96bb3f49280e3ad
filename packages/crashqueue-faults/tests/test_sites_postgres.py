"""Round trips and statements on PostgreSQL as crash points: found, died at, judged, asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core.model import Job
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_faults.sites.asking_again import AskingAgain
from crashqueue_faults.sites.crashing import CrashLayer, crash_everywhere, sites_of
from crashqueue_faults.sites.death import die_in_fork, unwind_here
from crashqueue_faults.sites.operations import OPERATIONS
from crashqueue_faults.sites.postgres_engine import KEPT, PostgresSchema
from crashqueue_faults.sites.postgres_planted import POSTGRES_KINDS
from crashqueue_faults.sites.round_trips import (
    ROUND_TRIPS,
    SINGLE_STATEMENTS,
    visit,
    watch_round_trips,
    watch_single_statements,
)
from crashqueue_faults.sites.scenes import Room, Scene, operation_scene
from crashqueue_faults.sites.tasks import operation_named
from crashqueue_faults.sites.verdicts import Tally
from crashqueue_faults.sites.visits import Visit

Order = Visit[type[PostgresStore]]
MakeScene = Callable[[str], Scene]
MakeVisit = Callable[..., Order]


@pytest.fixture(scope="module")
def address(postgres: Any) -> str:
    return str(postgres.address(postgres.create("sites")))


@pytest.fixture
def engine(address: str) -> Iterator[PostgresSchema]:
    with PostgresSchema.opened(address, "sites") as engine:
        yield engine


@pytest.fixture
def room(folder: Path) -> Room:
    return Room(scratch=folder / "scratch", kept=folder / "failures" / "scene")


@pytest.fixture
def make_scene(folder: Path, engine: PostgresSchema) -> MakeScene:
    return lambda name: operation_scene(operation_named(name), folder / name, "1", engine)


@pytest.fixture
def make_visit(make_scene: MakeScene, room: Room) -> MakeVisit:
    def make(name: str, kind: type[PostgresStore] = PostgresStore) -> Order:
        scene = make_scene(name)
        contents = scene.contents(room.scratch, kind)
        return Visit(
            scene=scene, contents=contents, room=room, kind=kind, die=unwind_here, reopens=True
        )

    return make


def without_opening(sites: tuple[str, ...]) -> list[str]:
    """Return the sites of the operation itself: behind the opening, before the end."""
    opened = next(number for number, site in enumerate(sites) if site.endswith("of the opening"))
    return list(sites[opened + 3 : -1])


def test_every_round_trip_is_a_site_before_when_sent_and_answered(
    make_scene: MakeScene, room: Room
) -> None:
    sites = sites_of(make_scene("heartbeat"), room.scratch, watch_round_trips)
    assert sites[:2] == ("before connecting", "connected")
    assert sites[-1] == "before the end of the connection"
    operation = without_opening(sites)
    round_trips = [site.removeprefix("before ") for site in operation[::3]]
    assert operation[1::3] == [f"sent, not answered, {words}" for words in round_trips]
    assert operation[2::3] == [f"answered {words}" for words in round_trips]
    first, last = round_trips
    assert first.startswith("BEGIN ISOLATION LEVEL READ COMMITTED; SELECT set_config(")
    assert last.startswith("WITH step_0 AS (UPDATE queue.jobs ")
    assert last.endswith("; COMMIT")


def test_every_statement_is_a_site_before_and_after(make_scene: MakeScene, room: Room) -> None:
    sites = sites_of(make_scene("heartbeat"), room.scratch, watch_single_statements)
    before = [site.removeprefix("before ") for site in sites[::2]]
    after = [site.removeprefix("after ") for site in sites[1::2]]
    assert before == after
    written = [statement.split()[0] for statement in before]
    assert written == ["BEGIN", "SELECT", "SELECT", "SELECT", "WITH", "COMMIT"]


class Curious(PostgresStatements):
    __slots__ = ()

    def job(self, job_id: str) -> Job | None:
        self._rounds.ask("SELECT 'one more'")
        return super().job(job_id)


class CuriousStore(PostgresStore):
    transaction_kind = Curious


@pytest.mark.parametrize(("watch", "more"), [(watch_round_trips, 3), (watch_single_statements, 2)])
def test_a_statement_more_is_so_many_sites_more(
    make_scene: MakeScene, room: Room, watch: Any, more: int
) -> None:
    scene = make_scene("heartbeat")
    sites = sites_of(scene, room.scratch, watch)
    assert len(sites_of(scene, room.scratch, partial(watch, kind=CuriousStore))) == (
        len(sites) + more
    )


def test_dying_anywhere_leaves_the_old_or_the_new_state(make_visit: MakeVisit) -> None:
    tallies = visit(make_visit("succeed"))
    # The new ones: COMMIT was answered, and the connection is about to end.
    assert tallies[ROUND_TRIPS].verdicts == {
        "old": tallies[ROUND_TRIPS].sites - 3,
        "outcome-unknown": 1,
        "new": 2,
    }
    assert tallies[SINGLE_STATEMENTS].verdicts["new"] == 1
    assert set(tallies[SINGLE_STATEMENTS].verdicts) == {"old", "new"}


def test_children_that_really_die_are_judged_alike(make_visit: MakeVisit) -> None:
    order = make_visit("claim")
    forked, unwound = (visit(replace(order, die=die)) for die in (die_in_fork, unwind_here))
    assert forked[ROUND_TRIPS].verdicts == unwound[ROUND_TRIPS].verdicts
    assert forked[SINGLE_STATEMENTS].as_dict() == unwound[SINGLE_STATEMENTS].as_dict()


def test_a_refused_operation_changes_nothing_anywhere(make_visit: MakeVisit) -> None:
    for tally in visit(make_visit("submit, conflict")).values():
        assert tally.findings == []
        assert len(tally.contents) == 1


def test_a_schema_is_created_whole_or_not_at_all(make_visit: MakeVisit) -> None:
    tally = visit(make_visit("create database"))[ROUND_TRIPS]
    assert tally.findings == []
    assert tally.verdicts["outcome-unknown"] == 1
    assert len(tally.contents) == 2


def test_a_state_between_two_commits_is_half_done_and_kept(
    make_visit: MakeVisit, room: Room
) -> None:
    (witness,) = visit(make_visit("heartbeat", POSTGRES_KINDS["two-transactions"]))[
        SINGLE_STATEMENTS
    ].findings
    assert witness.verdict == "half-done"
    assert witness.at == "after COMMIT"
    assert (room.kept / "half-done" / KEPT).exists()


def test_an_answer_before_commit_is_lost_at_the_sites_that_follow(make_visit: MakeVisit) -> None:
    tallies = visit(make_visit("heartbeat", POSTGRES_KINDS["hasty-answer"]))
    (of_round_trips,) = tallies[ROUND_TRIPS].findings
    (of_statements,) = tallies[SINGLE_STATEMENTS].findings
    assert of_round_trips.verdict == of_statements.verdict == "lost"
    assert of_statements.at == "before COMMIT"


def crash_and_ask(order: Order) -> Tally:
    layer = CrashLayer(watch=watch_single_statements, die=order.die, judge=AskingAgain(order))
    return crash_everywhere(layer, order.scene, order.contents, order.room)


def test_whoever_asks_again_and_is_told_something_else_is_a_finding(
    make_visit: MakeVisit, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = make_visit("submit, new")
    judge = AskingAgain(order)
    monkeypatch.setattr(judge, "_told", dict.fromkeys(judge._told, ("another answer", "another")))
    layer = CrashLayer(watch=watch_single_statements, die=order.die, judge=judge)
    tally = crash_everywhere(layer, order.scene, order.contents, order.room)
    (witness,) = tally.findings
    assert witness.verdict == "unusable"
    assert witness.sentence.startswith("whoever asked again was told (Submission(")


TOLD_AGAIN = {
    "fail, to retry": "LEASE_LOST",
    "fail, to dead letter": "LEASE_LOST",
    "release": "LEASE_LOST",
    "submit, conflict": "IDEMPOTENCY_CONFLICT",
}


DONE_AGAIN = (
    *("claim", "claim_many", "claim by name, taking over", "redrive"),
    *("heartbeat", "checkpoint", "limit change"),
)


def done_once() -> list[str]:
    """Return the operations that a key, a lease or a state keeps from being done twice."""
    return [operation.name for operation in OPERATIONS if operation.name not in DONE_AGAIN]


@pytest.mark.parametrize("name", done_once())
def test_whoever_asks_again_is_told_the_truth_and_changes_nothing(
    make_visit: MakeVisit, name: str
) -> None:
    order = make_visit(name)
    answer, left = AskingAgain(order)._told[order.contents[-1].digest]
    assert left == order.contents[-1].digest
    if name in TOLD_AGAIN:
        assert answer == TOLD_AGAIN[name]
    else:
        assert not isinstance(answer, str)


def test_operations_in_which_nothing_is_unsound_have_no_finding(make_visit: MakeVisit) -> None:
    for name in ("submit, new", "promote"):
        assert crash_and_ask(make_visit(name)).findings == []
