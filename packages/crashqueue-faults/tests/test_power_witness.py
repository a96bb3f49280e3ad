"""A witness id is enough to build the files of its crash state again."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_faults import EngineMissing, run_guarantees, run_power_loss, run_witness
from crashqueue_faults.errors import InvalidExperiment
from crashqueue_faults.power.model import Selection, Torn
from crashqueue_faults.power.recording import Mode
from crashqueue_faults.power.witness import Witness, parse_witness
from crashqueue_verify import Verdict, audit

LOST = "wal-normal.submit-new.20.7fff"
TORN = "wal-full.submit-new.19.ff.15-3360"


def test_witness_of_a_loss_is_built_again(tmp_path: Path) -> None:
    run = run_witness(LOST, tmp_path / "out")
    report = json.loads((tmp_path / "out" / "witness.json").read_text("utf-8"))
    assert run.report == report
    assert report["verdict"] == "lost"
    assert report["acknowledged"] == 1
    assert report["after"] == "the queue answers"
    assert report["pending"][-1]["arrived"] == "no"
    database = tmp_path / "out" / "files" / "queue.sqlite"
    assert database.stat().st_size == report["files"]["queue.sqlite"]
    assert audit(database).verdict is Verdict.HOLDS, "it lost a job, and is whole all the same"


def test_same_witness_has_the_same_bytes(tmp_path: Path) -> None:
    contents = []
    for name in ("a", "b"):
        run_witness(TORN, tmp_path / name)
        files = sorted((tmp_path / name / "files").iterdir())
        contents.append([(file.name, file.read_bytes()) for file in files])
    assert contents[0] == contents[1]
    report = json.loads((tmp_path / "a" / "witness.json").read_text("utf-8"))
    assert report["pending"][15]["arrived"] == "its first 3360 bytes"


def test_life_cycle_and_the_very_beginning_have_witnesses(tmp_path: Path) -> None:
    report = run_witness("delete-full.life-cycle-of-three-jobs.0.0", tmp_path / "out").report
    assert (report["after"], report["pending"], report["verdict"]) == ("the beginning", [], "sound")


@pytest.mark.parametrize(
    "witness_id",
    [
        "nonsense",
        "wal-full.submit-new.20",
        "paper-full.submit-new.20.0",
        "wal-sometimes.submit-new.20.0",
        "wal-full.sleep.20.0",
        "wal-full.submit-new.999.0",
        "wal-full.submit-new.18.fffff",
        "wal-full.submit-new.18.0.99-512",
        "wal-full.submit-new.19.0.15-513",
        "wal-full.submit-new.19.8000.15-3360",
        "../../etc",
    ],
)
def test_id_that_names_no_state_is_refused_and_nothing_is_written(
    tmp_path: Path, witness_id: str
) -> None:
    with pytest.raises(InvalidExperiment) as refusal:
        run_witness(witness_id, tmp_path / "out")
    assert refusal.value.data["argument"] == "witness_id"
    assert not (tmp_path / "out").exists()


@given(
    st.integers(0, 500),
    st.integers(0, 2**70),
    st.none() | st.builds(Torn, index=st.integers(0, 70), length=st.integers(1, 4096)),
)
def test_id_is_read_as_it_was_written(point: int, mask: int, torn: Torn | None) -> None:
    witness = Witness(
        mode=Mode(journal_mode="DELETE", synchronous="EXTRA"),
        operation="claim-by-name-taking-over",
        point=point,
        selection=Selection(mask=mask, torn=torn),
    )
    assert parse_witness(str(witness)) == witness


def test_without_the_engine_every_question_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "apsw", None)
    questions: tuple[Callable[[], object], ...] = (
        lambda: run_power_loss(tmp_path / "out", seed=1),
        lambda: run_witness(LOST, tmp_path / "out"),
        lambda: run_guarantees(tmp_path / "out", seed=1),
    )
    for ask in questions:
        with pytest.raises(EngineMissing) as refusal:
            ask()
        assert refusal.value.code == "ENGINE_MISSING"
    assert not (tmp_path / "out").exists()
