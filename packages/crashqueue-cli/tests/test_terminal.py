"""Progress is for people: drawn on a terminal, and nowhere else."""

from __future__ import annotations

import contextlib
import json
import os
import pty
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import InProcess, OwnProcess

TERMINAL = {"TERM": "xterm-256color", "COLUMNS": "100"}


class Terminal:
    """Runs commands whose standard error is a terminal."""

    def __init__(self, spawn: OwnProcess) -> None:
        self.spawn = spawn

    def __call__(self, *arguments: str, **env: str) -> tuple[Any, str]:
        """Run a command that must succeed; return its JSON object and what was drawn."""
        screen, terminal = pty.openpty()
        with self.spawn.start(*arguments, env=TERMINAL | env, stderr=terminal) as process:
            os.close(terminal)
            drawn = read_screen(screen)
            stdout, _ = process.communicate(timeout=60)
        os.close(screen)
        assert process.returncode == 0
        return json.loads(stdout), drawn


def read_screen(screen: int) -> str:
    """Read until nobody holds the terminal any more, which Linux tells by an error."""
    drawn = b""
    with contextlib.suppress(OSError):
        while piece := os.read(screen, 65_536):
            drawn += piece
    return drawn.decode()


@pytest.fixture
def terminal(spawn: OwnProcess) -> Terminal:
    """Run commands whose standard error is a terminal."""
    return Terminal(spawn)


CAMPAIGN = ["campaign", "--output-directory", "evidence", "--only", "BEFORE_HANDLER"]
COLOUR = "\x1b[35m"
ERASED = "\x1b[?25h"  # the cursor is shown again once the bar is gone


def test_progress_is_drawn_on_a_terminal_and_erased(terminal: Terminal) -> None:
    report, drawn = terminal(*CAMPAIGN)
    assert report["passed"] == 1
    assert "BEFORE_HANDLER" in drawn
    assert "100%" in drawn
    assert COLOUR in drawn
    assert ERASED in drawn


def test_no_color_is_respected(terminal: Terminal) -> None:
    _, drawn = terminal(*CAMPAIGN, NO_COLOR="1")
    assert "BEFORE_HANDLER" in drawn
    assert COLOUR not in drawn


def test_quiet_terminal_stays_empty(terminal: Terminal) -> None:
    assert terminal(*CAMPAIGN, "--quiet")[1] == ""


def test_dumb_terminal_stays_empty(terminal: Terminal) -> None:
    assert terminal(*CAMPAIGN, TERM="dumb")[1] == ""


def test_nothing_is_drawn_without_a_terminal(spawn: OwnProcess) -> None:
    ending = spawn(*CAMPAIGN, env=TERMINAL)
    assert (ending.exit_code, ending.stderr) == (0, "")


def test_long_race_draws_its_rounds(terminal: Terminal) -> None:
    race = ["rehearse", "race", "--rounds", "100"]  # it reports every hundredth
    report, drawn = terminal(*race)
    assert report["ok"] is True
    assert "rounds" in drawn
    assert ERASED in drawn
    assert terminal(*race, "--quiet")[1] == ""


def test_power_loss_draws_its_states(terminal: Terminal) -> None:
    options = ["--output-directory", "atlas", "--only", "claim", "--processes", "1"]
    report, drawn = terminal("power-loss", *options, "--states", "50")
    assert report["ok"] is True
    assert "claim" in drawn
    assert ERASED in drawn


GUARANTEES = """
import sys
from crashqueue_cli import main, measuring
from crashqueue_faults import Experiment, Progress

def measure(*_, progress, **__):
    progress(Progress(done=1, total=1, label="power loss"))
    row = {"failure": "power loss", "journal_mode": "WAL", "synchronous": "OFF"}
    row |= {"measured": "corruption", "as_documented": True, "witnesses": {"corrupt": "id"}}
    return Experiment(ok=True, report={"rows": [row]})

measuring.run_guarantees = measure
sys.exit(main.main())
"""
CORRUPTION = "\x1b[31mcorruption"


@pytest.fixture
def small_guarantees(spawn: OwnProcess) -> Terminal:
    """Run `guarantees` with a report of one row: measuring all of them takes a minute."""
    spawn.program = ["-c", GUARANTEES]
    return Terminal(spawn)


def test_guarantees_leave_a_table_on_a_terminal(small_guarantees: Terminal) -> None:
    report, drawn = small_guarantees("guarantees")
    _, table = drawn.split(ERASED)
    assert [row["measured"] for row in report["rows"]] == ["corruption"]
    assert "after a power loss" in table
    assert CORRUPTION in table
    assert table.endswith("WAL OFF, corrupt: id\r\n")


def test_table_comes_after_the_report(spawn: OwnProcess) -> None:
    spawn.program = ["-c", GUARANTEES]
    screen, terminal = pty.openpty()
    with spawn.start("guarantees", env=TERMINAL, stdout=terminal, stderr=terminal):
        os.close(terminal)
        drawn = read_screen(screen)
    os.close(screen)
    assert drawn.index('"rows"') < drawn.index("after a power loss")


def test_table_respects_no_color(small_guarantees: Terminal) -> None:
    _, drawn = small_guarantees("guarantees", NO_COLOR="1")
    assert "corruption" in drawn
    assert CORRUPTION not in drawn


def test_dumb_terminal_gets_the_table_without_any_control(small_guarantees: Terminal) -> None:
    _, drawn = small_guarantees("guarantees", TERM="dumb")
    assert "WAL OFF, corrupt: id" in drawn
    assert "\x1b" not in drawn


def test_quiet_guarantees_leave_no_table(small_guarantees: Terminal) -> None:
    assert small_guarantees("guarantees", "--quiet")[1] == ""


def test_check_draws_what_it_has_checked(run: InProcess, terminal: Terminal) -> None:
    run.submit()
    report, drawn = terminal("check", "--database", "queue.sqlite")
    assert report["verdict"] == "HOLDS"
    assert ERASED in drawn


@pytest.mark.parametrize(("option", "lines"), [([], 1), (["--quiet"], 0)])
def test_worker_tells_each_execution(
    run: InProcess, terminal: Terminal, option: list[str], lines: int
) -> None:
    job = run.submit("k", '"7"')
    worker = ["worker", "--database", "queue.sqlite", "--handler", "builtins:id", "--until-idle"]
    summary, drawn = terminal(*worker, *option)
    assert summary["executions"]["SUCCEEDED"] == 1
    assert drawn == f"SUCCEEDED {job['job_id']} t\r\n" * lines
