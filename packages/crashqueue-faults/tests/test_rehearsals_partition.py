"""Workers on several hosts: what they meet when cut off, and what the rehearsal would see."""

from __future__ import annotations

import io
import json
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crashqueue_core import DurableQueue, ManualClock, OutcomeUnknown, SystemClock
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_faults import InvalidExperiment, Progress, RehearsalInterrupted, run_partition
from crashqueue_faults.effects import create_ledger
from crashqueue_faults.errors import NamespacesUnavailable
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals import host_child, lease_loss, partition, partition_acts
from crashqueue_faults.rehearsals.host import RemoteWorker, remote_worker
from crashqueue_faults.rehearsals.host_child import Orders
from crashqueue_faults.rehearsals.ip_command import require_namespaces
from crashqueue_faults.rehearsals.lab_network import ProxiedLink
from crashqueue_faults.rehearsals.partition_acts import Play
from crashqueue_faults.rehearsals.stage import TENANT
from crashqueue_faults.servers.postgres import PORT, PostgresCluster
from crashqueue_faults.servers.proxy import proxy_to

DATABASE = "partition"


def test_zombie_is_refused_through_a_proxy() -> None:
    told: list[Progress] = []
    report = run_partition(seed=3, network="proxy", progress=told.append).report
    assert report["differs_from_expectation"] == []
    assert report["cut_off"]["late_effect_of_a"] == "stale_writer"
    assert report["answer_lost"]["receipt_is_of_the_first_commit"] is True
    assert report["commit_lost"]["a_asks_again"] == "lease_lost"
    assert (report["network"], report["seed"], report["ok"]) == ("proxy", 3, True)
    assert [progress.label for progress in told] == [
        "clocks",
        "cut off",
        "answer lost",
        "commit lost",
    ]


def test_zombie_is_refused_on_hosts_of_their_own_where_there_can_be_any() -> None:
    try:
        require_namespaces()
    except NamespacesUnavailable:
        with pytest.raises(NamespacesUnavailable) as refusal:
            run_partition()
        assert refusal.value.code == "PLATFORM_UNSUPPORTED"
        assert "choose the network proxy" in refusal.value.hint
    else:
        report = run_partition().report
        assert (report["network"], report["differs_from_expectation"]) == ("namespaces", [])


@pytest.mark.parametrize("arguments", [{"network": "ethernet"}, {"seed": -1}, {"seed": True}])
def test_unusable_partition_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidExperiment):
        run_partition(**arguments)


