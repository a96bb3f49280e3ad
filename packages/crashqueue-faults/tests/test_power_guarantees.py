"""The guarantee table: the controls come out as documented, or the run is no success."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from crashqueue_faults import run_guarantees
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.experiment import Experiment, ignore_progress
from crashqueue_faults.power import guarantees
from crashqueue_faults.power.guarantees import measure_guarantees
from crashqueue_faults.power.life_cycle import LIFE_CYCLE
from crashqueue_faults.power.promises import MODES, Contract, promise_of
from crashqueue_faults.power.recording import Mode, Recording, record_life_cycle
from crashqueue_faults.power.survey import Failure

SHORT = (LIFE_CYCLE[0][:2], LIFE_CYCLE[0][2:3])
"""Two submissions, and a claim after the queue was opened again."""


@pytest.fixture(autouse=True)
def few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crashqueue_faults.power.enumeration.EXACT_UP_TO_PENDING", 2)
    monkeypatch.setattr(guarantees, "SAMPLE_SIZE", 40)


def record_short(mode: Mode) -> Recording:
    return record_life_cycle(mode, SHORT)


def measure(*modes: Mode, directory: Path | None = None) -> Experiment:
    return measure_guarantees(
        directory,
        seed=7,
        processes=1,
        progress=ignore_progress,
        modes=modes,
        record=record_short,
    )


def rows(experiment: Experiment, failure: Failure) -> Sequence[dict[str, Any]]:
    return [row for row in experiment.report["rows"] if row["failure"] == failure]


@pytest.mark.parametrize(
    ("journal_mode", "synchronous", "contract"),
    [
        ("WAL", "FULL", Contract.NOTHING_LOST),
        ("WAL", "NORMAL", Contract.SUFFIX_LOST),
        ("WAL", "OFF", Contract.CORRUPTION),
        ("DELETE", "NORMAL", Contract.CORRUPTION),
        ("DELETE", "FULL", Contract.SUFFIX_LOST),
        ("DELETE", "EXTRA", Contract.NOTHING_LOST),
        ("TRUNCATE", "FULL", Contract.NOTHING_LOST),
        ("PERSIST", "FULL", Contract.NOTHING_LOST),
    ],
)
def test_control_comes_out_as_documented(
    journal_mode: str, synchronous: str, contract: Contract
) -> None:
    run = measure(Mode(journal_mode=journal_mode, synchronous=synchronous))
    (lost_power,), (crashed,) = (rows(run, failure) for failure in Failure)
    assert (lost_power["measured"], lost_power["documented"]) == (contract, contract)
    assert crashed["measured"] == Contract.NOTHING_LOST
    assert run.ok
    witnesses = list(lost_power["witnesses"].values())
    assert bool(witnesses) == (contract is not Contract.NOTHING_LOST)
    prefix = f"{journal_mode}-{synchronous}.life-cycle-of-three-jobs.".lower()
    assert all(witness.startswith(prefix) for witness in witnesses)


def test_journal_that_comes_back_is_what_extra_prevents() -> None:
    (row,) = rows(measure(Mode(journal_mode="DELETE", synchronous="FULL")), Failure.POWER_LOSS)
    assert set(row["verdicts"]) == {"sound", "lost"}
    # Nothing is missing but the one deletion that is pending.
    assert row["witnesses"]["lost"].endswith(".0")


def test_measurement_that_differs_from_the_documentation_is_no_success(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = promise_of(Mode(), Failure.POWER_LOSS)
    monkeypatch.setattr(guarantees, "promise_of", lambda *_: wrong)
    run = measure(Mode(synchronous="NORMAL"), directory=tmp_path)
    assert not run.ok
    (row,) = rows(run, Failure.POWER_LOSS)
    assert row["as_documented"] is False
    assert json.loads((tmp_path / "guarantees.json").read_text("utf-8")) == run.report


def test_every_mode_has_a_promise_with_a_page_of_sqlite() -> None:
    assert len(MODES) == 16
    for mode in MODES:
        for failure in Failure:
            assert promise_of(mode, failure).page.startswith("https://sqlite.org/")


def test_default_table_has_all_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarantees, "survey", lambda recordings, *_, **__: _note(recordings, seen))
    seen: list[str] = []
    run = run_guarantees(seed=1)
    assert seen == [str(mode) for mode in MODES] * 2
    assert run.report["rows"] == []


def _note(recordings: Sequence[Recording], seen: list[str]) -> list[object]:
    seen.extend(str(recording.mode) for recording in recordings)
    return []


def test_seed_must_be_usable() -> None:
    with pytest.raises(InvalidExperiment):
        run_guarantees(seed=-1)
