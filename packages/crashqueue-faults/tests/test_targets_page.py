"""The pages of targets tell what `nox -s targets` measured, and nothing else of them is touched."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import homemade
import pytest

from crashqueue_faults.targets.registry import known_targets

DOCS = Path(__file__).parents[3] / "docs"
END = "% end of what was measured\n"
OVERVIEW = "".join(
    f"% measured: {block}\n\nold {block}\n\n{END}\n\nrest\n"
    for block in ("matrix", "actions", "auditor")
)
OWN = f"# Page\n\n% measured: configurations\nold\n{END}\nrest\n"
DAY = 1_767_312_000  # 2026-01-02


class Plain(homemade.Homemade):
    """Two configurations, of which `again` comes first."""

    configurations = (
        replace(homemade.DEFAULT, name="again"),
        homemade.DEFAULT,
    )


class PlainPostgres(homemade.Homemade):
    """The same library on another engine, on the same page."""

    name = "homemade-postgres"
    configurations = (homemade.DEFAULT,)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script."""
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module("targets_page")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Pages with something between the markers."""
    folder = tmp_path / "docs"
    (folder / "targets").mkdir(parents=True)
    (folder / "targets.md").write_text(OVERVIEW, encoding="utf-8")
    (folder / "targets" / "homemade.md").write_text(OWN, encoding="utf-8")
    return folder


def measured(name: str, **told: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return subject and row of a configuration with two boundaries, the second of which lost."""
    common: dict[str, Any] = {"label": "COMMIT", "occurrence": 1, "verdict": "as promised"}
    boundaries = [
        {**common, "moment": "before", "worst": "recovered", "outcomes": {"recovered": 3}},
        {**common, "moment": "after", "worst": "lost", "outcomes": {"lost": 3}},
    ]
    subject: dict[str, Any] = {
        "subject": name,
        "library": "homemade-queue",
        "version": "1.2",
        "engine": "SQLite",
    }
    subject |= {"victim": "tree", "promise": "at most once", "boundaries": boundaries}
    subject |= {"recovery": "start it again", "patience_s": 2.5}
    subject |= {"settings": {"app.conf": {}, "worker": "a | b"}}
    subject |= {"boundaries_found": 2, "is_sample": False, "auditor": {"is_readable": False}}
    row: dict[str, Any] = {"boundaries": 2, "outcomes": {"lost": 3, "recovered": 3}, "varying": 0}
    row |= {"verdict": "as promised", "actions": {}}
    return subject | told.pop("subject", {}), row | told


def keep(
    folder: Path, *pairs: tuple[dict[str, Any], dict[str, Any]], seed: int = 7, day: int = DAY
) -> None:
    """Leave evidence; each recovery at the first boundary lasted 1, 2 and 9 seconds."""
    folder.mkdir(parents=True)
    report: dict[str, Any] = {"seed": seed, "repetitions": 3}
    parts = {"subjects": [subject for subject, _ in pairs], "matrix": [row for _, row in pairs]}
    (folder / "targets.json").write_text(json.dumps(report | parts), encoding="utf-8")
    lasted = {"before COMMIT #1": [1.0, 9.0, 2.04], "after COMMIT #1": [60.0, 60.0, 60.0]}
    timings = {subject["subject"]: lasted for subject, _ in pairs}
    (folder / "timings.json").write_text(json.dumps(timings), encoding="utf-8")
    os.utime(folder / "targets.json", (day, day))


def rows(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line.startswith("|")]


SETTINGS = "app.conf: the defaults<br>worker: `a \\| b` | start it again | 2.5 |"
RESULTS = "2 | 3 recovered, 3 lost | 0 | as promised | 2.0 / 9.0 |"


