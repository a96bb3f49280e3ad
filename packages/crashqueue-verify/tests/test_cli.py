"""The command."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import crashqueue_verify
from crashqueue_verify import cli

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_whole_database_exits_0(
    story: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, story("submit claim succeed").path)
    assert (code, err) == (0, "")
    assert out.startswith("HOLDS: ")


def test_a_broken_database_exits_1(
    story: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, story("submit").edit("UPDATE jobs SET priority = 9").path)
    assert code == 1
    assert out.startswith("VIOLATED: ")


def test_what_could_not_be_checked_exits_3(
    story: Callable[..., Any],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("crashqueue_verify.source.copy.COPY_TRIES", 0)
    code, out, _ = run(capsys, story("submit").path)
    assert code == 3
    assert out.startswith("UNKNOWN: ")


def test_warnings_do_not_change_the_exit_code(
    story: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, story("submit claim").path, "--now", 9_000_000)
    assert code == 0
    assert "warnings    1 (CQ201)" in out


def test_json_is_one_object_in_ascii(
    story: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    lab = story("submit").edit("UPDATE jobs SET job_type = 'ü' || char(27)")
    code, out, _ = run(capsys, lab.path, "--format", "json")
    assert code == 1
    assert out.isascii()
    assert json.loads(out)["findings"][0]["evidence"][0]["row"] == "ü\\x1b"


@pytest.mark.parametrize(
    ("now", "time_us"),
    [
        ("1970-01-01T00:00:09Z", 9_000_000),
        ("1970-01-01T02:00:09.5+02:00", 9_500_000),
        ("9000000", 9_000_000),
        ("-5", -5),
    ],
)
def test_now_is_microseconds_or_iso_8601(
    story: Callable[..., Any], capsys: pytest.CaptureFixture[str], now: str, time_us: int
) -> None:
    _, out, _ = run(capsys, story("submit").path, "--format", "json", f"--now={now}")
    assert json.loads(out)["reference_time_us"] == time_us
    assert json.loads(out)["reference_time_source"] == "given"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["queue.sqlite", "--now", "soon"], "'soon' is neither microseconds nor an ISO 8601 time"),
        (["queue.sqlite", "--now", "2026-01-01"], "has no time zone"),
        (["queue.sqlite", "--format", "xml"], "invalid choice: 'xml'"),
        ([], "the following arguments are required: SOURCE"),
        (["a", "b"], "unrecognized arguments: b"),
    ],
)
def test_bad_arguments_exit_2_with_a_structured_message(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    error = json.loads(err)
    assert error["code"] == "BAD_ARGUMENTS"
    assert message in error["message"]
    assert error["hint"] == "See crashqueue-verify --help."


def test_a_wrong_file_exits_2_with_a_hint(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, tmp_path)
    assert (code, out) == (2, "")
    assert json.loads(err) == {
        "code": "NOT_A_FILE",
        "message": "the path names a directory",
        "hint": "Name the database file itself, for example queue.sqlite.",
    }


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for option, text in (("--version", crashqueue_verify.__version__), ("--help", "Exit code: 0")):
        with pytest.raises(SystemExit) as caught:
            cli.main([option])
        assert caught.value.code == 0
        assert text in capsys.readouterr().out


def test_an_interrupt_is_quiet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("crashqueue_verify.cli.audit_command.audit", interrupt)
    assert run(capsys, "queue.sqlite") == (130, "", "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_audit_shows_progress_on_a_terminal(
    capsys: pytest.CaptureFixture[str],
    story: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("crashqueue_verify.cli.progress.LONG_AUDIT_ROWS", 2)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert cli.main([str(story("submit", "submit").path)]) == 0
    shown = f"\r  0 % of 2 {'jobs checked':40}"
    assert terminal.getvalue() == shown + "\r" + " " * 70 + "\r"


def test_a_long_audit_is_silent_elsewhere(
    capsys: pytest.CaptureFixture[str],
    story: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("crashqueue_verify.cli.progress.LONG_AUDIT_ROWS", 1)
    assert run(capsys, story("submit").path)[2] == ""


def test_a_reader_that_closes_the_pipe_gets_no_traceback(story: Callable[..., Any]) -> None:
    program = (
        "import os, sys\n"
        "reading, writing = os.pipe()\n"
        "os.close(reading)\n"
        "os.dup2(writing, 1)\n"
        "from crashqueue_verify.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    child = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", program, str(story("submit").path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (child.returncode, child.stderr) == (141, "")


def test_the_module_runs_as_the_command(story: Callable[..., Any]) -> None:
    child = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-X",
            "dev",
            "-m",
            "crashqueue_verify",
            str(story("submit").path),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (child.returncode, child.stderr) == (0, "")
    assert child.stdout.startswith("HOLDS")


def test_a_terminal_that_knows_only_ascii_gets_the_report(story: Callable[..., Any]) -> None:
    lab = story("submit").edit("UPDATE jobs SET job_type = 'ü'")
    child = subprocess.run(
        [sys.executable, "-m", "crashqueue_verify", str(lab.path)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (child.returncode, child.stderr) == (1, "")
    assert "row=\\xfc" in child.stdout


def test_a_time_beyond_64_bits_exits_2(
    story: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, story("submit").path, "--now", 2**63)
    assert (code, out) == (2, "")
    assert json.loads(err)["code"] == "INVALID_TIME"


def test_the_package_imports_nothing_of_the_queue() -> None:
    program = (
        "import sys, crashqueue_verify, crashqueue_verify.cli\n"
        "print([name for name in sys.modules if name.startswith('crashqueue_core')])"
    )
    child = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert child.stdout == "[]\n"
