"""The PostgreSQL server that a benchmark starts for itself, and how it is configured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from crashqueue_faults.servers.postgres import started_cluster

SHOWN = ("fsync", "synchronous_commit", "wal_sync_method", "full_page_writes", "shared_buffers")


@contextmanager
def durable_server() -> Iterator[str]:
    """Yield the address of a server that waits for its disk, and print its settings.

    It keeps its defaults, and stands in the folder for temporary files: TMPDIR must not be memory.
    """
    with started_cluster(is_durable=True) as cluster:
        address = cluster.address()
        with closing(psycopg.connect(address)) as connection:
            settings = {
                name: connection.execute("SELECT current_setting(%s)", (name,)).fetchall()[0][0]
                for name in ("server_version", *SHOWN)
            }
        version = settings.pop("server_version")
        listed = ", ".join(f"{name} {value}" for name, value in settings.items())
        print(f"PostgreSQL {version}, psycopg {psycopg.__version__}; {listed}\n")
        yield address
