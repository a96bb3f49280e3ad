"""The acts of the partition: what is done to the links, told to the workers, and found out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from crashqueue_core import Boundary, JobQueue, JobState, SystemClock
from crashqueue_core.store.postgres_queries import CLOCK
from crashqueue_faults.effects import Destination, count_effects
from crashqueue_faults.errors import RehearsalInterrupted
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals.host import RemoteWorker
from crashqueue_faults.rehearsals.hosting import asking
from crashqueue_faults.rehearsals.lab_network import Link
from crashqueue_faults.rehearsals.stage import submit_job

SHORT_LEASE_US: Final = 2_000_000
"""Real time passes until it has run out."""

LONG_LEASE_US: Final = 600_000_000
HOUR_US: Final = 3_600_000_000
PATIENCE_S: Final = 60.0
PAUSE_S: Final = 0.02

Facts = dict[str, object]
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The parent's view of the queue, the links, the workers behind them, and the destination."""

    place: Place
    north: JobQueue
    links: Mapping[str, Link]
    workers: Mapping[str, RemoteWorker]
    ledger: Path


def observe_clocks(play: Play) -> Facts:
    """Hear what time it is on each host, and see that the queue does not go by it."""
    wrong_by_hours = {
        role: round((worker.hear()["clock_us"] - SystemClock().now_us()) / HOUR_US)
        for role, worker in play.workers.items()
    }
    are_the_servers = all(_claims_by_the_server(play, role) for role in play.workers)
    return {"clocks_wrong_by_hours": wrong_by_hours, "times_are_the_servers": are_the_servers}


def _claims_by_the_server(play: Play, role: str) -> bool:
    job_id = submit_job(play.north, f"clock-{role}").job_id
    with asking(play.place.address) as connection:
        ((before_us,),) = connection.execute(CLOCK)
        claimed = play.workers[role].ask(do="claim", job_id=job_id, lease_duration_us=LONG_LEASE_US)
        ((after_us,),) = connection.execute(CLOCK)
    play.workers[role].ask(do="succeed")
    return bool(
        before_us <= claimed["claimed_at_us"] <= after_us
        and claimed["lease_expires_at_us"] == claimed["claimed_at_us"] + LONG_LEASE_US
    )


def cut_off(play: Play) -> Facts:
    """Cut A off until B has done its job; then let A come back and try everything."""
    a, b = play.workers["a"], play.workers["b"]
    job_id = submit_job(play.north, "cut-off").job_id
    claimed = a.ask(do="claim", job_id=job_id, lease_duration_us=SHORT_LEASE_US)
    play.links["a"].cut()
    a.tell(do="heartbeat", lease_duration_us=LONG_LEASE_US)
    busy = b.ask(do="claim", job_id=job_id, lease_duration_us=LONG_LEASE_US)
    taken = until(
        lambda: b.ask(do="claim", job_id=job_id, lease_duration_us=LONG_LEASE_US),
        lambda answer: answer["outcome"] != busy["outcome"],
    )
    facts = {
        "claimed_by_a": _lease(claimed),
        "claim_of_b_before_expiry": busy["outcome"],
        "taken_over_by_b": _lease(taken),
        "effect_of_b": b.ask(do="effect")["outcome"],
        "finished_by_b": _lease(b.ask(do="succeed")),
        "heartbeat_of_a_while_cut_off": a.hear()["outcome"],
        "a_was_alive_all_the_time": a.is_alive,
    }
    play.links["a"].heal()
    return {"cut_off": {**facts, **_come_back(play, a), "history": _history(play, job_id)}}


def _come_back(play: Play, a: RemoteWorker) -> Facts:
    heartbeat = _once_in_reach(a, do="heartbeat", lease_duration_us=LONG_LEASE_US)
    return {
        "late_heartbeat_of_a": heartbeat["outcome"],
        "late_effect_of_a": a.ask(do="effect")["outcome"],
        "late_result_of_a": a.ask(do="succeed")["outcome"],
        "effects_at_fenced_destination": count_effects(play.ledger, [Destination.FENCED])["fenced"],
    }


