"""The pages made from profiles, rules and commands are what they are made from."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from crashqueue_verify import audit
from crashqueue_verify.cli import main
from crashqueue_verify.foreign.shipped import shipped_profiles
from crashqueue_verify.report.pages import pages, write_pages
from crashqueue_verify.report.text import render_text

DOCS = Path(__file__).parents[3] / "docs"
AGAIN = "make it anew: nox -s pages"


def _transcripts() -> Any:
    spec = importlib.util.spec_from_file_location("transcripts", DOCS / "transcripts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TRANSCRIPTS = _transcripts()
MADE = pages()


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_page_says_what_its_profile_says(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == MADE[name], AGAIN


def test_no_page_is_of_a_system_that_is_gone() -> None:
    there = {f"systems/{page.name}" for page in (DOCS / "systems").glob("*.md")}
    assert there == {name for name in MADE if name.startswith("systems/")}


@pytest.mark.parametrize("name", TRANSCRIPTS.PAGES)
def test_a_page_shows_what_its_commands_print(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    page = (DOCS / name).read_text("utf-8")
    assert TRANSCRIPTS.replayed(page) == page, AGAIN


def test_a_page_that_shows_something_else_is_seen() -> None:
    page = (DOCS / "writing-a-profile.md").read_text("utf-8")
    lied = page.replace("checked     6 jobs", "checked     7 jobs")
    assert lied != page
    assert TRANSCRIPTS.replayed(lied) == page
    other_rows = page.replace("\trunning\t", "\tdone\t")
    assert TRANSCRIPTS.replayed(other_rows) != other_rows


def test_a_page_has_a_section_for_each_rule_and_says_what_cannot_be_seen() -> None:
    for profile in shipped_profiles():
        page = MADE[f"systems/{profile.name}.md"]
        sections = re.findall(r"^### (\w+)$", page, re.MULTILINE)
        assert sections == [rule.rule.rule_id for rule in profile.rules]
        assert ("## What cannot be seen" in page) == bool(profile.caveats)


def test_the_readme_shows_what_the_auditor_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    readme = Path("README.md").read_text("utf-8")
    found = re.search(
        r"\$ \.venv/bin/crashqueue-verify (\S+/samples/\S+)\n(.*?)…\n", readme, re.DOTALL
    )
    assert found is not None
    assert render_text(audit(found[1])).startswith(found[2])


def test_the_readme_counts_the_systems() -> None:
    counted = f"[{len(shipped_profiles())} other systems]"
    assert counted in (DOCS.parent / "README.md").read_text("utf-8")


def test_writing_pages_replaces_old_ones_and_removes_dead_ones(tmp_path: Path) -> None:
    (tmp_path / "systems").mkdir()
    (tmp_path / "systems" / "gone.md").write_text("old")
    write_pages(tmp_path)
    written = {str(page.relative_to(tmp_path)) for page in tmp_path.rglob("*.md")}
    assert written == set(MADE)


def test_the_guide_names_every_option_and_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["profile", "--help"]):
        with pytest.raises(SystemExit):
            main(arguments)
    printed = capsys.readouterr().out
    guide = (DOCS / "audit-any-queue.md").read_text("utf-8")
    tutorial = (DOCS / "writing-a-profile.md").read_text("utf-8")
    options = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", printed, re.MULTILINE))
    assert len(options) >= 14
    assert {option for option in options if option not in guide} <= {"--help", "--version"}
    verbs = set(re.findall(r"^    (\w+) ", printed, re.MULTILINE)) | {"explain", "schema"}
    assert {"list", "show", "new", "check"} <= verbs
    shown = set(re.findall(r"crashqueue-verify (?:profile )?(\w+)", guide + tutorial))
    assert verbs <= shown
