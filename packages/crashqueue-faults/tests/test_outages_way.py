"""What the breaking and blocking of a connection does to both of its ends."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from crashqueue_core.errors import QueueError, StoreBusy
from crashqueue_core.store.postgres_line import Connection, connect
from crashqueue_core.store.postgres_wire import Wire
from crashqueue_faults.network import no_network
from crashqueue_faults.outages import session, way
from crashqueue_faults.outages.ground import Ground
from crashqueue_faults.outages.session import await_end, end_session, marked_connection
from crashqueue_faults.outages.way import Nowhere, await_answer, break_off
from crashqueue_faults.place import Place


@pytest.fixture
def connection(ground: Ground) -> Iterator[Connection]:
    opened = connect(ground.address)
    yield opened
    opened.close()


def number(connection: Connection) -> object:
    return connection.execute("SELECT 7").fetchone()


def test_a_connection_that_is_broken_off_is_broken_for_its_client(connection: Connection) -> None:
    break_off(connection)
    with pytest.raises(psycopg.OperationalError):
        number(connection)


def test_what_is_sent_nowhere_is_never_answered(connection: Connection) -> None:
    nowhere = Nowhere(connection)
    connection.pgconn.send_query(b"SELECT 7")
    nowhere.end()
    with pytest.raises(psycopg.OperationalError):
        Wire(connection, prepares=False).require_alive()


def test_what_was_held_back_arrives_when_the_way_is_mended(connection: Connection) -> None:
    nowhere = Nowhere(connection, is_passing=True)
    connection.pgconn.send_query(b"SELECT 7")
    nowhere.mend()
    await_answer(connection)
    connection.pgconn.consume_input()
    answer = connection.pgconn.get_result()
    assert answer is not None
    assert answer.get_value(0, 0) == b"7"
    assert connection.pgconn.get_result() is None
    assert number(connection) == (7,)


def test_a_way_on_which_nothing_was_said_is_mended_too(connection: Connection) -> None:
    Nowhere(connection, is_passing=True).mend()
    assert number(connection) == (7,)


def test_a_way_that_was_broken_for_good_cannot_be_mended(connection: Connection) -> None:
    nowhere = Nowhere(connection)
    with pytest.raises(ValueError, match="was not kept"):
        nowhere.mend()
    nowhere.end()


def test_a_server_that_does_not_answer_is_not_waited_for_for_ever(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(way, "_PATIENCE_S", 0.0)
    with pytest.raises(TimeoutError):
        await_answer(connection)


def test_all_of_this_is_no_use_of_the_network(ground: Ground) -> None:
    with no_network():
        opened = connect(ground.address)
        Nowhere(opened, is_passing=True).mend()
        assert number(opened) == (7,)
        opened.close()


def test_the_end_of_a_session_is_waited_for(ground: Ground) -> None:
    place = Place(address=ground.address, schema="waited_for")
    with marked_connection(place.address, "waited_for") as client:
        end_session(place, client.info.backend_pid)
        with pytest.raises(psycopg.OperationalError):
            number(client)
    await_end(place)


def test_a_session_that_does_not_end_is_not_waited_for_for_ever(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "_PATIENCE_MS", "1")
    place = Place(address=ground.address, schema="held")
    with marked_connection(place.address, "held"), pytest.raises(StoreBusy):
        await_end(place)


def test_a_server_that_is_gone_is_told_in_the_queue_s_words(ground: Ground) -> None:
    with pytest.raises(QueueError) as told:
        await_end(Place(address="postgresql:///x?host=/nonexistent", schema="lost"))
    assert told.value.code == "SERVER_UNAVAILABLE"
