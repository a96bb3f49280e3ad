"""The command line as a process: its streams, its locale, its folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import InProcess, OwnProcess

SUBMIT = ["submit", "--database", "q.sqlite", "--idempotency-key", "k", "--job-type", "t"]


def test_answers_go_to_standard_output_and_errors_to_standard_error(spawn: OwnProcess) -> None:
    done = spawn(*SUBMIT, "--payload", "-", stdin='{"a": 1}')
    assert (done.exit_code, done.document["created"]) == (0, True)
    refused = spawn(*SUBMIT, "--payload", "-", stdin='{"a": 2}')
    assert (refused.exit_code, refused.error["code"]) == (4, "IDEMPOTENCY_CONFLICT")


def test_script_and_module_are_the_same_program(spawn: OwnProcess) -> None:
    script = Path(sys.executable).with_name("crashqueuelab")
    printed = subprocess.run([script, "--help"], capture_output=True, check=True, text=True)
    assert printed.stdout == spawn("--help").stdout
    assert printed.stdout.startswith("Usage: crashqueuelab ")


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_text_of_any_language_survives_any_locale(spawn: OwnProcess, locale: str) -> None:
    env = {"LC_ALL": locale, "LANG": locale}
    payload = {"grüße": "日本 \U0001f600"}
    text = json.dumps(payload, ensure_ascii=False)
    first = spawn(*SUBMIT, "--payload", text, env=env)
    second = spawn(*SUBMIT, "--payload", "-", stdin=text, env=env)
    assert first.document["job"] == second.document["job"]
    assert first.document["job"]["payload"] == payload
    assert first.stdout.isascii()


def test_argument_that_is_not_utf8_is_a_structured_error(spawn: OwnProcess) -> None:
    invalid = os.fsdecode(b'"\xff"')
    ending = spawn(*SUBMIT, "--payload", invalid, env={"LC_ALL": "C.UTF-8"})
    assert (ending.exit_code, ending.error["code"]) == (2, "INVALID_PAYLOAD")


def test_terminal_controls_in_a_payload_are_escaped(spawn: OwnProcess) -> None:
    ending = spawn(*SUBMIT, "--payload", r'"\u001b[2J\u009b\u202e\u007f"')
    assert ending.document["job"]["payload"] == "\x1b[2J\x9b\u202e\x7f"
    assert ending.stdout.replace("\n", "").isprintable()
    assert ending.stdout.isascii()


def test_relative_database_belongs_to_the_folder_of_the_call(
    spawn: OwnProcess, tmp_path: Path
) -> None:
    spawn(*SUBMIT, "--payload", "1")
    (tmp_path / "elsewhere").mkdir()
    spawn.folder = tmp_path / "elsewhere"
    assert spawn("list", "--database", "q.sqlite").error["code"] == "STORE_NOT_FOUND"
    assert len(spawn("list", "--database", "../q.sqlite").document["jobs"]) == 1


def test_database_may_be_named_by_the_environment(spawn: OwnProcess) -> None:
    spawn(*SUBMIT, "--payload", "1")
    env = {"CRASHQUEUELAB_DATABASE": "q.sqlite"}
    assert len(spawn("list", env=env).document["jobs"]) == 1
    assert spawn("list", env={"CRASHQUEUELAB_DATABASE": ""}).error["code"] == "USAGE_ERROR"


def test_tenant_may_be_named_by_the_environment(spawn: OwnProcess) -> None:
    north, south, nobody = ({"CRASHQUEUELAB_TENANT": name} for name in ("north", "south", ""))
    job = spawn(*SUBMIT, "--payload", "1", env=north).document["job"]
    show = ["show", "--database", "q.sqlite", "--job-id"]
    assert spawn(*show, job["job_id"], env=north).document["job"] == job
    foreign, absent = (spawn(*show, name, env=south) for name in (job["job_id"], "absent"))
    assert (foreign.exit_code, foreign.error["code"]) == (4, "JOB_NOT_FOUND")
    assert foreign == absent
    assert spawn(*show, job["job_id"], env=nobody).error["code"] == "INVALID_ARGUMENT"


def test_lease_outlives_the_processes_that_speak_of_it(spawn: OwnProcess) -> None:
    job_id = spawn(*SUBMIT, "--payload", "1").document["job"]["job_id"]
    claim = ["claim", "--database", "q.sqlite", "--job-id", job_id, "--worker-id"]
    job = spawn(*claim, "ada").document["job"]
    assert spawn(*claim, "bob").error["code"] == "LEASE_BUSY"
    lease = ["--job-id", job_id, "--worker-id", "ada", "--lease-token", job["lease_token"]]
    finish = ["succeed", "--database", "q.sqlite", *lease, "--fence", str(job["fence"])]
    first, second = (spawn(*finish, "--result", "-", stdin='{"sent": 1}') for _ in range(2))
    assert first.document["job"]["state"] == "SUCCEEDED"
    assert first == second
    assert spawn(*finish, "--result", "7").error["code"] == "RESULT_CONFLICT"


def test_nothing_but_the_database_is_left_behind(spawn: OwnProcess, tmp_path: Path) -> None:
    spawn(*SUBMIT, "--payload", "1")
    spawn("check", "--database", "q.sqlite")
    assert [path.name for path in tmp_path.iterdir()] == ["q.sqlite"]


def test_same_experiment_twice_prints_the_same(spawn: OwnProcess) -> None:
    runs = [spawn("demo", "--output-directory", name, "--seed", "3") for name in ("a", "b")]
    assert [run.exit_code for run in runs] == [0, 0]
    assert (runs[0].stderr, runs[0].stdout) == ("", runs[1].stdout)


@pytest.mark.parametrize(("command", "exit_code"), [("list", 141), ("--help", 1)])
def test_reader_that_has_gone_is_met_with_silence(
    run: InProcess, spawn: OwnProcess, database: Path, command: str, exit_code: int
) -> None:
    run.submit()
    reader, writer = os.pipe()
    os.close(reader)
    ending = spawn(command, env={"CRASHQUEUELAB_DATABASE": str(database)}, stdout=writer)
    os.close(writer)
    assert (ending.exit_code, ending.stderr) == (exit_code, "")


def test_reader_of_the_first_line_may_leave_the_rest(
    run: InProcess, spawn: OwnProcess, finish_process: Any, database: Path
) -> None:
    for key in range(100):
        run.submit(str(key), json.dumps("x" * 10_000))
    with spawn.start("list", env={"CRASHQUEUELAB_DATABASE": str(database)}) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "{\n"
        process.stdout.close()
        process.stdout = None
        ending = finish_process(process)
    assert (ending.exit_code, ending.stderr) == (141, "")


def test_error_that_nobody_reads_still_sets_the_exit_code(spawn: OwnProcess) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ending = spawn("list", "--database", "absent.sqlite", stderr=writer)
    os.close(writer)
    assert (ending.exit_code, ending.stdout) == (5, "")


def test_closed_standard_input_is_a_structured_error(spawn: OwnProcess) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    command = '"$0" -m crashqueuelab "$@" <&-'
    arguments = [*SUBMIT, "--payload", "-"]
    done = subprocess.run(
        [shell, "-c", command, sys.executable, *arguments],
        cwd=spawn.folder,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 2
    assert json.loads(done.stderr)["error"]["code"] == "INPUT_NOT_READABLE"
