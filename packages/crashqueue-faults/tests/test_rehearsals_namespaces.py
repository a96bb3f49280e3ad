"""The lab's network of namespaces: what is laid, what is removed, and when it cannot be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from crashqueue_faults.errors import NamespacesUnavailable, RehearsalInterrupted
from crashqueue_faults.rehearsals import ip_command, leftovers, namespaces
from crashqueue_faults.rehearsals.ip_command import ip, require_namespaces
from crashqueue_faults.rehearsals.leftovers import numbered_run
from crashqueue_faults.rehearsals.namespaces import namespace_lab
from crashqueue_faults.servers.postgres import PostgresCluster


class Recorder:
    """Stands for the program `ip`: notes what it is asked, and prints what it was given."""

    def __init__(self, **prints: str) -> None:
        self.asked: list[str] = []
        self.prints = prints

    def __call__(self, *arguments: str) -> str:
        self.asked.append(" ".join(arguments))
        if "delete" in arguments:
            raise RehearsalInterrupted("it was not there")
        kind = next(word for word in arguments if not word.startswith("-"))
        return self.prints.get(kind, "")

    @property
    def changes(self) -> list[str]:
        return [line for line in self.asked if not {"list", "show"} & set(line.split())]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """Note how the server would be started, and start none."""
    settings: dict[str, str] = {}

    @contextmanager
    def started(**given: str) -> Iterator[PostgresCluster]:
        settings.update(given, rule=Path(given["hba_file"]).read_text())
        yield PostgresCluster(folder=tmp_path / "server", programs=tmp_path)

    monkeypatch.setattr(namespaces, "started_cluster", started)
    return settings


def test_each_host_has_a_namespace_and_a_cable(served: dict[str, str], tmp_path: Path) -> None:
    recorder = Recorder()
    with namespace_lab(["a"], ip=recorder, locks=tmp_path / "locks") as lab:
        assert lab.links["a"].command == ("ip", "netns", "exec", "cqlab0-a")
        assert lab.links["a"].address.startswith("postgresql://postgres@198.18.0.1:5432/")
    assert recorder.changes == [
        "link add cqlab0 type bridge",
        "address add 198.18.0.1/24 dev cqlab0",
        "link set cqlab0 up",
        "netns add cqlab0-a",
        "link add cqlab0a type veth peer name eth0 netns cqlab0-a",
        "link set cqlab0a master cqlab0 up",
        "-n cqlab0-a address add 198.18.0.2/24 dev eth0",
        "-n cqlab0-a link set eth0 up",
        "link delete cqlab0",
    ]
    assert served["listen_addresses"] == "198.18.0.1"
    assert served["rule"] == "local all all trust\nhost all all 198.18.0.0/24 trust\n"
    assert list((tmp_path / "locks").iterdir()) == []


@pytest.mark.usefixtures("served")
def test_cable_is_pulled_out_and_put_back(tmp_path: Path) -> None:
    recorder = Recorder()
    with namespace_lab(["a"], ip=recorder, locks=tmp_path / "locks") as lab:
        recorder.asked.clear()
        lab.links["a"].cut()
        lab.links["a"].lose_answers()
        lab.links["a"].heal()
        assert recorder.asked == [
            "link set cqlab0a down",
            "-4 route add blackhole 198.18.0.2/32",
            "-4 route delete blackhole 198.18.0.2/32",
            "link set cqlab0a up",
        ]


def test_all_that_bears_the_number_is_removed_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    killed: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *call: killed.append(call))
    recorder = Recorder(link="cqlab0a@if2 UP\ncqlab01a@if2 UP\nveth0@if7 UP\n")
    printed = {"netns list": "cqlab0-a (id: 0)\ncqlab01-a\nmine\n", "netns pids cqlab0-a": "71\n"}

    def answering(*arguments: str) -> str:
        if arguments[:4] == ("-4", "route", "show", "type"):
            return "blackhole 198.18.0.2 \nblackhole 10.0.0.0/8 \n"
        asked = recorder(*arguments)
        return printed.get(" ".join(arguments), asked)

    with numbered_run(answering, tmp_path):
        recorder.asked.clear()
    assert killed == [(71, signal.SIGKILL)]
    assert recorder.changes == [
        "netns pids cqlab0-a",
        "netns delete cqlab0-a",
        "link delete cqlab0a",
        "link delete cqlab0",
        "-4 route delete blackhole 198.18.0.2",
    ]


def test_two_runs_have_two_numbers(tmp_path: Path) -> None:
    with numbered_run(Recorder(), tmp_path) as one, numbered_run(Recorder(), tmp_path) as other:
        assert (one.bridge, other.bridge) == ("cqlab0", "cqlab1")
        assert (one.network, other.network) == ("198.18.0.0/24", "198.18.1.0/24")


def test_addresses_that_somebody_uses_are_left_to_them(tmp_path: Path) -> None:
    def routed(*arguments: str) -> str:
        return "198.18.0.0/24 dev eth1" if "198.18.0.0/24" in arguments else ""

    with numbered_run(routed, tmp_path) as run:
        assert run.bridge == "cqlab1"
    everything = Recorder(route="198.18.0.0/15 dev eth1")
    with pytest.raises(RehearsalInterrupted, match="in use"), numbered_run(everything, tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_number_given_back_between_opening_and_locking_is_nobodys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("fcntl.flock", lambda record, how: (tmp_path / "0").unlink(missing_ok=True))
    with numbered_run(Recorder(), tmp_path) as run:
        assert run.bridge == "cqlab1"


def test_folder_of_numbers_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    unusable = tmp_path / "file" / "locks"
    with (
        pytest.raises(NamespacesUnavailable, match="cannot be made"),
        numbered_run(Recorder(), unusable),
    ):
        pass


# A shell lets what it runs in the background ignore the signal.
_SERVER = """
import signal, sys
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
print(flush=True)
sys.stdin.read()
"""


def test_server_of_a_dead_run_is_stopped_and_its_folder_removed(tmp_path: Path) -> None:
    locks, folder = tmp_path / "locks", tmp_path / "server"
    (folder / "data").mkdir(parents=True)
    locks.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", _SERVER],
        cwd=folder / "data",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as server:
        assert server.stdout is not None
        server.stdout.readline()
        (folder / "data" / "postmaster.pid").write_text(f"{server.pid}\n")
        (locks / "7").write_text(f"{folder}\n")
        with numbered_run(Recorder(), locks):
            pass
        assert server.wait() == -signal.SIGQUIT
    assert not folder.exists()
    assert list(locks.iterdir()) == []


@pytest.mark.parametrize(
    "said", [str(os.getpid()), "", "no number", "0"], ids=["ours", "nothing", "no number", "zero"]
)
def test_process_that_is_not_the_server_is_left_alone(tmp_path: Path, said: str) -> None:
    folder = tmp_path / "server"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "postmaster.pid").write_text(f"{said}\n")
    leftovers._stop_server(folder)
    leftovers._stop_server(tmp_path / "nowhere")
    assert folder.exists()


def can_be_made() -> bool:
    try:
        require_namespaces()
    except NamespacesUnavailable:
        return False
    return True


def test_run_that_was_killed_is_cleaned_up_by_the_next() -> None:
    """With real namespaces, where they can be made."""
    program = (
        "from crashqueue_faults.rehearsals.ip_command import ip\n"
        "from crashqueue_faults.rehearsals.leftovers import numbered_run\n"
        "with numbered_run(ip) as run:\n"
        "    ip('link', 'add', run.bridge, 'type', 'bridge')\n"
        "    ip('netns', 'add', run.namespace('a'))\n"
        "    print(run.bridge, flush=True)\n"
        "    input()\n"
    )
    if not can_be_made():
        return
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as killed:
        assert killed.stdout is not None
        bridge = killed.stdout.readline().strip()
        killed.kill()
    assert f"{bridge}-a" in ip("netns", "list")
    with numbered_run(ip):
        assert f"{bridge}-a" not in ip("netns", "list")
        assert f"{bridge}:" not in ip("link", "show")


def failing(said: str) -> Any:
    def fail(*command: str) -> str:
        raise subprocess.CalledProcessError(1, command, stderr=f"{said}\n")

    return fail


def test_command_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ip_command, "_said_by", failing("Operation not permitted"))
    with pytest.raises(RehearsalInterrupted, match="ip link add failed: Operation not permitted"):
        ip("link", "add")


def no_such_program(*command: str) -> str:
    raise FileNotFoundError(command[0])


@pytest.mark.parametrize(
    ("platform", "program", "trial", "reason"),
    [
        ("darwin", "/sbin/ip", lambda *command: "", "a matter of Linux"),
        ("linux", None, lambda *command: "", "iproute2, is not found"),
        ("linux", "/sbin/ip", no_such_program, "util-linux, is not found"),
        ("linux", "/sbin/ip", failing("EPERM"), "root is needed.: EPERM"),
    ],
)
def test_machine_without_namespaces_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, platform: str, program: Any, trial: Any, reason: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr("shutil.which", lambda name: program)
    monkeypatch.setattr(ip_command, "_said_by", trial)
    with pytest.raises(NamespacesUnavailable, match=reason) as refusal:
        require_namespaces()
    assert refusal.value.code == "PLATFORM_UNSUPPORTED"


def test_machine_with_namespaces_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[str, ...]] = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("shutil.which", lambda name: "/sbin/ip")
    monkeypatch.setattr(ip_command, "_said_by", lambda *command: tried.append(command))
    require_namespaces()
    assert [command[:2] for command in tried] == [("unshare", "--net")]
