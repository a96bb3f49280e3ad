"""docs/rehearsals.md prints what the rehearsals report, and names all that is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from crashqueue_faults import (
    Experiment,
    network,
    run_backlog,
    run_crash,
    run_lease_loss,
    run_race,
)
from crashqueue_faults.evidence import as_json
from crashqueue_faults.experiment import DEFAULT_SEED
from crashqueue_faults.rehearsals.partition import EXPECTED, LIMITS, NAMESPACES, NETWORKS
from crashqueue_faults.rehearsals.stage import told

PAGE = (Path(__file__).parents[3] / "docs" / "rehearsals.md").read_text("utf-8")
RUNS = {"lease-loss": run_lease_loss, "crash": run_crash, "race": run_race, "backlog": run_backlog}


def printed_report(rehearsal: str) -> str:
    """Return the JSON block of the rehearsal's own section."""
    section = PAGE.split(f"\n## {rehearsal}: ", 1)[1].split("\n## ", 1)[0]
    (report,) = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    return str(report)


@pytest.mark.parametrize("rehearsal", RUNS)
def test_page_prints_the_report_to_the_last_byte(rehearsal: str) -> None:
    run: Callable[[], Experiment] = RUNS[rehearsal]
    assert printed_report(rehearsal) == as_json(run().report)


def test_page_prints_the_report_of_a_partition_that_went_as_expected() -> None:
    facts = {"network": NAMESPACES, **EXPECTED}
    experiment = told("partition", DEFAULT_SEED, facts, EXPECTED, LIMITS[NAMESPACES])
    assert printed_report("partition") == as_json(experiment.report)


def test_page_compares_the_networks() -> None:
    section = PAGE.split("\n### The two networks\n", 1)[1]
    head = next(line for line in section.splitlines() if line.startswith("| |"))
    assert tuple(re.findall(r"`(\w+)`", head)) == NETWORKS


def test_page_names_every_refused_audit_event_and_no_other() -> None:
    section = PAGE.split("\n## No network\n", 1)[1]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`(.+?)`", "".join(rows))) == network._FORBIDDEN
