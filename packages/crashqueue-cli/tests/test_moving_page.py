"""docs/moving-to-postgresql.md shows what the commands print."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import InProcess

PAGE = Path(__file__).parents[3] / "docs" / "moving-to-postgresql.md"
SHOWN = re.compile(r"^\$ crashqueuelab ([^\n]*)\n((?:\{\n.*?^\})?)", re.DOTALL | re.MULTILINE)
ADDRESS = "postgresql://localhost/shop"
DIGEST = re.compile(r"[0-9a-f]{64}")


@pytest.fixture
def address(postgres: Any) -> str:
    """Lead to a database of the page's own, in which the schema has its usual name."""
    return str(postgres.address(postgres.create("crashqueue_moving_page")))


def test_page_shows_what_the_commands_print(
    run: InProcess, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = SHOWN.findall(PAGE.read_text("utf-8"))
    assert len(shown) == 5
    for line, output in shown:
        ending = run(*shlex.split(line.replace(ADDRESS, address).partition(" > ")[0]))
        printed = (ending.stdout or ending.stderr).strip()
        if output:
            assert DIGEST.sub("…", printed) == DIGEST.sub("…", output), line
        else:
            assert json.loads(printed)["created"] is True
