"""A queue as people make it at home, a table and a loop, and what can be wrong with its worker."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from crashqueue_faults.targets.job import perform
from crashqueue_faults.targets.target import (
    WORKER_NAME,
    Configuration,
    Engine,
    JobState,
    Promise,
    Quotation,
    Role,
    Sight,
    Store,
    Victim,
)

DEFAULT = Configuration(
    name="default",
    settings={"worker": "UPDATE jobs SET state = 'running' …"},
    promise=Promise.AT_LEAST_ONCE,
    quotation=Quotation(text="Every job is done.", source="https://example.org/homemade"),
    recovery="start the worker again",
    patience_s=0.3,
    settling_s=0.05,
    ends=r"^UPDATE jobs SET state = 'done'",
)
CLAIM = "UPDATE jobs SET state = 'running' WHERE state = 'waiting'"
STATES = {"waiting": JobState.WAITING, "running": JobState.RUNNING, "done": JobState.DONE}


class Homemade:
    """Claims without a lease: a job whose worker dies is never taken again."""

    name = "homemade"
    library = "crashqueue-faults"
    engine = Engine.SQLITE
    configurations: Sequence[Configuration] = (DEFAULT, replace(DEFAULT, name="again"))

    def prepare(self) -> None:
        pass

    def create(self, store: Store, configuration: Configuration) -> None:
        self.run(store, "CREATE TABLE jobs (state TEXT)")

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        self.run(store, "INSERT INTO jobs VALUES ('waiting')")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        with closing(self.connect(store)) as connection:
            if configuration.name == "again":
                connection.execute("UPDATE jobs SET state = 'waiting' WHERE state = 'running'")
            if connection.execute(CLAIM).rowcount:
                self.perform()
                connection.execute("UPDATE jobs SET state = 'done'")

    def see(self, store: Store, configuration: Configuration) -> Sight:
        with closing(self.connect(store)) as connection:
            row = connection.execute("SELECT state FROM jobs").fetchone()
        return Sight(state=STATES[row[0]], content=row[0]) if row else Sight(state=JobState.ABSENT)

    def perform(self) -> None:
        perform()

    def connect(self, store: Store) -> sqlite3.Connection:
        return sqlite3.connect(self.file(store), isolation_level=None)

    def run(self, store: Store, statement: str) -> None:
        with closing(self.connect(store)) as connection:
            connection.execute(statement)

    def file(self, store: Store) -> Path:
        return store.folder / "jobs.sqlite"


class Forgetful(Homemade):
    """Deletes the job when it takes it, and has nothing left of it."""

    name = "forgetful"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        with closing(self.connect(store)) as connection:
            if connection.execute("DELETE FROM jobs").rowcount:
                self.perform()


class Twice(Homemade):
    """Does the job twice."""

    name = "twice"

    def perform(self) -> None:
        perform()
        perform()


class Elsewhere(Homemade):
    """Keeps the job where no command is heard."""

    name = "elsewhere"

    def file(self, store: Store) -> Path:
        return store.folder.parent / "elsewhere.sqlite"

    def create(self, store: Store, configuration: Configuration) -> None:
        self.file(store).unlink(missing_ok=True)
        super().create(store, configuration)


class Hanging(Homemade):
    """Never comes to an end, whatever it is told."""

    name = "hanging"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        threading.Event().wait()


class Ending(Homemade):
    """Ends at once."""

    name = "ending"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        sys.exit(3)


class Failing(Homemade):
    """Is broken."""

    name = "failing"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        raise ValueError("the worker is broken")

    def create(self, store: Store, configuration: Configuration) -> None:
        if (store.folder.parent / "no-store").exists():
            raise ValueError("the store is broken")
        super().create(store, configuration)


class Talking(Homemade):
    """Says things, on standard output too, where answers are expected; and reads."""

    name = "talking"

    def prepare(self) -> None:
        os.write(1, b"imported\n")

    def perform(self) -> None:
        os.write(1, b"\xff performed\n")
        print("read:", repr(sys.stdin.read()), flush=True)  # noqa: T201 - what libraries do
        super().perform()

    def see(self, store: Store, configuration: Configuration) -> Sight:
        os.write(1, b'{"answer": {"state": "done", "content": ""}}\n')
        return super().see(store, configuration)


class Dying(Homemade):
    """Takes the process that everything is forked from with it."""

    name = "dying"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        os.kill(os.getppid(), signal.SIGKILL)


class Supervised(Homemade):
    """Starts a worker, in a process of its own, until one of them ends well."""

    name = "supervised"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        again = next(one for one in self.configurations if one.name == "again")
        for _ in range(3):
            child = os.fork()
            if child == 0:
                super().work(store, again, role)
                os._exit(0)
            if os.waitpid(child, 0)[1] == 0:
                return


class Littering(Homemade):
    """Leaves a process of another group behind for each worker."""

    name = "littering"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        left = subprocess.Popen(["sleep", "60"], process_group=0)
        with (store.folder.parent / "left").open("a") as file:
            file.write(f"{left.pid}\n")
        super().work(store, configuration, role)
        left.poll()


class Stubborn(Homemade):
    """Does its job, and does not end when it is asked to."""

    name = "stubborn"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        super().work(store, configuration, role)
        threading.Event().wait()


class Counting(Homemade):
    """Counts how often a job was claimed, and gives it up after three times."""

    name = "counting"

    def create(self, store: Store, configuration: Configuration) -> None:
        self.run(store, "CREATE TABLE jobs (state TEXT, attempts INTEGER DEFAULT 0)")

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        self.run(store, "INSERT INTO jobs (state) VALUES ('waiting')")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        with closing(self.connect(store)) as connection:
            if connection.execute("SELECT attempts FROM jobs").fetchone() == (3,):
                connection.execute("UPDATE jobs SET state = 'failed'")
                return
            connection.execute("UPDATE jobs SET state = 'running', attempts = attempts + 1")
            self.perform()
            connection.execute("UPDATE jobs SET state = 'done'")

    def see(self, store: Store, configuration: Configuration) -> Sight:
        with closing(self.connect(store)) as connection:
            state, attempts = connection.execute("SELECT * FROM jobs").fetchone()
        known = STATES | {"failed": JobState.FAILED}
        return Sight(state=known[state], content=f"{state}, attempts: {attempts}")


class Respawning(Homemade):
    """Starts a worker, in a process of its own, again and again."""

    name = "respawning"
    configurations: Sequence[Configuration] = (
        replace(DEFAULT, name="again", victim=Victim.PROCESS, patience_s=20.0),
    )

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        while True:
            child = os.fork()
            if child == 0:
                super().work(store, configuration, role)
                os._exit(0)
            os.waitpid(child, 0)


class Halfway(Homemade):
    """Notes that it recovers, and never recovers what is noted."""

    name = "halfway"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        with closing(self.connect(store)) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS recoveries (number INTEGER PRIMARY KEY)")
            if role is Role.RECOVERING:
                noted = connection.execute("INSERT OR IGNORE INTO recoveries VALUES (1)")
                if noted.rowcount:
                    connection.execute("UPDATE jobs SET state = 'waiting'")
            if connection.execute(CLAIM).rowcount:
                self.perform()
                connection.execute("UPDATE jobs SET state = 'done'")


class Named(Homemade):
    """Takes back what any other name than its own has: its own is at work, it believes."""

    name = "named"
    configurations: Sequence[Configuration] = (replace(DEFAULT, naming="CRASHQUEUE_WORKER_NAME"),)

    def create(self, store: Store, configuration: Configuration) -> None:
        self.run(store, "CREATE TABLE jobs (state TEXT, owner TEXT)")

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        self.run(store, "INSERT INTO jobs (state) VALUES ('waiting')")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        me = os.environ.get(WORKER_NAME, str(os.getpid()))
        with closing(self.connect(store)) as connection:
            connection.execute(
                "UPDATE jobs SET state = 'waiting' WHERE state = 'running' AND owner != ?", (me,)
            )
            if connection.execute(
                "UPDATE jobs SET state = 'running', owner = ? WHERE state = 'waiting'", (me,)
            ).rowcount:
                self.perform()
                connection.execute("UPDATE jobs SET state = 'done'")


class Popping(Homemade):
    """Keeps jobs in a list of Redis, and takes one with a command that forgets it."""

    name = "popping"
    engine = Engine.REDIS
    configurations: Sequence[Configuration] = (
        replace(DEFAULT, name="default"),
        replace(DEFAULT, name="moving"),
    )

    def create(self, store: Store, configuration: Configuration) -> None:
        pass

    def enqueue(self, store: Store, configuration: Configuration) -> None:
        with self.client(store) as redis:
            redis.rpush("waiting", "job")

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        with self.client(store) as redis:
            if configuration.name == "moving":
                self.move(redis)
            elif redis.lpop("waiting"):
                self.perform()

    def move(self, redis: Redis) -> None:
        """Take what was left, then a new one, and forget it when it is done."""
        if redis.lrange("taken", 0, 0) or redis.lmove("waiting", "taken"):
            self.perform()
            redis.lpop("taken")

    def see(self, store: Store, configuration: Configuration) -> Sight:
        with self.client(store) as redis:
            waiting, taken = redis.llen("waiting"), redis.llen("taken")
        state = JobState.WAITING if waiting else JobState.RUNNING if taken else JobState.ABSENT
        return Sight(state=state, content=f"waiting: {waiting}, taken: {taken}")

    def client(self, store: Store) -> Redis:
        return Redis.from_url(store.address, retry=Retry(NoBackoff(), 0))


class Clinging(Popping):
    """Notices that the connection is gone, and does nothing about it."""

    name = "clinging"

    def work(self, store: Store, configuration: Configuration, role: Role) -> None:
        try:
            super().work(store, configuration, role)
        except RedisError:
            threading.Event().wait()


class AtMostOnce(Homemade):
    """Promises to do a job at most once, and takes it again where it is configured to."""

    name = "at-most-once"
    configurations: Sequence[Configuration] = tuple(
        replace(DEFAULT, name=name, promise=Promise.AT_MOST_ONCE) for name in ("default", "again")
    )
