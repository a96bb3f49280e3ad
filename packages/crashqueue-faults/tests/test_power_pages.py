"""The pages on power loss say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crashqueue_faults.engine.store import JOURNAL_MODES, SYNCHRONOUS
from crashqueue_faults.power.enumeration import EXACT_UP_TO_PENDING
from crashqueue_faults.power.promises import Contract, promise_of
from crashqueue_faults.power.recording import Mode
from crashqueue_faults.power.survey import Failure
from crashqueue_faults.power.verdict import StateVerdict
from crashqueue_faults.power.witness import parse_witness, record_again

DOCS = Path(__file__).parents[3] / "docs"
SHORT = {
    Contract.NOTHING_LOST: "nothing lost",
    Contract.SUFFIX_LOST: "suffix lost",
    Contract.CORRUPTION: "corruption",
}
TABLE = (DOCS / "guarantees.md").read_text("utf-8")
WITNESSES = re.findall(r"`([a-z]+-[a-z]+\.[a-z-]+\.\d+\.[0-9a-f]+)`", TABLE)


def test_table_has_every_mode_with_its_contract() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in TABLE.splitlines()
        if line.startswith(tuple(f"| {mode} |" for mode in ("journal mode", *JOURNAL_MODES)))
    ]
    assert rows[0] == ["journal mode", *SYNCHRONOUS]
    assert rows[1:] == [
        [
            journal_mode,
            *(
                SHORT[
                    promise_of(
                        Mode(journal_mode=journal_mode, synchronous=synchronous),
                        Failure.POWER_LOSS,
                    ).contract
                ]
                for synchronous in SYNCHRONOUS
            ),
        ]
        for journal_mode in JOURNAL_MODES
    ]


def test_every_verdict_is_explained() -> None:
    page = (DOCS / "power-loss.md").read_text("utf-8")
    explained = re.findall(r"^\| `([a-z-]+)` \|", page, flags=re.MULTILINE)
    assert explained == list(StateVerdict)


def test_bound_on_the_page_is_the_bound() -> None:
    assert EXACT_UP_TO_PENDING == 6
    assert "With six pending operations or fewer" in (DOCS / "power-loss.md").read_text("utf-8")


@pytest.mark.parametrize("witness_id", WITNESSES)
def test_witness_on_the_page_can_be_built(witness_id: str) -> None:
    recording, disk = record_again(parse_witness(witness_id))
    missing = len(disk.pending) - parse_witness(witness_id).selection.mask.bit_count()
    assert missing == 1, recording.name


def test_page_names_four_witnesses() -> None:
    assert len(WITNESSES) == 4
