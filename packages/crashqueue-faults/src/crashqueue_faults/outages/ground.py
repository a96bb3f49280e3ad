"""The server of a campaign: schemas that come and go, what is kept of them, and its misfortunes."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import make_conninfo

from crashqueue_core import DurableQueue, RandomIdentity
from crashqueue_core.store.postgres_address import address_options
from crashqueue_core.store.postgres_line import connect
from crashqueue_faults.errors import ExperimentError, ServerNotStarted
from crashqueue_faults.outages.waiting import until_served, until_thrown_out
from crashqueue_faults.place import Place
from crashqueue_faults.servers.postgres import PostgresCluster
from crashqueue_faults.servers.programs import installed_programs

_PREFIX: Final = "crashqueuelab"
_DUMP_OPTIONS: Final = ("--no-owner", "--no-privileges")


@dataclass(slots=True, kw_only=True)
class Ground:
    """A database in which a campaign makes schemas of its own, and touches nothing else.

    `cluster` is its server where that is the campaign's own; another's is never struck.
    `obstacles` says, by schema or program, what could not be dropped or dumped.
    """

    address: str
    cluster: PostgresCluster | None = None
    run: str = field(default_factory=lambda: RandomIdentity().lease_token()[-8:])
    version: str | None = None
    made: list[str] = field(default_factory=list)
    obstacles: dict[str, str] = field(default_factory=dict)

    def require_usable(self) -> None:
        """Make a queue and drop it again; raises what opening raises, with nothing left behind."""
        DurableQueue(**self.place("probe").where).close()
        self.drop_all()
        with closing(connect(self.address)) as connection:
            self.version = connection.info.parameter_status("server_version")

    def as_dict(self) -> dict[str, object]:
        """Return what environment.json says of the server, and of what stood in the way."""
        return {
            "obstacles": dict(self.obstacles),
            "postgresql": self.version,
            "schemas": f"{_PREFIX}_{self.run}_…",
        }

    def place(self, name: str) -> Place:
        """Return the place of a queue that is absent."""
        schema = f"{_PREFIX}_{self.run}_{name}"
        self.made.append(schema)
        return Place(address=self.address, schema=schema)

    def drop_all(self) -> None:
        """Drop the schemas that were made.

        All of them at the end: who reads the catalog while tables vanish from it, as the auditor
        and pg_dump do, may be refused.
        """
        while self.made:
            self._drop(self.made.pop())

    def dump(self, place: Place, path: Path) -> None:
        """Write the schema to `path` as SQL, if pg_dump is at hand and knows the server."""
        try:
            program = installed_programs() / "pg_dump"
            path.write_bytes(_dumped(program, place))
        except (ExperimentError, OSError, subprocess.CalledProcessError) as error:
            self.obstacles["pg_dump"] = _words(error)

    def kill_backend(self, process_id: int) -> None:
        """Kill the backend, and return when the server has begun anew and serves again."""
        cluster = self._own_cluster()
        strike = partial(os.kill, process_id, signal.SIGKILL)
        until_thrown_out(cluster.address(), strike)
        until_served(cluster.address())

    def crash(self) -> None:
        """Stop the server without goodbye, and start it again."""
        cluster = self._own_cluster()
        cluster.stop()
        cluster.start()

    def _own_cluster(self) -> PostgresCluster:
        if self.cluster is None:
            raise ServerNotStarted("a server that is not the campaign's own is never struck")
        return self.cluster

    def _drop(self, schema: str) -> None:
        try:
            with closing(connect(self.address)) as connection:
                connection.execute("SET client_min_messages TO error")
                connection.execute(f'DROP SCHEMA IF EXISTS "{schema}" CASCADE'.encode())
        except (psycopg.Error, OSError) as error:
            self.obstacles[schema] = f"this schema remains, if it was made: {_words(error)}"


def _dumped(program: Path, place: Place) -> bytes:
    options = address_options(place.address)
    # Not in the arguments, which every user of the machine can read.
    password = {"PGPASSWORD": options.pop("password")} if "password" in options else {}
    ended = subprocess.run(
        [
            program,
            f"--dbname={make_conninfo(**options)}",
            f"--schema={place.schema}",
            *_DUMP_OPTIONS,
        ],
        check=True,
        capture_output=True,
        env=os.environ | {"PGTZ": "UTC", "LC_ALL": "C"} | password,
    )
    return ended.stdout


def _words(error: BaseException) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        with suppress(UnicodeError, IndexError):
            return str(error.stderr.decode().strip().splitlines()[-1])
    return str(error).partition("\n")[0] or type(error).__name__
