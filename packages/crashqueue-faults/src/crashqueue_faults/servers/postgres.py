"""A PostgreSQL of the experiment's own: made in a private folder, started, stopped, removed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from crashqueue_faults.errors import ServerNotStarted
from crashqueue_faults.servers.guard import guarded
from crashqueue_faults.servers.programs import SERVER_USER, programs_in_reach

PORT: Final = 5432
LOG_CHARACTERS: Final = 1_000
LONGEST_FOLDER: Final = 60
"""The path of a socket in a folder of its own in there may have 107 characters on Linux."""
_INITDB: Final = (
    *("--no-sync", "--no-instructions", "--auth=trust", "--username=postgres", "--locale=C"),
    *("--encoding=UTF8",),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresCluster:
    """A cluster of databases in `folder`, served to whoever can reach its socket there."""

    folder: Path
    programs: Path
    settings: tuple[tuple[str, str], ...] = ()

    def address(self, database: str = "postgres") -> str:
        """Return what a queue on a database of the cluster is opened with."""
        return f"postgresql:///{database}?host={quote(str(self.folder), safe='')}&user=postgres"

    @property
    def process_id_file(self) -> Path:
        """The file whose first line is the server's process id, while it runs."""
        return self.folder / "data" / "postmaster.pid"

    @property
    def process_id(self) -> int | None:
        """The process id of the server, or None if it is not running."""
        try:
            said = self.process_id_file.read_text()
        except FileNotFoundError:
            return None
        return int(said.split("\n", 1)[0])

    def initialize(self) -> None:
        """Make the cluster."""
        self._run("initdb", *_INITDB)
        settings = (*self.settings, ("unix_socket_directories", str(self.folder)))
        quoted = ((name, value.replace("'", "''")) for name, value in settings)
        # Not by initdb's --set, which PostgreSQL 15 does not know.
        with (self.folder / "data" / "postgresql.conf").open("a", encoding="utf-8") as written:
            written.writelines(f"{name} = '{value}'\n" for name, value in quoted)

    def start(self) -> None:
        """Serve it, and return once it takes connections."""
        self._run("pg_ctl", "--wait", f"--log={self.folder / 'log'}", "start")

    def stop(self) -> None:
        """Stop it as a crash would: without goodbye, with recovery at the next start."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        # Not a pipe: the server that pg_ctl leaves behind would keep it open.
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(
                [self.programs / program, f"--pgdata={self.folder / 'data'}", *arguments],
                stdout=said,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=os.environ | {"TZ": "UTC", "LC_ALL": "C"},
                user=SERVER_USER,
                start_new_session=True,  # Ctrl-C on a terminal is for us alone
            )
            exit_code = _waited_for(process)
            if exit_code:
                said.seek(0)
                words = said.read().decode(errors="replace").strip()
                raise ServerNotStarted(
                    f"{program} failed: {words}", exit_code=exit_code, log=self._last_words()
                )

    def _last_words(self) -> str:
        log = self.folder / "log"
        return log.read_text(errors="replace")[-LOG_CHARACTERS:] if log.exists() else ""


def _waited_for(process: subprocess.Popen[bytes]) -> int:
    """Return the exit code, also where an interrupt comes meanwhile, which is passed on then.

    What a program leaves that is killed half-way is a server nobody knows of.
    """
    try:
        return process.wait()
    except BaseException:
        process.wait()
        raise


@contextmanager
def started_cluster(*, is_durable: bool = False, **settings: str) -> Iterator[PostgresCluster]:
    """Yield a cluster that is being served; it is stopped and removed at the end.

    It listens on a socket in its folder alone, unless `settings` (PostgreSQL's own names and
    values) say otherwise. Unless `is_durable` it does not wait for its disk: it survives the end
    of its processes, and not that of the machine. Where the folder of temporary files has too long
    a path for a socket, it is in /tmp. Raises ServerProgramsMissing, ServerNotStarted.
    """
    standard = {"listen_addresses": "", "port": str(PORT), "fsync": "on" if is_durable else "off"}
    place = tempfile.gettempdir()
    within = place if len(place) <= LONGEST_FOLDER else "/tmp"  # noqa: S108 - a private folder in it
    with tempfile.TemporaryDirectory(prefix="crashqueue-postgres-", dir=within) as name:
        folder = Path(name)
        if SERVER_USER:
            folder.chmod(0o755)
            shutil.chown(folder, SERVER_USER)
        cluster = PostgresCluster(
            folder=folder,
            programs=programs_in_reach(folder),
            settings=tuple((standard | settings).items()),
        )
        # PostgreSQL takes SIGQUIT for an immediate end of all of its processes.
        with guarded(folder, cluster.process_id_file, signal.SIGQUIT):
            try:
                cluster.initialize()
                cluster.start()
                yield cluster
            finally:
                if cluster.process_id is not None:
                    cluster.stop()