class LocalWorker(RemoteWorker):
    """A worker in a thread of this process, where a bug can be planted."""

    def __init__(self, orders: Orders) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._said: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        arguments = (orders, self._lines.get, self._said.put)
        self._thread = threading.Thread(target=host_child.serve, args=arguments)
        self._thread.start()

    def tell(self, **message: object) -> None:
        self._lines.put(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        return self._said.get(timeout=30)

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def leave(self) -> None:
        self._lines.put("")
        self._thread.join()


@contextmanager
def staged(cluster: PostgresCluster, folder: Path) -> Iterator[Play]:
    place = Place(address=cluster.address(DATABASE), schema="crashqueue")
    ledger = folder / "effects.sqlite"
    create_ledger(ledger)
    with ExitStack() as stack:
        opened = stack.enter_context(DurableQueue(**place.where))
        served = cluster.folder / f".s.PGSQL.{PORT}"
        links, workers = {}, {}
        for role in ("a", "b"):
            link = ProxiedLink(stack.enter_context(proxy_to(served)), DATABASE)
            there = replace(place, address=link.address)
            orders = Orders(place=there, ledger=ledger, role=role, seed=1, clock_offset_us=0)
            links[role], workers[role] = link, LocalWorker(orders)
            stack.callback(workers[role].leave)
        yield Play(
            place=place,
            north=opened.for_tenant(TENANT),
            links=links,
            workers=workers,
            ledger=ledger,
        )


@pytest.fixture
def play(
    postgres_cluster: PostgresCluster,
    cluster_server: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Play]:
    """Set up the hosts in this process, in a database of their own; leases end sooner."""
    monkeypatch.setattr(partition_acts, "SHORT_LEASE_US", 400_000)
    cluster_server.create(DATABASE)
    with staged(postgres_cluster, tmp_path) as set_up:
        yield set_up


def test_acts_go_as_expected_in_one_process_too(play: Play) -> None:
    facts = partition_acts.observe_clocks(play)
    for act in (
        partition_acts.cut_off,
        partition_acts.lose_the_answer,
        partition_acts.lose_the_commit,
    ):
        facts |= act(play)
    assert facts["clocks_wrong_by_hours"] == {"a": 0, "b": 0}
    assert {name for name in facts if facts[name] != partition.EXPECTED[name]} == {
        "clocks_wrong_by_hours"
    }


def leave_greeting(play: Play) -> None:
    for worker in play.workers.values():
        worker.hear()


def test_queue_without_a_fence_is_seen(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def believe(job: Any, lease: Any, now_us: int) -> int:
        return int(job.lease_expires_at_us or now_us)

    monkeypatch.setattr("crashqueue_core.lifecycle.working.require_live_lease", believe)
    leave_greeting(play)
    story = partition_acts.lose_the_commit(play)["commit_lost"]
    assert isinstance(story, dict)
    assert story["a_asks_again"] == "accepted"
    assert story != partition.EXPECTED["commit_lost"]


def test_destination_without_a_fence_is_seen(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = lease_loss.commit
    monkeypatch.setattr(lease_loss, "commit", lambda path, job: commit(path, replace(job, fence=9)))
    leave_greeting(play)
    story = partition_acts.cut_off(play)["cut_off"]
    assert isinstance(story, dict)
    assert (story["late_effect_of_a"], story["effects_at_fenced_destination"]) == ("accepted", 2)


def test_answer_that_is_made_up_is_seen(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = Rounds.commit

    def hopeful(self: Rounds, *afterwards: Any) -> None:
        try:
            commit(self, *afterwards)
        except OutcomeUnknown:
            return

    monkeypatch.setattr(Rounds, "commit", hopeful)
    leave_greeting(play)
    story = partition_acts.lose_the_commit(play)["commit_lost"]
    assert isinstance(story, dict)
    assert (story["a_is_told"], story["a_asks_again"]) == ("accepted", "lease_lost")
    assert story["what_is_unknown_is_named"] is False


def test_clock_of_a_worker_that_decides_is_seen(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = ManualClock(SystemClock().now_us() + 3_600_000_000)
    monkeypatch.setattr(
        "crashqueue_core.store.postgres_statements.PostgresStatements.now_us",
        lambda self, clock: wrong.now_us(),
    )
    assert partition_acts.observe_clocks(play)["times_are_the_servers"] is False


def test_waiting_for_what_never_happens_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition_acts, "PATIENCE_S", 0.0)
    with pytest.raises(RehearsalInterrupted, match="does not happen"):
        partition_acts.until(lambda: 1, lambda answer: answer == 2)


def orders_for(address: str, **others: object) -> dict[str, object]:
    return {"seed": 1, "clock_offset_us": 7_200_000_000, "address": address, **others}


def test_orders_come_as_one_line() -> None:
    line = json.dumps(orders_for("x", schema="s", role="a", ledger="effects.sqlite"))
    orders = host_child.orders_from(line)
    assert (orders.place, orders.role) == (Place(address="x", schema="s"), "a")
    assert (orders.seed, orders.clock_offset_us) == (1, 7_200_000_000)
    assert orders.ledger == Path("effects.sqlite")


@pytest.mark.parametrize("line", ["", "help", "{}", "[]", '{"address": 1, "schema": 2}'])
def test_child_started_by_hand_refuses(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(line))
    with pytest.raises(SystemExit) as end:
        host_child.run()
    assert end.value.code == 2
    assert "started by the rehearsal only" in capsys.readouterr().err


def test_clock_is_wrong_in_the_block_alone() -> None:
    with host_child.wrong_clock(-3_600_000_000_000):
        assert (hours_ahead(), round((vars(time)["time"]() - machine_s()) / 3_600)) == (-1, -1)
    assert hours_ahead() == 0


def machine_s() -> float:
    return time.clock_gettime(time.CLOCK_REALTIME)


def hours_ahead() -> int:
    """Return by how much the clock of this process is ahead of the machine's."""
    return round((SystemClock().now_us() / 1e6 - machine_s()) / 3_600)


def test_child_ends_with_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []
    monkeypatch.setattr("os._exit", ends.append)
    monkeypatch.setattr(sys, "stdin", io.StringIO("one\ntwo\n"))
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    host_child._listen(lines)
    assert [lines.get(), lines.get(), *ends] == ["one\n", "two\n", host_child.ABANDONED]


def test_child_serves_its_orders_on_a_wrong_clock(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps(orders_for("x", schema="s", role="a", ledger="effects.sqlite"))
    ended = threading.Event()
    monkeypatch.setattr("os._exit", lambda code: ended.set())
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{line}\nfirst\n"))

    def serve(orders: Orders, next_line: Any, tell: Any) -> None:
        tell({"role": orders.role, "line": next_line(), "hours": hours_ahead()})

    monkeypatch.setattr(host_child, "serve", serve)
    host_child.run()
    ended.wait(60)
    assert json.loads(capsys.readouterr().out) == {"role": "a", "line": "first\n", "hours": 2}


class Nowhere:
    """A link that leads nowhere, from a host that is this machine."""

    address = "postgresql://nobody@127.0.0.1:1/postgres"

    def __init__(self, *command: str) -> None:
        self.command = command

    def cut(self) -> None: ...
    def lose_answers(self) -> None: ...
    def heal(self) -> None: ...


def test_worker_that_cannot_reach_the_server_is_named(tmp_path: Path) -> None:
    place = Place(address="unused", schema="crashqueue")
    orders = {"seed": 1, "clock_offset_us": 0}
    silence = [sys.executable, "-c", "input()"]  # takes its orders, and ends without an answer
    with (
        remote_worker("a", Nowhere(*silence), place, tmp_path / "ledger", orders) as worker,
        pytest.raises(RehearsalInterrupted, match="worker a"),
    ):
        worker.hear()


def test_worker_that_has_ended_cannot_be_told_anything() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "pass"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        process.wait()
        worker = RemoteWorker("a", process)
        assert worker.is_alive is False
        with pytest.raises(RehearsalInterrupted, match="worker a has ended"):
            worker.tell(do="effect")


def test_proxy_without_a_server_ends_connections(tmp_path: Path) -> None:
    with proxy_to(tmp_path / "nowhere") as proxy:
        with socket.create_connection(("127.0.0.1", proxy.port), timeout=60) as client:
            assert client.recv(1) == b""
        proxy.cut()
        with socket.create_connection(("127.0.0.1", proxy.port), timeout=60) as client:
            assert client.recv(1) == b""