def test_a_targets_page_merges_evidence_in_the_adapters_order(
    page: ModuleType, docs: Path, tmp_path: Path
) -> None:
    keep(tmp_path / "evidence" / "a", measured("homemade/default"))
    keep(tmp_path / "evidence" / "b", measured("homemade/again", subject={"victim": "process"}))
    page.main(tmp_path / "evidence", docs, [Plain()])
    assert (docs / "targets" / "homemade.md").read_text("utf-8").splitlines() == [
        "# Page",
        "",
        "% measured: configurations",
        "",
        "Measured with homemade-queue 1.2 on 2026-01-02, each boundary 3 times:",
        "",
        "| configuration | what dies | boundaries | outcomes | varying | verdict "
        "| recovery, s: median / longest |",
        "|---|---|--:|---|--:|---|--:|",
        f"| `again` | the process that sent the command | {RESULTS}",
        f"| `default` | every process | {RESULTS}",
        "",
        "With these settings, all else as the library has it:",
        "",
        "| configuration | settings | recovery | waited for, s |",
        "|---|---|---|--:|",
        f"| `again` | {SETTINGS}",
        f"| `default` | {SETTINGS}",
        "",
        "% end of what was measured",
        "",
        "rest",
    ]
    picture = (docs / "_static" / "targets" / "homemade.svg").read_text("utf-8")
    assert picture.index("homemade/again") < picture.index("homemade/default")
    assert ">COMMIT</text>" in picture


def test_all_targets_stand_in_one_table_by_engine(
    page: ModuleType, docs: Path, tmp_path: Path
) -> None:
    on_server = measured("homemade-postgres/default", subject={"engine": "PostgreSQL"})
    sample = measured("another/x", subject={"is_sample": True, "boundaries_found": 40})
    keep(tmp_path / "evidence" / "a", on_server, seed=8, day=DAY + 86_400)
    keep(
        tmp_path / "evidence" / "b",
        measured("homemade/again"),
        measured("homemade/default"),
        sample,
    )
    page.main(tmp_path / "evidence", docs, [PlainPostgres(), Plain()])
    told = "at most once | tree"
    assert rows(docs / "targets.md")[2:] == [
        f"| another | 1.2 | `x` | {told} | {RESULTS.replace('2 |', '2 of 40 |', 1)}",
        f"| [homemade](targets/homemade.md) | 1.2 | `again` | {told} | {RESULTS}",
        f"| [homemade](targets/homemade.md) | 1.2 | `default` | {told} | {RESULTS}",
        f"| [homemade-postgres](targets/homemade.md) | 1.2 | `default` | {told} | {RESULTS}",
    ]
    text = (docs / "targets.md").read_text("utf-8")
    assert "from 2026-01-02 to 2026-01-03, each boundary 3 times, seed 7 or 8." in text
    assert "8 boundaries" in (docs / "_static" / "targets.svg").read_text("utf-8")
    own = rows(docs / "targets" / "homemade.md")
    assert own[2].startswith("| `homemade/again` |")
    assert own[4].startswith("| `homemade-postgres/default` |")


def test_what_else_befell_a_worker_is_told(page: ModuleType, docs: Path, tmp_path: Path) -> None:
    short: dict[str, dict[str, Any]] = {
        "connection dropped": {"result": "not applicable", "verdict": None},
        "SIGTERM in the job": {"result": "lost: 1, recovered: 1", "verdict": "promise broken"},
        "poison pill": {"result": "stopped after 5", "verdict": "no promise"},
        "crash in recovery": {"result": "recovered: 6", "verdict": "as promised"},
    }
    full = {name: dict(told) for name, told in short.items()}
    full["SIGTERM in the job"]["outcomes"] = {"lost": 1, "recovered": 1}
    full["crash in recovery"]["outcomes"] = {"recovered": 6}
    visited = measured("homemade/again", actions=short, subject={"actions": full})
    keep(tmp_path / "evidence" / "a", visited, measured("homemade/default"))
    page.main(tmp_path / "evidence", docs, [Plain()])
    cells = "– | 1 recovered, 1 lost (promise broken) | stopped after 5 | 6 recovered"
    nothing = " | ".join(["not measured"] * 5)
    assert rows(docs / "targets.md")[-4:] == [
        "| target | configuration | connection dropped | SIGTERM in the job | poison pill "
        "| crash in recovery | same worker name |",
        "|---|---|---|---|---|---|---|",
        f"| homemade | `again` | {cells} | not measured |",
        f"| homemade | `default` | {nothing} |",
    ]


