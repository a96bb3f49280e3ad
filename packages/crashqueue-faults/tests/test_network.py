from __future__ import annotations

import contextlib
import socket
from pathlib import Path

import pytest

from crashqueue_faults import NetworkUsed, run_campaign
from crashqueue_faults.case_run import SpawnChild
from crashqueue_faults.child import Orders
from crashqueue_faults.crash import ChildEnd
from crashqueue_faults.network import no_network


def test_a_socket_cannot_be_opened_while_the_network_is_forbidden() -> None:
    with pytest.raises(NetworkUsed) as refusal, no_network():
        socket.socket()
    assert refusal.value.code == "NETWORK_USED"


def test_a_swallowed_refusal_still_fails_the_block() -> None:
    with pytest.raises(NetworkUsed) as refusal, no_network(), contextlib.suppress(NetworkUsed):
        socket.getaddrinfo("localhost", 80)
    assert refusal.value.data["events"] == ["socket.getaddrinfo"]


def test_the_name_of_a_known_server_may_be_looked_up_and_no_other() -> None:
    with no_network(known_hosts=["localhost"]):
        assert socket.getaddrinfo("localhost", 80)
    with pytest.raises(NetworkUsed), no_network(known_hosts=["localhost"]):
        socket.getaddrinfo("127.0.0.1", 80)
    with pytest.raises(NetworkUsed), no_network():
        socket.getaddrinfo("localhost", 80)


def test_a_socket_that_cannot_leave_the_machine_is_free() -> None:
    with no_network():
        for end in socket.socketpair():
            end.close()


def test_the_network_is_free_before_and_after() -> None:
    with no_network():
        pass
    with socket.socket() as opened:
        assert opened.fileno() >= 0


def test_a_campaign_in_which_something_opens_a_socket_fails(
    tmp_path: Path, spawn_here: SpawnChild
) -> None:
    def chatty(orders: Orders) -> ChildEnd:
        socket.create_connection(("127.0.0.1", 9))
        return spawn_here(orders)

    with pytest.raises(NetworkUsed):
        run_campaign(tmp_path, seed=1, only="BEFORE_HANDLER", processes=1, spawn=chatty)
    assert not (tmp_path / "campaign.json").exists()
