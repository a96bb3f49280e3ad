"""Hosts that are network namespaces of Linux, each with a cable to the bridge of the server."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from crashqueue_faults.errors import RehearsalInterrupted
from crashqueue_faults.rehearsals.ip_command import Ip, ip
from crashqueue_faults.rehearsals.lab_network import IDLE_LIMIT_MS, Lab
from crashqueue_faults.rehearsals.leftovers import LOCKS, Numbered, numbered_run
from crashqueue_faults.servers.postgres import PORT, started_cluster

_FIRST_HOST: Final = 2
_PATIENCE: Final = "tcp_user_timeout=1500&connect_timeout=2"
"""How long a host waits for the server's signs of life, in milliseconds and seconds: not the hours
of TCP, since the rehearsal waits as well."""


class Cable:
    """A host's cable: a pair of devices, one on the bridge and one in the host's namespace."""

    def __init__(self, run: Numbered, host: str, index: int, ip: Ip) -> None:
        self.address = f"postgresql://postgres@{run.host_address(1)}:{PORT}/postgres?{_PATIENCE}"
        self.command = ("ip", "netns", "exec", run.namespace(host))
        self._device = run.device(host)
        self._namespace = run.namespace(host)
        self._host_address = run.host_address(index)
        self._bridge = run.bridge
        self._ip = ip

    def lay(self) -> None:
        """Make the host and its cable."""
        inside = ("-n", self._namespace)
        self._ip("netns", "add", self._namespace)
        self._ip(
            *("link", "add", self._device, "type", "veth"),
            *("peer", "name", "eth0", "netns", self._namespace),
        )
        self._ip("link", "set", self._device, "master", self._bridge, "up")
        self._ip(*inside, "address", "add", f"{self._host_address}/24", "dev", "eth0")
        self._ip(*inside, "link", "set", "eth0", "up")

    def cut(self) -> None:
        """Pull the cable out."""
        self._ip("link", "set", self._device, "down")

    def lose_answers(self) -> None:
        """Throw away what is sent to the host, on the server's side."""
        self._ip("-4", "route", "add", "blackhole", f"{self._host_address}/32")

    def heal(self) -> None:
        """Undo either."""
        with suppress(RehearsalInterrupted):  # the route is there only if answers were lost
            self._ip("-4", "route", "delete", "blackhole", f"{self._host_address}/32")
        self._ip("link", "set", self._device, "up")


@contextmanager
def namespace_lab(hosts: Sequence[str], *, ip: Ip = ip, locks: Path = LOCKS) -> Iterator[Lab]:
    """Yield a lab whose hosts are network namespaces; all is removed at the end.

    Names of hosts are single letters. Raises NamespacesUnavailable and RehearsalInterrupted.
    """
    with numbered_run(ip, locks) as run, _access_rule(run) as rule:
        ip("link", "add", run.bridge, "type", "bridge")
        ip("address", "add", f"{run.host_address(1)}/24", "dev", run.bridge)
        ip("link", "set", run.bridge, "up")
        cables = {
            host: Cable(run, host, index, ip) for index, host in enumerate(hosts, _FIRST_HOST)
        }
        for cable in cables.values():
            cable.lay()
        with started_cluster(
            listen_addresses=run.host_address(1),
            hba_file=str(rule),
            idle_in_transaction_session_timeout=IDLE_LIMIT_MS,
        ) as cluster:
            run.note_folder(cluster.folder)
            yield Lab(address=cluster.address(), links=cables)


@contextmanager
def _access_rule(run: Numbered) -> Iterator[Path]:
    """Yield the file that lets in whoever has the run's addresses, and the socket's users."""
    with tempfile.TemporaryDirectory(prefix="crashqueue-access-") as name:
        folder = Path(name)
        run.note_folder(folder)
        folder.chmod(0o755)  # the server is another user
        rule = folder / "pg_hba.conf"
        rule.write_text(f"local all all trust\nhost all all {run.network} trust\n")
        yield rule
