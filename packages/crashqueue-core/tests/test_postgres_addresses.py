"""An address that makes no sense, or leads nowhere: told at once, and never with its password."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import psycopg
import pytest

from crashqueue_core import DurableQueue, InvalidArgument, QueueError, ServerUnavailable
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_address import checked_address, connecting_error

SECRET = "hunter2"
NOWHERE = "127.0.0.1:1"


@pytest.fixture
def engine() -> str:
    return "postgres"


def refusal_of(address: str, **options: Any) -> QueueError:
    """Return the error of an address, after looking for the password in all that it shows."""
    with pytest.raises(QueueError) as refusal:
        DurableQueue(address, **options)
    shown = "".join(traceback.format_exception(refusal.value)) + str(refusal.value.as_dict())
    # What libpq says is seen through; the source lines of a traceback are ours.
    assert SECRET not in shown
    return refusal.value


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        (f"postgresql://ada:100%{SECRET}@h/db", "take it apart"),
        (f"postgresql://ada:%ff{SECRET}@h/db", "take it apart"),
        (f"postgresql://ada:{SECRET}\udcff@h/db", "take it apart"),
        (f"postgresql://ada:{SECRET}@h/db?colour=red", "take it apart"),
        (f"postgresql://ada:{SECRET}@[::1/db", "take it apart"),
        (f"postgresql://ada:{SECRET}@h/db?connect_timeout=soon", "take it apart"),
        (f"postgresql://ada:{SECRET}@{'a' * 64}/db", "take it apart"),
        (f"postgresql://ada:{SECRET}\0@h/db", "NUL"),
        (f"postgresql://ada:a@{SECRET}@h/db", "%40"),
        (f"postgres://ada:a@{SECRET}@h/db", "%40"),
        (f"postgresql://ada:a/{SECRET}@h/db", "%2F"),
        (f"postgresql://ada:{SECRET}@h/d@b", "%40"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:port/db", "a value that it cannot have"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:65536/db", "a value that it cannot have"),
        (f"postgresql://ada:{SECRET}@{NOWHERE}/db?sslmode={SECRET}", "a value"),
        (f"postgresql://ada:{SECRET}@{NOWHERE}/db?keepalives_idle={SECRET}", "a value"),
        (f"postgresql://ada:{SECRET}@{NOWHERE}/db?service={SECRET}", "a value"),
        (f"postgresql:///db?host=/{'a' * 200}&password={SECRET}", "a value"),
    ],
)
def test_address_that_makes_no_sense_is_refused_without_repeating_it(
    address: str, reason: str
) -> None:
    refusal = refusal_of(address)
    assert isinstance(refusal, InvalidArgument)
    assert refusal.data == {"argument": "path"}
    assert "the address cannot be understood" in refusal.message
    assert reason in refusal.message


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ada:{SECRET}@{NOWHERE}/db",
        f"postgresql://ada:{SECRET}%40%2F@{NOWHERE}/db",
        f"postgresql://ada:{SECRET}#?@{NOWHERE}/db",
        f"postgresql://{NOWHERE}/db?user=ada@azure&password={SECRET}",
        f"postgresql://ada:{SECRET}@{NOWHERE},127.0.0.1:2/db",
    ],
)
def test_server_that_nobody_can_reach_is_told(address: str) -> None:
    refusal = refusal_of(address)
    assert isinstance(refusal, ServerUnavailable)
    assert "cannot be reached" in refusal.message
    assert "refused" in refusal.message


@pytest.mark.parametrize(
    "words",
    [
        'FATAL:  password authentication failed for user "ada"',
        'FATAL:  database "db" does not exist',
        "FATAL:  unsupported startup parameter: options",
    ],
)
def test_refusal_that_stays_is_not_called_a_passing_trouble(words: str) -> None:
    refusal = connecting_error(psycopg.OperationalError(words))
    assert refusal.code == "STORE_UNAVAILABLE"
    assert words in refusal.message


def test_words_of_the_operating_system_are_told_without_the_password(tmp_path: Path) -> None:
    refusal = refusal_of(f"postgresql:///db?host={tmp_path}&password={SECRET}")
    assert isinstance(refusal, ServerUnavailable)
    assert "No such file" in refusal.message


def test_address_may_have_what_libpq_allows() -> None:
    for address in (
        "postgresql://",
        "postgresql:///db?host=%2Ftmp",
        "postgres://ada:p%40ss%2F@[::1]:5432,other/db?application_name=a@b",
        "host=/tmp password='a@b'",
    ):
        assert checked_address(address) == address


def test_refusal_while_connecting_is_not_tried_again_at_once(
    bench: Any, do: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    class Refused(PostgresStore):
        @staticmethod
        def connect(address: str, /) -> psycopg.Connection[Any]:
            tries.append(address)
            if len(tries) > 1:
                raise psycopg.OperationalError("FATAL:  sorry, too many clients already")
            return PostgresStore.connect(address)

    queue = bench.open(open_store=Refused)
    bench.connection_of(queue).close()
    with pytest.raises(ServerUnavailable, match="too many clients"):
        do.submit(queue)
    assert len(tries) == 2
