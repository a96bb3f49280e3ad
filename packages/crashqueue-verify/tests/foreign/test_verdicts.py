"""What is committed as the verdict on each sample is what an audit says."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[2]


def test_the_verdict_on_each_sample_is_the_committed_one() -> None:
    committed = json.loads((PACKAGE / "tests" / "samples" / "verdicts.json").read_text("utf-8"))
    verdicts = runpy.run_path(str(PACKAGE / "fixtures" / "verdicts.py"))["verdicts"]()
    assert verdicts == committed, "run fixtures/verdicts.py anew, if this change is meant"
    assert {verdict.get("verdict") for verdict in verdicts.values()} >= {"HOLDS", "VIOLATED"}
