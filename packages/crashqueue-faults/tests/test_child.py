from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from crashqueue_core import DurableQueue, SimulatedCrash
from crashqueue_faults.actions import raise_crash
from crashqueue_faults.child import Orders, carry_out, main
from crashqueue_faults.crash import spawn_child
from crashqueue_faults.effects import Destination, create_ledger
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.place import Place
from crashqueue_faults.points import FaultPoint, Workload
from crashqueue_faults.workload import START_US, TENANT, open_queue, submit_job


@pytest.fixture
def orders(tmp_path: Path) -> Orders:
    return Orders(
        queue=Place.file(tmp_path / "queue.sqlite"),
        ledger=str(tmp_path / "effects.sqlite"),
        effect_key="effect-1",
        workload=Workload.SUBMIT,
        point=FaultPoint.AFTER_SUBMIT_COMMIT,
        destinations=tuple(Destination),
        seed="1",
        now_us=START_US,
    )


def changed(orders: Orders, **changes: object) -> Orders:
    return Orders.from_json(json.dumps({**json.loads(orders.to_json()), **changes}))


def test_orders_survive_the_command_line(orders: Orders) -> None:
    assert Orders.from_json(orders.to_json()) == orders


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"workload": "SLEEP"}', "null", "{"])
def test_other_text_is_no_orders(text: str) -> None:
    with pytest.raises(InvalidExperiment):
        Orders.from_json(text)


@pytest.mark.parametrize("arguments", [[], ["{}"], ["a", "b"]])
def test_a_child_started_by_hand_refuses(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "started by an experiment only" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_child_started_by_hand_exits_with_2(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "crashqueue_faults.child", "help"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 2
    assert b"started by an experiment only" in ended.stderr


def test_a_crash_in_this_process_unwinds_and_leaves_what_was_committed(orders: Orders) -> None:
    with pytest.raises(SimulatedCrash):
        carry_out(orders, raise_crash)
    with DurableQueue(**orders.queue.where, create=False) as queue:
        assert [job.state for job in queue.list_jobs().jobs] == ["QUEUED"]


def test_a_child_that_reaches_its_point_exits_with_86_and_says_nothing(orders: Orders) -> None:
    end = spawn_child(orders)
    assert (end.exit_code, end.acknowledged, end.standard_error) == (86, (), "")


def test_a_child_that_does_not_reach_its_point_finishes(orders: Orders) -> None:
    end = spawn_child(changed(orders, point=FaultPoint.AFTER_SUCCESS_COMMIT))
    assert (end.exit_code, end.acknowledged, end.standard_error) == (0, ("SUBMITTED",), "")


def test_a_whole_execution_tells_each_answer(orders: Orders) -> None:
    create_ledger(Path(orders.ledger))
    queue, _ = open_queue(orders.queue, seed="prepare", now_us=START_US)
    with queue:
        submit_job(queue.for_tenant(TENANT), "effect-1")
    end = spawn_child(changed(orders, workload=Workload.EXECUTE))
    assert end.acknowledged == ("CLAIMED", "SUCCEEDED")


@pytest.mark.parametrize("workload", [Workload.EXECUTE, Workload.FAIL])
def test_an_empty_queue_gives_a_worker_nothing(
    orders: Orders, workload: Workload, capsys: pytest.CaptureFixture[str]
) -> None:
    with DurableQueue(**orders.queue.where):
        pass
    carry_out(changed(orders, workload=workload), raise_crash)
    assert capsys.readouterr().out == "NOTHING\n"


def test_a_child_that_takes_too_long_is_killed(orders: Orders) -> None:
    end = spawn_child(orders, timeout_s=0.0)
    assert end.timed_out
    assert end.exit_code is None


def test_what_a_child_complains_of_is_kept(orders: Orders, tmp_path: Path) -> None:
    end = spawn_child(changed(orders, queue=asdict(Place.file(tmp_path))))
    assert end.exit_code == 1
    assert "StoreUnavailable" in end.standard_error
