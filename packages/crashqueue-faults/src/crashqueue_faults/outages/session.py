"""How long the server's side of a client lives on: as long as its session holds a lock.

Whoever wants to look at what a dead client left asks for the same lock. It is given when the
backend is gone, with its transaction undone or committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

import psycopg

from crashqueue_core.store.postgres_address import address_options
from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_line import Connection, connect
from crashqueue_faults.place import Place

_PATIENCE_MS: Final = "60000"
_HOLD: Final = (
    "SELECT set_config('lock_timeout', %s, false), "
    "pg_advisory_lock(hashtextextended('crashqueuelab client of ' || %s, 0))"
)


def hosts_of(address: str) -> list[str]:
    """Return the names of the hosts to which the address leads."""
    return str(address_options(address).get("host", "")).split(",")


def marked_connection(address: str, schema: str) -> Connection:
    """Return a connection as the queue's own, once the client's last one has come to its end."""
    connection = connect(address)
    try:
        connection.execute(_HOLD, (_PATIENCE_MS, schema))
    except BaseException:
        connection.close()
        raise
    return connection


def await_end(place: Place) -> None:
    """Return when the server has nothing more to do with the client of the place's queue."""
    with _errors_translated():
        marked_connection(place.address, place.where["schema"]).close()


def end_session(place: Place, backend_process_id: int) -> None:
    """Let the server give up a session, as it does by itself when the silence lasts too long."""
    with _errors_translated(), closing(connect(place.address)) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", (backend_process_id,))
    await_end(place)


@contextmanager
def _errors_translated() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise store_error(error) from error
