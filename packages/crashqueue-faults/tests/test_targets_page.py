"""docs/targets.md tells what `nox -s targets` measured, and nothing else of it is touched."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

DOCS = Path(__file__).parents[3] / "docs"
HAND_WRITTEN = "# Page\n\n% measured\nold\n% end of what was measured\n\nrest\n"
HEAD = "| target | version | configuration | promise | what dies | boundaries | outcomes | varying"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, on a page of its own."""
    spec = importlib.util.spec_from_file_location("targets_page", DOCS / "targets_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PAGE", tmp_path / "targets.md")
    monkeypatch.setattr(module, "PICTURE", tmp_path / "targets.svg")
    (tmp_path / "targets.md").write_text(HAND_WRITTEN, encoding="utf-8")
    return module


def keep(evidence: Path, target: str, engine: str, *, found: int = 2) -> None:
    """Leave the report of a target with one configuration and two boundaries."""
    boundary = {"label": "COMMIT", "occurrence": 1, "verdict": "as promised", "worst": "lost"}
    boundaries = [
        {**boundary, "moment": moment, "outcomes": {"lost": 3}} for moment in ("before", "after")
    ]
    subject = {"subject": f"{target}/default", "version": "1.2", "engine": engine, "victim": "tree"}
    subject |= {"promise": "at most once"}
    count = {"boundaries": boundaries, "boundaries_found": found, "is_sample": found > 2}
    row = {"boundaries": 2, "outcomes": {"lost": 6}, "varying": 0, "verdict": "as promised"}
    report: dict[str, Any] = {"seed": 7, "repetitions": 3}
    report |= {"subjects": [subject | count], "matrix": [row]}
    (evidence / target).mkdir(parents=True)
    (evidence / target / "targets.json").write_text(json.dumps(report), encoding="utf-8")


def test_targets_stand_in_one_table_by_engine(page: ModuleType, tmp_path: Path) -> None:
    keep(tmp_path / "evidence", "arq", "Redis")
    keep(tmp_path / "evidence", "nobody-s", "SQLite", found=40)
    page.main(tmp_path / "evidence")
    text = (tmp_path / "targets.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    told = "1.2 | `default` | at most once | tree"
    assert rows[0].startswith(HEAD)
    assert rows[1:] == [
        f"| nobody-s | {told} | 2 of 40 | 6 lost | 0 | as promised |",
        f"| [arq](targets/arq.md) | {told} | 2 | 6 lost | 0 | as promised |",
    ]
    assert "each boundary 3 times, seed 7." in text
    assert "nobody-s 1.2" in (tmp_path / "targets.svg").read_text("utf-8")


def test_only_what_is_between_the_markers_is_replaced(page: ModuleType, tmp_path: Path) -> None:
    keep(tmp_path / "evidence", "arq", "Redis")
    page.main(tmp_path / "evidence")
    once = (tmp_path / "targets.md").read_text("utf-8")
    page.main(tmp_path / "evidence")
    assert (tmp_path / "targets.md").read_text("utf-8") == once
    assert once.startswith("# Page\n\n% measured\n")
    assert once.endswith("% end of what was measured\n\nrest\n")
    assert "old" not in once


def test_the_page_of_the_site_has_the_markers(page: ModuleType) -> None:
    assert len(page.MEASURED.findall((DOCS / "targets.md").read_text("utf-8"))) == 1
