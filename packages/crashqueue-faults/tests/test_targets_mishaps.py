"""What else happens to a worker than one crash, and what is wrong with home-made ones then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import homemade
import pytest
from crashing import Plant, after, before

from crashqueue_faults.targets.boundaries import find_boundaries
from crashqueue_faults.targets.mishaps import disconnection
from crashqueue_faults.targets.mishaps.disconnection import disconnect
from crashqueue_faults.targets.mishaps.mishap import Case, Mishap
from crashqueue_faults.targets.mishaps.namesake import restart_under_its_name
from crashqueue_faults.targets.mishaps.poison import ENOUGH, poison
from crashqueue_faults.targets.mishaps.relapse import boundaries_of_recovery, relapse
from crashqueue_faults.targets.mishaps.termination import ask_to_end
from crashqueue_faults.targets.mishaps.visits import Visits
from crashqueue_faults.targets.outcomes import Outcome, Verdict
from crashqueue_faults.targets.registry import configuration_named
from crashqueue_faults.targets.stand import Stand, stand_for
from crashqueue_faults.targets.target import Target
from crashqueue_faults.targets.trace import Moment

Open = Callable[..., AbstractContextManager[Stand]]
NOWHERE = after("SELECT nothing")


@pytest.fixture
def open_stand(folder: Path, plant: Plant) -> Open:
    @contextmanager
    def opened(planted: type[Target], configuration: str = "default") -> Iterator[Stand]:
        target = plant(planted)
        chosen = configuration_named(target, configuration)
        with stand_for(target, chosen, folder / "stand") as stand:
            yield stand

    return opened


def told(case: Case) -> tuple[Outcome, dict[str, object]]:
    return case.outcome, dict(case.facts)


def test_a_reply_that_is_lost_loses_a_job_that_was_popped(open_stand: Open) -> None:
    with open_stand(homemade.Popping) as stand:
        sent = disconnect(stand, before("LPOP waiting"))
        answered = disconnect(stand, after("LPOP waiting"))
    assert told(sent) == (Outcome.RECOVERED, {"worker_ended": True, "alone": False})
    assert told(answered) == (Outcome.LOST, {"worker_ended": True, "alone": False})


def test_a_job_that_was_moved_survives_the_loss_of_a_reply(open_stand: Open) -> None:
    with open_stand(homemade.Popping, "moving") as stand:
        assert disconnect(stand, after("LMOVE waiting")).outcome is Outcome.RECOVERED
        late = disconnect(stand, after("LPOP taken"))
    assert told(late) == (Outcome.RECOVERED, {"worker_ended": True, "alone": True})


def test_a_worker_that_clings_to_its_broken_connection_lives_on_beside_another(
    open_stand: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disconnection, "ALONE_S", 0.2)
    with open_stand(homemade.Clinging, "moving") as stand:
        case = disconnect(stand, after("LMOVE waiting"))
    assert told(case) == (Outcome.RECOVERED, {"worker_ended": False, "alone": False})


def test_a_point_that_is_not_reached_is_no_outcome(open_stand: Open) -> None:
    with open_stand(homemade.Popping) as stand:
        assert disconnect(stand, NOWHERE).outcome is Outcome.UNKNOWN


def test_a_worker_without_a_handler_ends_where_it_is_asked_to(open_stand: Open) -> None:
    with open_stand(homemade.Homemade, "again") as stand:
        early, late = ask_to_end(stand, Moment.BEFORE), ask_to_end(stand, Moment.AFTER)
    assert told(early) == (Outcome.RECOVERED, {"ended_by_itself": True})
    assert told(late) == (Outcome.DUPLICATED, {"ended_by_itself": True})


def test_a_worker_that_does_not_end_is_killed_in_the_end(open_stand: Open) -> None:
    with open_stand(homemade.Stubborn) as stand:
        assert told(ask_to_end(stand, Moment.BEFORE)) == (
            Outcome.RECOVERED,
            {"ended_by_itself": False},
        )


def test_a_worker_that_never_comes_to_the_job_cannot_be_asked_in_it(open_stand: Open) -> None:
    with open_stand(homemade.Ending) as stand:
        assert ask_to_end(stand, Moment.BEFORE).outcome is Outcome.UNKNOWN
        assert restart_under_its_name(stand, Moment.BEFORE).outcome is Outcome.UNKNOWN
        assert poison(stand).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("planted", "configuration", "words", "deliveries", "tells_apart", "verdict"),
    [
        (
            homemade.Homemade,
            "default",
            "delivered once, then left in the store",
            1,
            None,
            Verdict.BROKEN,
        ),
        (
            homemade.Homemade,
            "again",
            f"delivered {ENOUGH} times, never stopped",
            ENOUGH,
            False,
            Verdict.NO_PROMISE,
        ),
        (homemade.Forgetful, "default", "delivered once, lost", 1, None, Verdict.BROKEN),
        (homemade.Counting, "default", "stopped after 3", 3, True, Verdict.NO_PROMISE),
        (
            homemade.Respawning,
            "again",
            f"delivered {ENOUGH} times, never stopped",
            ENOUGH,
            None,
            Verdict.NO_PROMISE,
        ),
    ],
)
def test_a_poisoned_job_is_stopped_or_not(
    planted: type[Target],
    configuration: str,
    words: str,
    deliveries: int,
    tells_apart: bool | None,
    verdict: Verdict,
    open_stand: Open,
) -> None:
    with open_stand(planted, configuration) as stand:
        found = poison(stand)
    assert found.in_short() == {"result": words, "verdict": verdict}
    assert found.details["deliveries"] == deliveries
    assert found.details["store_tells_deliveries_apart"] is tells_apart


@pytest.mark.parametrize(
    ("configuration", "verdict"), [("default", Verdict.AS_PROMISED), ("again", Verdict.BROKEN)]
)
def test_who_promises_at_most_once_may_deliver_poison_once(
    configuration: str, verdict: Verdict, open_stand: Open
) -> None:
    with open_stand(homemade.AtMostOnce, configuration) as stand:
        assert poison(stand).verdict is verdict


def test_a_recovery_that_can_be_begun_once_only_strands_the_job(open_stand: Open) -> None:
    with open_stand(homemade.Halfway) as stand:
        found = boundaries_of_recovery(stand)
        noting = next(point for point in found if point.label.startswith("INSERT OR IGNORE"))
        noted = relapse(stand, after(noting.label))
        before_it = relapse(stand, before(noting.label))
        missed = relapse(stand, NOWHERE)
    assert told(noted) == (Outcome.STRANDED, {"crashed_again": True})
    assert told(before_it) == (Outcome.RECOVERED, {"crashed_again": True})
    assert told(missed) == (Outcome.RECOVERED, {"crashed_again": False})


def test_a_worker_with_the_name_of_the_dead_one_believes_it_alive(open_stand: Open) -> None:
    with open_stand(homemade.Named) as stand:
        assert restart_under_its_name(stand, Moment.BEFORE).outcome is Outcome.STRANDED
        assert boundaries_of_recovery(stand)


def test_every_mishap_is_told_of(open_stand: Open) -> None:
    with open_stand(homemade.Named) as stand:
        points = find_boundaries(stand).points
        found = Visits(stands=[stand], points=points, seed="1").all()
    assert list(found) == list(Mishap)
    assert found[Mishap.DISCONNECTED].words == "not applicable"
    assert found[Mishap.ASKED_TO_END].words == "duplicated: 1, recovered: 1"
    assert found[Mishap.CRASHED_AGAIN].words == "duplicated: 1, recovered: 5"
    assert found[Mishap.NAMESAKE].in_short() == {"result": "stranded: 2", "verdict": Verdict.BROKEN}
    assert found[Mishap.NAMESAKE].details["naming"] == "CRASHQUEUE_WORKER_NAME"


def test_what_cannot_happen_is_said_with_its_reason(open_stand: Open) -> None:
    with open_stand(homemade.Popping) as stand:
        points = find_boundaries(stand).points
        found = Visits(stands=[stand], points=points, seed="1").all()
    assert found[Mishap.DISCONNECTED].words == "lost: 1, recovered: 1"
    assert found[Mishap.CRASHED_AGAIN].in_full() == {
        "result": "not applicable",
        "verdict": None,
        "why": "no recovery takes the job again after a crash before its effect",
    }
    assert found[Mishap.NAMESAKE].words == "not applicable"
