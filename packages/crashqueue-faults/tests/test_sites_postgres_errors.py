"""A server that answers with an error, or not at all: what the caller is told, what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import OutcomeUnknown, StoreBusy, StoreError
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_faults.sites import postgres_disturbing
from crashqueue_faults.sites.contents import Content
from crashqueue_faults.sites.death import unwind_here
from crashqueue_faults.sites.postgres_disturbing import judge_trouble, troubled, visit
from crashqueue_faults.sites.postgres_engine import KEPT, PostgresSchema
from crashqueue_faults.sites.postgres_planted import POSTGRES_KINDS
from crashqueue_faults.sites.scenes import Room, operation_scene
from crashqueue_faults.sites.suffering import RepeatedNames, Suffered, suffer
from crashqueue_faults.sites.tasks import operation_named
from crashqueue_faults.sites.troubles import Trouble, TroubleAt
from crashqueue_faults.sites.visits import CASES, Visit

Order = Visit[type[PostgresStore]]
MakeVisit = Callable[..., Order]
OLD, NEW = Content(digest="old"), Content(digest="new")
OPENING = 6
"""The round trips of opening a queue that is there."""


@pytest.fixture(scope="module")
def address(postgres: Any) -> str:
    return str(postgres.address(postgres.create("site_errors")))


@pytest.fixture
def engine(address: str) -> Iterator[PostgresSchema]:
    with PostgresSchema.opened(address, "errors") as engine:
        yield engine


@pytest.fixture
def make_visit(folder: Path, engine: PostgresSchema) -> MakeVisit:
    room = Room(scratch=folder / "scratch", kept=folder / "failures" / "scene")

    def make(name: str, kind: type[PostgresStore] = PostgresStore) -> Order:
        scene = operation_scene(operation_named(name), folder / name, "1", engine)
        contents = scene.contents(room.scratch, kind)
        return Visit(
            scene=scene, contents=contents, room=room, kind=kind, die=unwind_here, reopens=True
        )

    return make


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring each trouble once and not lastingly, which is half of the cases."""
    monkeypatch.setattr(postgres_disturbing, "ONCE_AND_LASTINGLY", (False,))


def test_no_trouble_loses_or_halves_an_operation(make_visit: MakeVisit) -> None:
    tally = visit(make_visit("submit, new"))[CASES]
    assert tally.findings == []
    assert set(tally.verdicts) == {"new", "refused", "outcome-unknown"}
    assert tally.cases == tally.sites * len(Trouble) * 2


@pytest.mark.usefixtures("once")
def test_a_schema_is_created_or_not_whatever_happens_meanwhile(make_visit: MakeVisit) -> None:
    assert visit(make_visit("create database"))[CASES].findings == []


def told(order: Order, number: int, trouble: Trouble, *, lasts: bool) -> Exception | None:
    at = TroubleAt(number, trouble, RepeatedNames(order.scene.seed), lasts=lasts)
    with troubled(at, order.kind) as open_store:
        suffered = suffer(order.scene, order.scene.set_up(order.room.scratch), open_store, at.names)
        assert at.has_struck
        if suffered.queue is not None:
            suffered.queue.close()
    return suffered.error


@pytest.mark.parametrize("trouble", Trouble)
def test_what_passes_is_tried_again_and_what_may_be_done_is_told_to_be_unknown(
    make_visit: MakeVisit, trouble: Trouble
) -> None:
    order = make_visit("heartbeat")
    first, last = (told(order, OPENING + number, trouble, lasts=False) for number in (0, 1))
    if trouble is Trouble.LOCK_NOT_AVAILABLE:
        assert isinstance(first, StoreBusy)
        assert isinstance(last, StoreBusy)
    else:
        assert first is None
        is_undone = trouble in (Trouble.SERIALIZATION_FAILURE, Trouble.DEADLOCK_DETECTED)
        assert isinstance(last, type(None) if is_undone else OutcomeUnknown)


@pytest.mark.parametrize("trouble", Trouble)
def test_what_does_not_pass_is_told(make_visit: MakeVisit, trouble: Trouble) -> None:
    assert isinstance(told(make_visit("heartbeat"), OPENING, trouble, lasts=True), StoreError)


@pytest.mark.usefixtures("once")
@pytest.mark.parametrize(
    ("bug", "verdict"), [("two-transactions", "half-done"), ("hasty-answer", "lost")]
)
def test_planted_bugs_are_found(make_visit: MakeVisit, bug: str, verdict: str) -> None:
    order = make_visit("heartbeat", POSTGRES_KINDS[bug])
    assert [finding.verdict for finding in visit(order)[CASES].findings] == [verdict]
    assert (order.room.kept / verdict / KEPT).exists()


@pytest.mark.usefixtures("once")
def test_a_store_that_repeats_what_may_be_done_does_it_twice(make_visit: MakeVisit) -> None:
    class Careless(PostgresStore):
        def may_repeat(self, _error: StoreError) -> bool:
            return True

    (witness,) = visit(make_visit("heartbeat", Careless))[CASES].findings
    assert witness.verdict == "half-done"
    assert witness.at.startswith("connection lost before the answer before WITH step_0")


@pytest.mark.usefixtures("once")
def test_a_queue_object_that_works_no_more_is_unusable(make_visit: MakeVisit) -> None:
    class Offended(PostgresStore):
        def may_repeat(self, error: StoreError) -> bool:
            self.close()
            return super().may_repeat(error)

    found = {finding.verdict for finding in visit(make_visit("cancel", Offended))[CASES].findings}
    assert "unusable" in found


def test_an_error_that_is_told_although_the_operation_is_there_is_unclear(
    make_visit: MakeVisit,
) -> None:
    order = make_visit("heartbeat")
    with order.scene.open(order.scene.set_up(order.room.scratch), order.kind) as queue:
        suffered = Suffered(names=RepeatedNames("1"), error=StoreBusy("later"), queue=queue)
        verdict, sentence = judge_trouble(suffered, NEW, (OLD, NEW))
        assert verdict == "unclear-error"
        assert sentence == "it is there, and the caller met STORE_BUSY: later"
        assert judge_trouble(suffered, OLD, (OLD, NEW)) == ("refused", "")
        suffered.error = OutcomeUnknown("lost")
        assert judge_trouble(suffered, OLD, (OLD, NEW)) == ("outcome-unknown", "")


@pytest.mark.usefixtures("once")
def test_a_trouble_that_never_comes_proves_nothing(
    make_visit: MakeVisit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TroubleAt, "hear", lambda *_: None)
    tally = visit(make_visit("heartbeat"))[CASES]
    assert set(tally.verdicts) == {"unknown"}
