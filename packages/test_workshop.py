"""What the workshop says in two places, it says in the same words."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def pyproject() -> dict[str, Any]:
    tools: dict[str, Any] = tomllib.loads(read("pyproject.toml"))["tool"]
    return tools


def commands_with(text: str, ending: str) -> list[str]:
    """Return the lines that end so, without a prompt."""
    lines = (line.strip().removeprefix("$ ") for line in text.splitlines())
    return [line for line in lines if line.endswith(ending)]


def test_ci_calls_the_readme_test_command() -> None:
    (command,) = commands_with(read("README.md"), "nox -s tests")
    assert commands_with(read(".ci/run"), "nox -s tests") == [command]


@pytest.mark.parametrize("page", ["docs/contributing.md", ".github/CONTRIBUTING.md"])
def test_contributing_pages_give_the_readme_test_command(page: str) -> None:
    (command,) = commands_with(read("README.md"), "nox -s tests")
    assert commands_with(read(page), "nox -s tests") == [command]


def test_test_command_stands_alone() -> None:
    (command,) = commands_with(read("README.md"), "nox -s tests")
    assert command.startswith("python3 -m venv ")


def test_ci_stops_at_the_first_failure() -> None:
    assert "set -euo pipefail" in read(".ci/run").splitlines()


def test_ci_runs_every_default_session() -> None:
    (defaults,) = re.findall(
        r"^nox\.options\.sessions = (\[.*?\])$", read("noxfile.py"), re.MULTILINE | re.DOTALL
    )
    called = " ".join(re.findall(r"nox -s (.*)", read(".ci/run"))).split()
    assert sorted(called) == sorted(ast.literal_eval(defaults))


def test_hatch_workspace_and_nox_name_the_same_packages() -> None:
    workspace = pyproject()["hatch"]["envs"]["default"]["workspace"]
    (members,) = workspace["members"]
    (names,) = re.findall(r'for name in \(("core".*)\)', read("noxfile.py"))
    installed = {f"crashqueue-{name}" for name in re.findall(r'"(\w+)"', names)}
    assert {path.name for path in ROOT.glob(members)} == installed


def test_coverage_and_import_contracts_cover_every_import_package() -> None:
    shipped = sorted(path.parent.name for path in ROOT.glob("packages/*/src/*/py.typed"))
    assert sorted(pyproject()["coverage"]["run"]["source_pkgs"]) == shipped
    assert sorted(pyproject()["importlinter"]["root_packages"]) == shipped


def rooms() -> list[str]:
    """Return the modules and folders right below each import package, and those of the store."""
    sources = "packages/*/src/crashqueue_[cvf]*/"
    found = [*ROOT.glob(f"{sources}*"), *ROOT.glob(f"{sources}store/*")]
    return sorted({each.stem for each in found if not each.name.startswith((".", "_", "py.typed"))})


@pytest.mark.parametrize("room", rooms())
def test_architecture_page_names_every_room(room: str) -> None:
    assert re.search(rf"\b{room}\b", read("docs/architecture.md"))
