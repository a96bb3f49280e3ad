"""Which crash states are looked at, and what is said of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_faults.engine.file_operations import FileOperation, FileOperationKind
from crashqueue_faults.power.enumeration import (
    EXACT_UP_TO_PENDING,
    census,
    count_possible,
    selections,
)
from crashqueue_faults.power.model import Disk, Replay, Selection, Torn


def disk_with(*sizes: int) -> Disk:
    replay = Replay({"db": b""})
    for index, size in enumerate(sizes):
        replay.perform(
            FileOperation(
                kind=FileOperationKind.WRITE, file="db", offset=4096 * index, data=bytes(size)
            )
        )
    return replay.disk()


def looked_at(disk: Disk, sample_size: int = 10, seed: str = "seed") -> list[Selection]:
    return list(selections(disk, sample_size=sample_size, seed=seed))


def test_every_subset_and_every_tear_is_looked_at() -> None:
    assert looked_at(disk_with(24, 1024)) == [
        Selection(mask=0b00),
        Selection(mask=0b01),
        Selection(mask=0b10),
        Selection(mask=0b11),
        Selection(mask=0b00, torn=Torn(index=1, length=512)),
        Selection(mask=0b01, torn=Torn(index=1, length=512)),
    ]


@pytest.mark.parametrize(
    ("sizes", "possible"),
    [((), 1), ((24,), 2), ((24, 24), 4), ((1024,), 3), ((4096,), 9), ((4096, 4096), 32)],
)
def test_states_are_counted_without_building_them(sizes: tuple[int, ...], possible: int) -> None:
    disk = disk_with(*sizes)
    assert count_possible(disk) == possible == len(looked_at(disk))


def test_bound_is_kept_on_both_sides() -> None:
    within = census(disk_with(*[24] * EXACT_UP_TO_PENDING), sample_size=10)
    beyond = census(disk_with(*[24] * (EXACT_UP_TO_PENDING + 1)), sample_size=10)
    assert (within.is_exact, within.chosen, within.possible) == (True, 64, 64)
    assert (beyond.is_exact, beyond.chosen, beyond.possible) == (False, 10, 128)


def test_sample_that_holds_everything_is_no_sample() -> None:
    disk = disk_with(*[24] * 7)
    assert census(disk, 1_000).is_exact
    assert len(looked_at(disk, 1_000)) == 128


def test_sample_begins_with_the_telling_states() -> None:
    whole = 0b11111111
    first = [selection.mask for selection in looked_at(disk_with(*[1024] * 8), 6)]
    assert first == [0, whole, 0b01111111, 0b10111111, 0b00111111, 0b11011111]


def test_seed_fixes_the_sample() -> None:
    disk = disk_with(*[1024] * 12)
    assert looked_at(disk, 200) == looked_at(disk, 200)
    assert looked_at(disk, 200) != looked_at(disk, 200, seed="another")


@given(st.lists(st.sampled_from([24, 512, 1024]), max_size=9), st.integers(1, 300), st.text())
def test_selections_are_as_many_as_said_and_none_comes_twice(
    sizes: list[int], sample_size: int, seed: str
) -> None:
    disk = disk_with(*sizes)
    found = looked_at(disk, sample_size, seed)
    assert len(found) == len(set(found)) == census(disk, sample_size).chosen
    for selection in found:
        assert selection.mask < 1 << len(sizes)
        if selection.torn is not None:
            assert not selection.mask >> selection.torn.index & 1
