"""File operations as crash points: dying before each, and again while SQLite opens what is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crashqueue_core.store.sqlite import SqliteStore
from crashqueue_faults.sites.crashing import sites_of
from crashqueue_faults.sites.death import unwind_here
from crashqueue_faults.sites.engines import QUEUE
from crashqueue_faults.sites.file_operations import CrashStates, visit, watch_file_operations
from crashqueue_faults.sites.planted import PLANTED_BUGS
from crashqueue_faults.sites.scenes import Room, operation_scene
from crashqueue_faults.sites.tasks import operation_named
from crashqueue_faults.sites.visits import CASES, REOPENING, Visit

MakeVisit = Callable[..., Visit[type[SqliteStore]]]


@pytest.fixture
def make_visit(folder: Path) -> MakeVisit:
    room = Room(scratch=folder / "scratch", kept=folder / "failures" / "scene")

    def make(
        name: str, kind: type[SqliteStore] = SqliteStore, *, reopens: bool = False
    ) -> Visit[type[SqliteStore]]:
        scene = operation_scene(operation_named(name), folder / "start", "1")
        contents = scene.contents(room.scratch)
        return Visit(
            scene=scene, contents=contents, room=room, kind=kind, die=unwind_here, reopens=reopens
        )

    return make


def test_the_sites_are_what_sqlite_asks_to_be_changed(make_visit: MakeVisit) -> None:
    order = make_visit("heartbeat")
    sites = sites_of(order.scene, order.room.scratch, watch_file_operations)
    assert sites[0] == f"create {QUEUE}-wal"
    assert sites[-1] == f"delete {QUEUE}-wal"
    assert f"sync {QUEUE}-wal" in sites
    assert {site.split()[0] for site in sites} == {"create", "write", "sync", "truncate", "delete"}


def test_dying_before_any_file_operation_leaves_the_old_or_the_new_state(
    make_visit: MakeVisit,
) -> None:
    tallies = visit(make_visit("heartbeat"))
    assert list(tallies) == [CASES]
    assert set(tallies[CASES].verdicts) == {"old", "new"}
    assert tallies[CASES].cases == tallies[CASES].sites > 20


def test_dying_again_while_the_database_is_opened_leaves_it_whole(make_visit: MakeVisit) -> None:
    tallies = visit(make_visit("create database", reopens=True))
    again = tallies[REOPENING]
    assert set(again.verdicts) <= {"old", "new"}
    assert 1 < again.scenes <= tallies[CASES].cases
    assert again.cases == again.sites > again.scenes


def test_an_answer_before_commit_is_found_lost(make_visit: MakeVisit) -> None:
    tally = visit(make_visit("submit, new", PLANTED_BUGS["hasty-answer"].kind))[CASES]
    (witness,) = tally.findings
    assert witness.verdict == "lost"
    assert witness.at == f"write 32 bytes at 0 of {QUEUE}-wal"


def test_equal_files_are_one_crash_state_whatever_shared_memory_says(folder: Path) -> None:
    left = folder / "left"
    left.mkdir()
    crash_states = CrashStates(folder / "kept")
    (left / QUEUE).write_bytes(b"one")
    crash_states.keep(left)
    (left / f"{QUEUE}-shm").write_bytes(b"index")
    crash_states.keep(left)
    assert len(crash_states.folders) == 1
    (left / QUEUE).write_bytes(b"two")
    crash_states.keep(left)
    assert [folder.name for folder in crash_states.folders.values()] == ["0", "1"]
