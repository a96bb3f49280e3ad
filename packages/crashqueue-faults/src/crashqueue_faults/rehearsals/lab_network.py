"""The network of a rehearsal with several hosts: one server, and a link from each host to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from crashqueue_faults.servers.postgres import PORT, started_cluster
from crashqueue_faults.servers.proxy import Proxy, proxy_to

IDLE_LIMIT_MS: Final = "3000"
"""The server gives up a client that falls silent within a transaction for so long: the rows that
the client has locked are nobody else's until then."""


class Link(Protocol):
    """A host's only way to the server."""

    @property
    def address(self) -> str:
        """The server's address as the host has it."""
        ...

    @property
    def command(self) -> tuple[str, ...]:
        """What stands before a command so that it runs on the host."""
        ...

    def cut(self) -> None:
        """Let nothing through any more, in either direction."""
        ...

    def lose_answers(self) -> None:
        """Let the host's words through, and nothing that the server says."""
        ...

    def heal(self) -> None:
        """Let everything through again."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Lab:
    """A server, which the parent reaches at `address` whatever happens, and the hosts' links."""

    address: str
    links: Mapping[str, Link]


class ProxiedLink:
    """A link that is a program on this machine; its host is a process like any other."""

    command: tuple[str, ...] = ()

    def __init__(self, proxy: Proxy, database: str = "postgres") -> None:
        self.address = f"postgresql://postgres@127.0.0.1:{proxy.port}/{database}"
        self.cut = proxy.cut
        self.lose_answers = proxy.lose_answers
        self.heal = proxy.heal


@contextmanager
def proxied_lab(hosts: Sequence[str]) -> Iterator[Lab]:
    """Yield a lab whose hosts are processes of this machine, each behind a proxy of its own."""
    with (
        started_cluster(idle_in_transaction_session_timeout=IDLE_LIMIT_MS) as cluster,
        ExitStack() as stack,
    ):
        socket = cluster.folder / f".s.PGSQL.{PORT}"
        links = {host: ProxiedLink(stack.enter_context(proxy_to(socket))) for host in hosts}
        yield Lab(address=cluster.address(), links=links)
