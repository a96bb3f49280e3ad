"""A file system that answers with an error, once or from then on, at every request of a scene.

In this process: nothing dies. SQLite decides what it makes of an error; what is judged is what the
caller is told, what is on disk at that moment, and whether the queue works when the fault is gone.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Final

from crashqueue_core import DurableQueue
from crashqueue_core.store.protocol import StoreOpener
from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.place import Place
from crashqueue_faults.sites.contents import Content, read_content
from crashqueue_faults.sites.engines import QUEUE, copy_files
from crashqueue_faults.sites.faults import Fault, Recorder, Request
from crashqueue_faults.sites.file_operations import observed
from crashqueue_faults.sites.scenes import Room, Scene
from crashqueue_faults.sites.suffering import Suffered, in_words, judge_error, suffer
from crashqueue_faults.sites.verdicts import (
    SOUND,
    Finding,
    Judgement,
    SiteVerdict,
    Tally,
    judge_content,
)
from crashqueue_faults.sites.visits import CASES, Visit

PROBE: Final = "probe"


def requests_of(scene: Scene, folder: Path, kind: type[SqliteStore]) -> tuple[Request, ...]:
    """Return every request of the scene to the file system, in order, found by playing it once."""
    recorder = Recorder()
    place = scene.set_up(folder)
    with observed(recorder.change, kind, recorder.request) as open_store:
        queue = scene.open(place, open_store)
        for _ in scene.play(queue):
            pass
        recorder.closing = True
        queue.close()
    return tuple(recorder.requests)


def visit(order: Visit[type[SqliteStore]]) -> dict[str, Tally]:
    """Let every request of the scene fail in every way that it can, once and lastingly."""
    requests = requests_of(order.scene, order.room.scratch, order.kind)
    tally = Tally(scenes=1, sites=len(requests))
    for number, request in enumerate(requests):
        for error, lasts in product(request.errors(), (False, True)):
            fault = Fault(number, error, lasts=lasts)
            (verdict, sentence), found = _judge_fault(fault, order)
            finding = Finding(
                verdict=verdict,
                sentence=sentence,
                site=number,
                at=f"{error} {'from' if lasts else 'at'} {request.words}",
                files=order.room.name_of(verdict),
            )
            if tally.note(finding, found):
                copy_files(order.room.scratch, order.room.kept / verdict)
    return {CASES: tally}


def _judge_fault(fault: Fault, order: Visit[type[SqliteStore]]) -> tuple[Judgement, Content]:
    place = order.scene.set_up(order.room.scratch)
    with observed(fault.change, order.kind, fault.request) as open_store:
        suffered = suffer(order.scene, place, open_store)
        found = left_by_a_crash_now(order.room)
        told = judge_error(suffered, found, order.contents)
        try:
            used = _use_again(suffered, fault, order, open_store)
            _use_anew(place)
        except Exception as error:
            # Of whatever kind: the queue does not work although nothing fails any more.
            used = SiteVerdict.UNUSABLE, f"when the fault was gone: {in_words(error)}"
    return (told if told[0] not in SOUND else used or told), found


def left_by_a_crash_now(room: Room) -> Content:
    """Return the content that whoever comes would find if this process died now."""
    crashed = room.scratch.with_name("crashed")
    copy_files(room.scratch, crashed)
    return read_content(crashed / QUEUE)


def _use_again(
    suffered: Suffered, fault: Fault, order: Visit[type[SqliteStore]], open_store: StoreOpener
) -> Judgement | None:
    """Use the same queue object when the fault is gone; return a bad verdict, or None.

    Without an object, because opening failed, another is opened. What got no answer at all is
    repeated. Where nothing has failed yet, closing is what fails.
    """
    queue = suffered.queue
    if queue is None:
        fault.repair()
        order.scene.perform(order.scene.engine.place(order.room.scratch), open_store, lambda: None)
        return _judge_success(order)
    if not fault.has_struck:
        queue.close()
        fault.repair()
        return _judge_success(order)
    fault.repair()
    found = None if suffered.answers else _repeat(queue, suffered, order)
    queue.limit_active_jobs(tenant=PROBE, active_limit=1)
    queue.close()
    return found


def _repeat(
    queue: DurableQueue, suffered: Suffered, order: Visit[type[SqliteStore]]
) -> Judgement | None:
    suffered.names.begin()
    for _ in order.scene.play(queue):
        pass
    return _judge_success(order)


def _judge_success(order: Visit[type[SqliteStore]]) -> Judgement | None:
    everything = len(order.contents) - 1
    judgement = judge_content(everything, left_by_a_crash_now(order.room), order.contents)
    return None if judgement[0] in SOUND else judgement


def _use_anew(place: Place) -> None:
    with DurableQueue(**place.where, create=False, busy_timeout_us=0) as queue:
        queue.limit_active_jobs(tenant=PROBE, active_limit=2)
