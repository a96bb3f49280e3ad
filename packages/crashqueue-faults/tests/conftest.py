"""A child without a process: the same program, in this interpreter, where it can be measured."""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from crashing import CrashAt, Plant

from crashqueue_core import QueueError, SimulatedCrash
from crashqueue_faults.actions import CRASH_EXIT_CODE, raise_crash
from crashqueue_faults.child import Orders, carry_out
from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.outages import child as outages_child
from crashqueue_faults.outages.child import OutageOrders
from crashqueue_faults.outages.dialogue import Meanwhile, SpawnClient, Strike
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.scratch import scratch_folder
from crashqueue_faults.targets.course import Course, Crash
from crashqueue_faults.targets.registry import GROUP, configuration_named
from crashqueue_faults.targets.stand import stand_for
from crashqueue_faults.targets.target import Target
from crashqueue_faults.targets.trace import Point

# Targets are crashed on Linux alone.
collect_ignore_glob = [] if sys.platform == "linux" else ["test_targets_*", "test_adding_a_target*"]

Spawn = Callable[[Orders], ChildEnd]


class AcknowledgedHere(threading.local):
    """What children that live side by side in this process acknowledge, each in its thread."""

    def begin(self) -> list[str]:
        """Return the list that this thread's acknowledgements go to from now on."""
        self._heard: list[str] = []
        return self._heard

    def __call__(self, operation: str) -> None:
        self._heard.append(operation)


class ParentHere:
    """Whoever started the child, in the child's own process."""

    def __init__(self, acknowledged: list[str], meanwhile: Meanwhile) -> None:
        self.told: list[str] = []
        self._acknowledged = acknowledged
        self._meanwhile = meanwhile

    def tell(self, error_code: str) -> None:
        self.told.append(error_code)

    def look(self, backend_process_id: int) -> None:
        self._meanwhile(
            Strike(acknowledged=tuple(self._acknowledged), backend_process_id=backend_process_id)
        )


@pytest.fixture
def spawn_client_here(monkeypatch: pytest.MonkeyPatch) -> SpawnClient:
    """Carry out a client's orders in this process and unwind where it would have exited."""

    acknowledge = AcknowledgedHere()
    monkeypatch.setattr("crashqueue_faults.child.acknowledge", acknowledge)

    def spawn(orders: OutageOrders, meanwhile: Meanwhile) -> ChildEnd:
        acknowledged = acknowledge.begin()
        parent = ParentHere(acknowledged, meanwhile)
        exit_code, complaints = 0, ""
        try:
            outages_child.carry_out(orders, parent, raise_crash)
        except SimulatedCrash:
            exit_code = CRASH_EXIT_CODE
        except QueueError as error:
            exit_code, complaints = 1, str(error)
        return ChildEnd(
            exit_code=exit_code,
            acknowledged=tuple(acknowledged),
            told=tuple(parent.told),
            standard_error=complaints,
        )

    return spawn


@pytest.fixture
def ground(postgres_cluster: Any) -> Iterator[Ground]:
    """Give a campaign's server that may be struck; it is the whole run's."""
    made = Ground(address=postgres_cluster.address(), cluster=postgres_cluster)
    yield made
    made.drop_all()


@pytest.fixture
def spawn_here(monkeypatch: pytest.MonkeyPatch) -> Spawn:
    """Carry out a child's orders in this process and unwind where it would have exited."""

    acknowledge = AcknowledgedHere()
    monkeypatch.setattr("crashqueue_faults.child.acknowledge", acknowledge)

    def spawn(orders: Orders) -> ChildEnd:
        acknowledged = acknowledge.begin()
        try:
            carry_out(orders, raise_crash)
            exit_code = 0
        except SimulatedCrash:
            exit_code = CRASH_EXIT_CODE
        return ChildEnd(exit_code=exit_code, acknowledged=tuple(acknowledged), standard_error="")

    return spawn


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder in memory, where thousands of syncs cost nothing."""
    with scratch_folder() as scratch:
        yield scratch


@pytest.fixture(scope="module")
def folder_of_module() -> Iterator[Path]:
    """Give such a folder to all tests of a module."""
    with scratch_folder() as scratch:
        yield scratch


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plant:
    """Install a target of the test's own, as anybody's distribution would; return it."""

    def install(planted: type[Target]) -> Target:
        source = Path(inspect.getfile(planted))
        about = tmp_path / f"{planted.__name__}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {planted.__name__}\n")
        entry = f"{planted.name} = {source.stem}:{planted.__qualname__}"
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n{entry}\n")
        monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{source.parent}")
        return planted()

    return install


@pytest.fixture
def crash_at(folder: Path) -> CrashAt:
    """Crash a target in one configuration, at one point, and let another worker take over."""

    def crash(target: Target, configuration: str, point: Point) -> Crash:
        chosen = configuration_named(target, configuration)
        with stand_for(target, chosen, folder / "stand") as stand:
            (found,) = Course([stand]).visit([point], lambda: None)
        return found

    return crash
