"""What a target is: a queue library, how it is configured, and what it promises.

Whoever adds a queue writes one class like `Target` and names it in the entry-point group
`crashqueue.targets`. The laboratory calls its methods in processes of their own, forked from one
that has only imported the library: `prepare` is where it does so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from crashqueue_faults.targets.outcomes import Outcome

WORKER_NAME: Final = "CRASHQUEUE_WORKER_NAME"
"""The environment variable that names a worker whose configuration has a `naming`.

Without it the adapter leaves the name to the library.
"""


class Engine(StrEnum):
    """What the library keeps its jobs in."""

    SQLITE = "SQLite"
    POSTGRESQL = "PostgreSQL"
    REDIS = "Redis"


class Promise(StrEnum):
    """How often a job is executed when workers crash, as the library's documentation has it."""

    AT_MOST_ONCE = "at most once"
    AT_LEAST_ONCE = "at least once"
    NOT_STATED = "not stated"


class Victim(StrEnum):
    """What dies at a crash."""

    PROCESS = "process"
    """The process that sent the command: a child of a pool, killed for its memory."""
    TREE = "tree"
    """Every process of the worker: a container, or a machine."""
    CONNECTION = "connection"
    """No process: the connection that carries the command is closed, and the worker lives on."""
    NOBODY = "nobody"
    """The worker's first process is asked to end, with SIGTERM, and the job goes on meanwhile."""


class Role(StrEnum):
    """Which worker is run."""

    CRASHED = "crashed"
    RECOVERING = "recovering"


class JobState(StrEnum):
    """What the store says of the job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    ABSENT = "absent"
    """No trace of it: what most libraries leave of a finished job, and of a lost one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """What a library's documentation says, in its own words, and where."""

    text: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """One way to run the library.

    `settings` are shown in full, as a user would write them. `recovery` says what is done after the
    crash, and `patience_s` how long it is waited for; a job that the store forgets is final, with
    the effects there are, after `settling_s` more. `begins` is a regular expression for the label
    of the first command that is visited: with what a worker sends before it, it only starts. `ends`
    is one for the last, after the effect: with it the job is acknowledged. Where nothing is, `idle`
    is one for the commands with which an idle worker asks for work, which are not visited; neither
    are those that match `beside`, which a worker sends at any time while it does the job: how far
    that has come is chance.
    `naming` is how a user names a worker; it is empty where the store knows workers by no name, or
    by none that can be given.
    `by_design` says of outcomes that the promise forbids where the documentation announces them.
    """

    name: str
    settings: Mapping[str, object]
    promise: Promise
    quotation: Quotation
    recovery: str
    patience_s: float
    settling_s: float = 0.3
    begins: str = ""
    ends: str = r"(?!)"
    idle: str = r"(?!)"
    beside: str = r"(?!)"
    victim: Victim = Victim.TREE
    naming: str = ""
    by_design: Mapping[Outcome, Quotation] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """Where the library keeps its jobs: a private folder, and a server's address if it has one.

    The address of a PostgreSQL is a connection string of keywords and values, that of a Redis a
    URL. Both lead to a socket in the file system.
    """

    folder: Path
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What the store holds: the job's state, and all of it that a recovery may depend on.

    `content` names no time, identifier or process: two equal contents lead to the same recovery.
    """

    state: JobState
    content: str = ""


class Target(Protocol):
    """One queue library."""

    name: str
    library: str
    """The distribution whose version a report names."""
    engine: Engine
    configurations: Sequence[Configuration]

    def prepare(self) -> None:
        """Import the library, and start nothing: processes are forked afterwards."""
        ...

    def create(self, store: Store, configuration: Configuration) -> None:
        """Make the store, empty. It may be emptied for another case, and not made again."""
        ...

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        """Enqueue one job that calls `crashqueue_faults.targets.job.perform`."""
        ...

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        """Run the library's own worker, which never returns, or returns when it has no work.

        In the role RECOVERING, whatever the documentation says about jobs of dead workers is done.
        """
        ...

    def see(self, store: Store, configuration: Configuration) -> Sight:
        """Look into the store, without the library, and change nothing."""
        ...