def lose_the_answer(play: Play) -> Facts:
    """Let A's COMMIT arrive, lose what the server answers, and let A find out."""
    a = play.workers["a"]
    job_id = submit_job(play.north, "answer-lost").job_id
    claimed = a.ask(do="claim", job_id=job_id, lease_duration_us=LONG_LEASE_US)
    reached = a.ask(do="succeed", halts_at=Boundary.BEFORE_SUCCESS_COMMIT)
    play.links["a"].lose_answers()
    a.tell(do="go on")
    committed = until(lambda: play.north.get(job_id), lambda job: job.state is not JobState.LEASED)
    unknown = a.hear()
    play.links["a"].heal()
    again = _once_in_reach(a, do="succeed")
    return {
        "answer_lost": {
            "claimed_by_a": _lease(claimed),
            "boundary_reached_by_a": reached.get("boundary"),
            "committed_at_the_server": committed.state,
            "a_is_told": unknown["outcome"],
            "what_is_unknown_is_named": _names(unknown, job_id),
            "a_asks_again": again["outcome"],
            "receipt_is_of_the_first_commit": again.get("finished_at_us")
            == committed.updated_at_us,
            "history": _history(play, job_id),
        }
    }


def lose_the_commit(play: Play) -> Facts:
    """Cut A off between its last statement and its COMMIT, and let A find out."""
    a, b = play.workers["a"], play.workers["b"]
    job_id = submit_job(play.north, "commit-lost").job_id
    a.ask(do="claim", job_id=job_id, lease_duration_us=SHORT_LEASE_US)
    reached = a.ask(do="succeed", halts_at=Boundary.BEFORE_SUCCESS_COMMIT)
    play.links["a"].cut()
    a.tell(do="go on")
    # The row stays locked until the server has given up A's transaction, lease or no lease.
    taken = until(
        lambda: b.ask(do="claim", job_id=job_id, lease_duration_us=LONG_LEASE_US),
        lambda answer: answer["outcome"] not in ("lease_busy", "store_busy"),
    )
    unknown = a.hear()
    play.links["a"].heal()
    again = _once_in_reach(a, do="succeed")
    return {
        "commit_lost": {
            "boundary_reached_by_a": reached.get("boundary"),
            "a_is_told": unknown["outcome"],
            "what_is_unknown_is_named": _names(unknown, job_id),
            "taken_over_by_b": _lease(taken),
            "a_asks_again": again["outcome"],
            "finished_by_b": _lease(b.ask(do="succeed")),
            "history": _history(play, job_id),
        }
    }


def _once_in_reach(worker: RemoteWorker, **command: object) -> dict[str, Any]:
    # The network needs a moment to find its way again; that is not the queue's refusal.
    return until(
        lambda: worker.ask(**command), lambda answer: answer["outcome"] != "server_unavailable"
    )


def until(ask: Callable[[], Answer], is_enough: Callable[[Answer], bool]) -> Answer:
    """Ask again and again until the answer is enough; raises RehearsalInterrupted at last."""
    pause, waited_s = threading.Event(), 0.0
    while not is_enough(answer := ask()):
        if waited_s > PATIENCE_S:
            raise RehearsalInterrupted("what the rehearsal waits for does not happen")
        pause.wait(PAUSE_S)
        waited_s += PAUSE_S
    return answer


def _lease(answer: Mapping[str, Any]) -> Facts:
    return {name: answer.get(name) for name in ("attempts", "fence", "state")}


def _history(play: Play, job_id: str) -> list[str]:
    return [str(event.kind) for event in play.north.history(job_id)]


def _names(answer: Mapping[str, Any], job_id: str) -> bool:
    return [change["job_id"] for change in answer.get("changes") or ()] == [job_id]
