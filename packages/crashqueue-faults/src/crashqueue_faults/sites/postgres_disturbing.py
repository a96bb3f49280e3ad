"""A server that answers a round trip with an error, or not at all, once or from then on.

In this process: nothing dies. What is judged is what the caller is told, what is there, what
another client is told that asks again, and whether the queue object works when the trouble is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import product
from typing import Final, cast

from crashqueue_core import OutcomeUnknown
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_faults.sites.asking_again import AskingAgain
from crashqueue_faults.sites.contents import ABSENT, Content
from crashqueue_faults.sites.crashing import sites_of
from crashqueue_faults.sites.postgres_engine import PostgresSchema
from crashqueue_faults.sites.round_trips import CONNECTING, watch_round_trips
from crashqueue_faults.sites.suffering import RepeatedNames, Suffered, in_words, judge_error, suffer
from crashqueue_faults.sites.troubles import Trouble, TroubleAt, is_round_trip
from crashqueue_faults.sites.verdicts import SOUND, Finding, Judgement, SiteVerdict, Tally
from crashqueue_faults.sites.visits import CASES, Visit
from crashqueue_faults.sites.watched_connection import (
    RoundTripWire,
    WatchedConnection,
)
from crashqueue_faults.sites.watched_store import Kind, connected, store_speaking

PROBE: Final = "probe"
ONCE_AND_LASTINGLY: Final = (False, True)

Order = Visit[Kind]


@contextmanager
def troubled(trouble: TroubleAt, kind: Kind) -> Iterator[StoreOpener]:
    """Yield what opens a store each of whose round trips may be troubled."""

    def connecting(address: str, schema: str) -> WatchedConnection:
        connection = connected(WatchedConnection, address, schema)
        connection.listener = partial(trouble.hear, connection)
        return connection

    yield store_speaking(kind, connecting, RoundTripWire)


def visit(order: Order) -> dict[str, Tally]:
    """Bring every trouble upon every round trip of the scene, once and lastingly."""
    watch = partial(watch_round_trips, kind=order.kind)
    sites = sites_of(order.scene, order.room.scratch, watch)
    round_trips = [site for site in sites if is_round_trip(site) and site != CONNECTING]
    asking = AskingAgain(order)
    tally = Tally(scenes=1, sites=len(round_trips))
    cases = product(enumerate(round_trips), Trouble, ONCE_AND_LASTINGLY)
    for (number, site), trouble, lasts in cases:
        at = TroubleAt(number, trouble, RepeatedNames(order.scene.seed), lasts=lasts)
        (verdict, sentence), found = _judge_case(at, order, asking)
        finding = Finding(
            verdict=verdict,
            sentence=sentence,
            site=number,
            at=f"{trouble} {'from then on, ' if lasts else ''}{site}",
            files=order.room.name_of(verdict),
        )
        if tally.note(finding, found):
            order.scene.engine.keep(order.room.scratch, order.room.kept / verdict)
    return {CASES: tally}


def _judge_case(trouble: TroubleAt, order: Order, asking: AskingAgain) -> tuple[Judgement, Content]:
    scene, scratch = order.scene, order.room.scratch
    engine = cast("PostgresSchema", scene.engine)
    place = scene.set_up(scratch)
    with troubled(trouble, order.kind) as open_store:
        suffered = suffer(scene, place, open_store, trouble.names)
        engine.await_end_of(trouble.lost_sessions)
        found = engine.content(scratch)
        told = judge_trouble(suffered, found, order.contents)
        trouble.repair()
        if told[0] in SOUND:
            told = asking.problem(found) or told
        try:
            _use_again(suffered, order, open_store)
        except Exception as error:
            # Of whatever kind: the queue does not work although nothing is wrong any more.
            told = SiteVerdict.UNUSABLE, f"when the trouble was over: {in_words(error)}"
    if not trouble.has_struck and told[0] in SOUND:
        told = SiteVerdict.UNKNOWN, "the trouble never came"
    return told, found


def judge_trouble(suffered: Suffered, found: Content, contents: Sequence[Content]) -> Judgement:
    """Judge what the caller was told by what is there.

    Whoever is told of an error, and not that the outcome is unknown, may take the operation for
    undone. Creating is opening, which is no operation: it finds what an earlier one has created.
    """
    verdict, sentence = judge_error(suffered, found, contents)
    error = suffered.error
    if error is None or verdict not in SOUND:
        return verdict, sentence
    if isinstance(error, OutcomeUnknown):
        return SiteVerdict.OUTCOME_UNKNOWN, ""
    if verdict is SiteVerdict.OUTCOME_UNKNOWN and contents[0].digest != ABSENT:
        return SiteVerdict.UNCLEAR_ERROR, f"it is there, and the caller met {in_words(error)}"
    return verdict, sentence


def _use_again(suffered: Suffered, order: Order, open_store: StoreOpener) -> None:
    """Use the same queue object or, where opening failed, another one."""
    queue = suffered.queue
    if queue is None:
        place = order.scene.engine.place(order.room.scratch)
        queue = order.scene.open(place, open_store)
    queue.limit_active_jobs(tenant=PROBE, active_limit=1)
    queue.close()
