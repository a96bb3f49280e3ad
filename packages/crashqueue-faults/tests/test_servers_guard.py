"""A server does not outlive the laboratory that started it, whatever that died of."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from crashqueue_faults.servers import guard as guarding
from crashqueue_faults.servers.guard import RELEASED, guard

PROGRAM = """
import signal, sys
from pathlib import Path
from crashqueue_faults.servers.postgres import started_cluster
from crashqueue_faults.servers.redis import started_redis

def postgres(folder):
    with started_cluster() as cluster:
        print(cluster.process_id, cluster.folder, flush=True)
        signal.pause()

def redis(folder):
    with started_redis(folder) as server:
        print((folder / "redis.pid").read_text(), folder, flush=True)
        signal.pause()

globals()[sys.argv[1]](Path(sys.argv[2]))
"""


def is_gone(process_id: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process_id, 0)
        return False
    return True


def comes_true(question: Callable[[], bool]) -> bool:
    """Wait for a while until it is so."""
    until_s = time.monotonic() + 20
    while not (answer := question()) and time.monotonic() < until_s:
        threading.Event().wait(0.01)
    return answer


@pytest.mark.parametrize("server", ["postgres", "redis"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_ends_with_its_laboratory(server: str, number: int, folder: Path) -> None:
    own = folder / "own"
    own.mkdir()
    command = [sys.executable, "-c", PROGRAM, server, str(own)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as laboratory:
        assert laboratory.stdout is not None
        process_id, place = laboratory.stdout.readline().split()
        assert not is_gone(int(process_id))
        # Python does not tidy up after SIGTERM by itself either.
        laboratory.send_signal(number)
    assert comes_true(lambda: is_gone(int(process_id)) and not Path(place).exists())


def test_a_guard_that_is_released_touches_nothing(folder: Path) -> None:
    process_id_file = folder / "pid"
    process_id_file.write_text(str(os.getpid()))
    guard(io.BytesIO(RELEASED), folder, process_id_file, signal.SIGKILL)
    assert process_id_file.exists()


@pytest.mark.parametrize("said", ["", "no number\n", f"{2**22 + 1}\n"])
def test_a_guard_without_a_server_removes_what_is_left(said: str, folder: Path) -> None:
    left = folder / "left"
    left.mkdir()
    (left / "pid").write_text(said)
    guard(io.BytesIO(b""), left, left / "pid", signal.SIGKILL)
    assert not left.exists()


def test_a_guard_ends_a_server_before_it_removes_its_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A child of this process stays until it was waited for.
    monkeypatch.setattr(guarding, "LOOKS", 1)
    left = folder / "left"
    left.mkdir()
    with subprocess.Popen(["sleep", "600"]) as server:
        (left / "pid").write_text(f"{server.pid}\nand more\n")
        guard(io.BytesIO(b""), left, left / "pid", signal.SIGKILL)
        assert server.wait() == -signal.SIGKILL
    assert not left.exists()
