"""The child as a program, and its parent's side of the dialogue."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crashqueue_core import ServerUnavailable
from crashqueue_faults.actions import raise_crash
from crashqueue_faults.child import Orders
from crashqueue_faults.errors import InvalidExperiment, ServerNotStarted
from crashqueue_faults.outages.actions import FaultAction
from crashqueue_faults.outages.child import OutageOrders, ParentProcess, insist, main
from crashqueue_faults.outages.dialogue import Strike, spawn_client
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.outages.striking import Striker
from crashqueue_faults.outages.waiting import until_served, until_thrown_out
from crashqueue_faults.place import Place
from crashqueue_faults.points import FaultPoint, Workload
from crashqueue_faults.workload import START_US


@pytest.fixture
def orders(ground: Ground, tmp_path: Path) -> OutageOrders:
    return OutageOrders(
        action=FaultAction.DROP,
        orders=Orders(
            queue=ground.place("child"),
            ledger=str(tmp_path / "effects.sqlite"),
            effect_key="effect-1",
            workload=Workload.SUBMIT,
            point=FaultPoint.BEFORE_SUBMIT_COMMIT,
            destinations=(),
            seed="1",
            now_us=START_US,
        ),
    )


def test_orders_survive_the_way_to_the_child(orders: OutageOrders) -> None:
    assert OutageOrders.from_json(orders.to_json()) == orders


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"action": "EXIT", "orders": {}}', "null"])
def test_other_text_is_no_orders(text: str) -> None:
    with pytest.raises(InvalidExperiment):
        OutageOrders.from_json(text)


def test_a_child_started_by_hand_refuses_and_exits_with_2(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "crashqueue_faults.outages.child"],
        cwd=tmp_path,
        input=b"help\n",
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 2
    assert b"started by an experiment only" in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_program_carries_its_orders_out_and_waits_for_its_parent(
    orders: OutageOrders, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{orders.to_json()}\ngo on\n"))
    assert main() == 0
    struck, told, acknowledged = capsys.readouterr().out.splitlines()
    assert struck.startswith("? ")
    assert (told, acknowledged) == ("! SERVER_UNAVAILABLE", "SUBMITTED")


def test_a_program_without_orders_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main() == 2
    assert "started by an experiment only" in capsys.readouterr().err


def test_a_real_child_tells_what_it_was_answered_before_the_strike(orders: OutageOrders) -> None:
    strikes: list[Strike] = []
    end = spawn_client(orders, strikes.append)
    assert (end.exit_code, end.acknowledged, end.told) == (
        0,
        ("SUBMITTED",),
        ("SERVER_UNAVAILABLE",),
    )
    assert end.standard_error == ""
    (strike,) = strikes
    assert strike.acknowledged == ()
    assert strike.backend_process_id > 0


def test_a_child_that_takes_too_long_is_killed(orders: OutageOrders) -> None:
    assert spawn_client(orders, lambda _: None, timeout_s=0.0).timed_out


def test_what_a_child_complains_of_is_kept(orders: OutageOrders, tmp_path: Path) -> None:
    lost = Place(address=f"postgresql:///x?host={tmp_path}", schema="lost")
    asked = OutageOrders.from_json(
        orders.to_json().replace(orders.orders.queue.address, lost.address)
    )
    end = spawn_client(asked, lambda _: None)
    assert end.exit_code == 1
    assert "ServerUnavailable" in end.standard_error


def test_a_parent_that_fails_leaves_no_child_behind(
    orders: OutageOrders, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[str]] = []

    class Remembered(subprocess.Popen[str]):
        def __enter__(self) -> Remembered:
            started.append(self)
            return self

    def fail(_strike: Strike) -> None:
        raise LookupError

    monkeypatch.setattr("crashqueue_faults.outages.dialogue.subprocess.Popen", Remembered)
    with pytest.raises(LookupError):
        spawn_client(orders, fail)
    (child,) = started
    assert child.returncode is not None


def failing(times: int) -> tuple[Callable[[], None], list[int]]:
    tries: list[int] = []

    def workload() -> None:
        tries.append(len(tries))
        if len(tries) <= times:
            raise ServerUnavailable("gone")

    return workload, tries


def test_whoever_insists_asks_again_until_the_trouble_has_passed() -> None:
    workload, tries = failing(2)
    insist(workload)
    assert len(tries) == 3


def test_whoever_insists_gives_up_in_the_end() -> None:
    workload, tries = failing(99)
    with pytest.raises(ServerUnavailable):
        insist(workload)
    assert len(tries) == 5


def test_nothing_is_struck_before_there_is_a_connection() -> None:
    point = FaultPoint.BEFORE_HANDLER
    striker = Striker(FaultAction.DROP, point, "none", ParentProcess(), raise_crash)
    with pytest.raises(ValueError, match="no store was opened"):
        striker(point)


def test_a_ground_that_is_lent_refuses_to_be_struck() -> None:
    ground = Ground(address="postgresql:///x")
    with pytest.raises(ServerNotStarted, match="never struck"):
        ground.crash()


def test_a_server_that_shrugs_the_strike_off_is_noticed(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crashqueue_faults.outages.waiting._PATIENCE_S", "0")
    with pytest.raises(ServerNotStarted, match="as if nothing had struck it"):
        until_thrown_out(ground.address, lambda: None)


def test_a_server_that_never_comes_back_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crashqueue_faults.outages.waiting._MOST_TRIES", 2)
    with pytest.raises(ServerNotStarted, match="does not come back"):
        until_served(f"postgresql:///x?host={tmp_path}")