def test_the_auditor_is_quoted_of_stores_that_it_could_read(
    page: ModuleType, docs: Path, tmp_path: Path
) -> None:
    said: dict[str, Any] = {
        "is_readable": True,
        "not_done": 3,
        "not_done_and_told": 2,
        "false_alarms": 1,
    }
    said |= {"not_done_and_without_trace": 1, "rules_that_tell": ["G07", "G36"]}
    quiet = said | {"not_done": 0, "not_done_and_told": 0, "false_alarms": 0}
    quiet |= {"not_done_and_without_trace": 0, "rules_that_tell": []}
    pairs = [
        measured("homemade/again", subject={"auditor": said}),
        measured("homemade/default", subject={"auditor": quiet}),
        measured("another/unreadable"),
    ]
    for subject, _ in pairs:
        for boundary, rules in zip(subject["boundaries"], ([], ["G01"]), strict=True):
            boundary["auditor"] = {"after_crash": {"rules": rules}}
    keep(tmp_path / "evidence" / "a", *pairs)
    page.main(tmp_path / "evidence", docs, [Plain()])
    assert rows(docs / "targets.md")[-4:] == [
        "| configuration | visited | a rule broken right after the crash | job not done "
        "| of them told of | by | false alarms |",
        "|---|--:|--:|--:|--:|---|--:|",
        "| `homemade/again` | 2 | 1 | 3 | 2 | `G07`, `G36`, 1 without a trace | 1 |",
        "| `homemade/default` | 2 | 1 | 0 | 0 | – | 0 |",
    ]


def test_only_what_is_between_the_markers_is_replaced(
    page: ModuleType, docs: Path, tmp_path: Path
) -> None:
    keep(tmp_path / "evidence" / "a", measured("homemade/again"), measured("homemade/default"))
    page.main(tmp_path / "evidence", docs, [Plain()])
    once = (docs / "targets.md").read_text("utf-8")
    page.main(tmp_path / "evidence", docs, [Plain()])
    assert (docs / "targets.md").read_text("utf-8") == once
    assert "old matrix" not in once
    assert once.count(END + "\n\nrest\n") == 3
    assert "\n\nold actions\n\n" in once, "the evidence says nothing of actions"
    assert "\n\nold auditor\n\n" in once


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["homemade/again"], "no evidence of homemade/default"),
        (["another/x"], "no evidence of homemade/again, homemade/default"),
        ([], "no evidence of homemade/again, homemade/default"),
        (
            ["homemade/again", "homemade/default", "homemade/again"],
            "homemade/again was measured tw",
        ),
    ],
)
def test_nothing_is_written_of_evidence_that_is_not_complete(
    page: ModuleType, docs: Path, tmp_path: Path, names: list[str], complaint: str
) -> None:
    for number, name in enumerate(names):
        keep(tmp_path / "evidence" / str(number), measured(name))
    with pytest.raises(page.UnfitEvidence, match=complaint):
        page.main(tmp_path / "evidence", docs, [Plain()])
    assert untouched(docs)


def test_nothing_is_written_if_a_page_has_no_place_or_no_target(
    page: ModuleType, docs: Path, tmp_path: Path
) -> None:
    keep(tmp_path / "evidence" / "a", measured("homemade/again"), measured("homemade/default"))
    (docs / "targets" / "gone.md").write_text(OWN, encoding="utf-8")
    with pytest.raises(page.UnfitEvidence, match="no target has the page gone"):
        page.main(tmp_path / "evidence", docs, [Plain()])
    (docs / "targets" / "gone.md").unlink()
    (docs / "targets" / "homemade.md").write_text("# Page\n", encoding="utf-8")
    with pytest.raises(page.UnfitEvidence, match=r"homemade\.md must have the line"):
        page.main(tmp_path / "evidence", docs, [Plain()])
    assert untouched(docs)


def untouched(docs: Path) -> bool:
    return (docs / "targets.md").read_text("utf-8") == OVERVIEW and not (docs / "_static").exists()


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, str(DOCS / "targets_page.py"), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.startswith(f"nothing is written: {tmp_path} has no evidence of ")
    assert "huey/default" in run.stderr


def test_every_page_of_the_site_has_the_markers_and_its_picture(page: ModuleType) -> None:
    overview = (DOCS / "targets.md").read_text("utf-8")
    for block in ("matrix", "actions", "auditor"):
        assert "new" in page.replaced(overview, block, "new\n", DOCS / "targets.md")
    pages = sorted((DOCS / "targets").glob("*.md"))
    names = {target.name for target in known_targets()}
    assert names >= {path.stem for path in pages}
    for path in pages:
        text = path.read_text("utf-8")
        assert "new" in page.replaced(text, "configurations", "new\n", path)
        assert f"(../_static/targets/{path.stem}.svg)" in text
        assert (DOCS / "_static" / "targets" / f"{path.stem}.svg").exists()
