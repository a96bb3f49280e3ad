"""A queue moves from a SQLite file to PostgreSQL as it is, whole or not at all."""

from __future__ import annotations

import json
import signal
import tempfile
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from crashqueue_core import (
    CopyDiffers,
    InvalidArgument,
    LeasesRemain,
    NotAQueueDatabase,
    NotStorable,
    OutcomeUnknown,
    SchemaNotEmpty,
    SeededIdentity,
    ServerUnavailable,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreIOError,
    StoreNotFound,
)
from crashqueue_core.migration import migrating, moving

LATER_US = 10_000_000
AWKWARD = 'tab\t back\\slash \\N \b\f\r\n\v "quoted" é 🐘 \x01 \x7f'
NUMBERED = {"jobs": "job_number", "events": "event_sequence"}
IDENTITIES = "SELECT last_value FROM {schema}.{table}_{column}_seq"


@pytest.fixture
def engine() -> str:
    return "postgres"


def tell_nobody(_what: str, _done: int, _total: int) -> None:
    pass


@dataclass
class Move:
    """A queue in a file, and the bench in whose schema it is to arrive."""

    file: Any
    bench: Any
    path: Path
    progress: Any = tell_nobody

    def begin(self, **options: Any) -> Any:
        standard = {"schema": self.bench.schema, "clock": self.file.clock, "busy_timeout_us": 0}
        return migrating(self.path, **({"address": self.bench.place["path"]} | standard | options))

    def carry_out(self, prepare: Any = None, **options: Any) -> dict[str, moving.Moved]:
        """Move the queue, with something done before that; return what arrived."""
        with self.begin(**options) as migration:
            if prepare is not None:
                prepare(migration)
            migration.copy(self.progress)
            arrived: dict[str, moving.Moved] = migration.compare()
            migration.commit()
        return arrived

    def left_on_the_server(self) -> list[tuple[Any, ...]]:
        sql = "SELECT nspname FROM pg_namespace WHERE nspname = ?"
        return list(self.bench.rows(sql, self.bench.schema))


@pytest.fixture
def sqlite_bench(bench: Any, tmp_path: Path) -> Iterator[Any]:
    """A bench for the file."""
    made = type(bench).mro()[1](tmp_path)
    yield made
    made.close()


@pytest.fixture
def move(bench: Any, sqlite_bench: Any, do: Any) -> Move:
    """A queue with jobs in every state, awkward texts and limits, with nobody at work."""
    with sqlite_bench.open() as queue:
        for key in ("succeeded", "failed", "dead", "expired"):
            do.submit(queue, key, payload={"text": AWKWARD})
        do.submit(queue, "north", tenant="north")
        queue.limit_active_jobs(tenant="north", active_limit=3)
        queue.limit_active_jobs(tenant="jobless", active_limit=0)
        queue.succeed(**do.lease_of(do.claim(queue)), result={"done": True})
        queue.fail(**do.lease_of(do.claim(queue)), error=AWKWARD)
        queue.fail(**do.lease_of(do.claim(queue)), error="no", retryable=False)
        do.claim(queue)
        queue.cancel(job_id=do.submit(queue, "cancelled").job_id)
    sqlite_bench.clock.set(LATER_US)
    return Move(sqlite_bench, bench, sqlite_bench.path)


def test_every_row_arrives_as_it_is(move: Move) -> None:
    moved = move.carry_out()
    assert move.bench.dump() == move.file.dump()
    assert {name: table.rows for name, table in moved.items()} == {
        name: len(rows) for name, rows in move.file.dump().items()
    }


def test_states_and_limits_are_those_of_the_file(move: Move) -> None:
    move.carry_out()
    with move.file.open() as old, move.bench.open() as new:
        assert new.counts() == old.counts()
        assert new.list_jobs() == old.list_jobs()
        assert new.tenant("jobless") == old.tenant("jobless")


def test_numbers_go_on_after_the_last_one(move: Move, do: Any) -> None:
    move.carry_out()
    for table, column in NUMBERED.items():
        greatest = move.file.rows(f"SELECT max({column}) FROM {table}")
        named = IDENTITIES.format(schema=move.bench.schema, table=table, column=column)
        assert move.bench.rows(named) == greatest
    with move.bench.open(identity=SeededIdentity("another")) as queue:
        assert do.submit(queue, "next").submission_sequence == 6
        assert do.submit(queue, "next", tenant="north").submission_sequence == 2
        assert do.submit(queue, "first", tenant="new").submission_sequence == 1


def test_lease_that_ran_out_is_recovered_where_it_arrives(move: Move, do: Any) -> None:
    move.carry_out()
    move.bench.clock.set(LATER_US)
    with move.bench.open() as queue:
        (recovered,) = queue.recover_expired()
        assert do.kinds(queue, recovered.job_id) == "SUBMITTED CLAIMED LEASE_EXPIRED"


def test_empty_queue_arrives(move: Move, tmp_path: Path, do: Any) -> None:
    empty = tmp_path / "empty.sqlite"
    with move.file.open(path=str(empty)):
        pass
    move.path = empty
    assert {table.rows for table in move.carry_out().values()} == {0}
    with move.bench.open() as queue:
        assert do.submit(queue).submission_sequence == 1
        assert move.bench.rows("SELECT job_number FROM jobs") == [(1,)]


def test_empty_schema_is_filled_and_else_stays_empty(move: Move) -> None:
    move.bench.rows(f"CREATE SCHEMA {move.bench.schema}")
    with move.begin() as migration:
        migration.copy(move.progress)
    assert move.left_on_the_server() == [(move.bench.schema,)]
    move.carry_out()
    assert move.bench.dump() == move.file.dump()


@pytest.mark.parametrize("live_until_us", [LATER_US + 1, 2**62])
def test_live_lease_is_refused(move: Move, live_until_us: int) -> None:
    move.file.rows("UPDATE jobs SET lease_expires_at_us = ? WHERE state = 'LEASED'", live_until_us)
    with pytest.raises(LeasesRemain, match="live leases: 1") as caught, move.begin():
        pass
    assert caught.value.data == {"leased_jobs": 1, "last_expires_at_us": live_until_us}
    assert move.left_on_the_server() == []


def test_lease_is_judged_by_the_time_that_the_queue_has_reached(move: Move, do: Any) -> None:
    with move.file.open() as queue:
        do.submit(queue, "late")
    move.file.clock.set(0)  # before the lease's deadline, which the queue has seen pass
    move.carry_out()
    assert move.bench.dump() == move.file.dump()


def test_queue_that_somebody_has_open_is_refused(move: Move) -> None:
    with move.file.open() as idle:
        with pytest.raises(StoreBusy, match="somebody has the queue open"), move.begin():
            pass
        assert idle.list_jobs().jobs
    assert move.left_on_the_server() == []


def test_nobody_can_open_the_queue_meanwhile(move: Move) -> None:
    with move.begin() as migration:
        with pytest.raises(StoreBusy):
            move.file.open()
        migration.copy(move.progress)
        with pytest.raises(StoreBusy):
            move.file.open()
    move.file.open().close()


def test_what_is_not_committed_is_seen_by_nobody_and_leaves_nothing(move: Move) -> None:
    before = move.file.dump()
    with move.begin() as migration:
        migration.copy(move.progress)
        assert move.left_on_the_server() == []
        with pytest.raises(StoreNotFound):
            move.bench.open(create=False)
        assert migration.connection.info.transaction_status.name == "INTRANS"
    assert move.left_on_the_server() == []
    assert move.file.dump() == before


def test_second_migration_is_refused_and_the_first_untouched(move: Move) -> None:
    move.carry_out()
    before = move.bench.dump()
    with pytest.raises(SchemaNotEmpty) as caught:
        move.carry_out()
    assert caught.value.data == {"schema": move.bench.schema}
    assert move.bench.dump() == before


def test_foreign_schema_is_refused_untouched(move: Move) -> None:
    move.bench.rows(f"CREATE SCHEMA {move.bench.schema}")
    move.bench.rows("CREATE TABLE jobs (job_id text)")
    with pytest.raises(NotAQueueDatabase):
        move.carry_out()
    assert move.bench.rows("SELECT * FROM jobs") == []


@pytest.mark.parametrize(
    "options",
    [{"schema": "No"}, {"address": "postgresql://bob:xyz@zzy@h/d"}, {"busy_timeout_us": -1}],
)
def test_argument_that_cannot_be_is_refused(move: Move, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument) as caught:
        move.carry_out(**options)
    assert "zzy" not in str(caught.value)


def test_server_that_cannot_be_reached_is_told(move: Move) -> None:
    with pytest.raises(ServerUnavailable) as caught:
        move.carry_out(address="postgresql://bob:secret@localhost:1/db")
    assert "secret" not in str(caught.value)


def test_large_payloads_arrive(move: Move, do: Any) -> None:
    with move.file.open() as queue:
        for key in ("large", "larger"):
            do.submit(queue, key, payload=AWKWARD * 10_000)
    move.carry_out()
    assert move.bench.dump() == move.file.dump()


def test_text_that_the_server_cannot_hold_is_named(move: Move) -> None:
    move.file.rows("UPDATE attempts SET error = 'a' || char(0) || 'b' WHERE error = 'no'")
    ((job_id,),) = move.file.rows("SELECT job_id FROM jobs WHERE idempotency_key = 'dead'")
    with pytest.raises(NotStorable) as caught:
        move.carry_out()
    assert caught.value.data == {"table": "attempts", "job_id": job_id, "attempt_number": 1}
    assert move.left_on_the_server() == []


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("DROP TABLE attempts", StoreCorrupt),
        ("UPDATE jobs SET job_type = CAST(x'ff' AS TEXT)", StoreIOError),
        ("UPDATE attempts SET job_id = 'nobody' WHERE error = 'no'", StoreCorrupt),
    ],
    ids=["no table", "no text", "no such job"],
)
def test_file_that_cannot_be_read_leaves_nothing(
    move: Move, statement: str, refusal: type[StoreError]
) -> None:
    move.file.rows(statement)
    with pytest.raises(StoreError) as caught:
        move.carry_out()
    assert type(caught.value) is refusal
    assert move.left_on_the_server() == []


def test_event_that_is_lost_on_the_way_is_found(
    move: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drop_one(lines: Iterator[bytes], table: Any, *_: object) -> Iterator[bytes]:
        for number, line in enumerate(lines):
            if (table.name, number) != ("events", 3):
                yield line

    monkeypatch.setattr(moving, "_told", drop_one)
    with pytest.raises(CopyDiffers) as caught:
        move.carry_out()
    ((count,),) = move.file.rows("SELECT count(*) FROM events")
    lost = {"table": "events", "rows_sent": count, "rows_arrived": count - 1}
    assert caught.value.data == lost
    assert move.left_on_the_server() == []


def test_progress_tells_the_table_and_how_much_of_it(
    move: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "_ROWS_BETWEEN_REPORTS", 4)
    told: list[tuple[str, int, int]] = []
    move.progress = lambda *report: told.append(report)
    move.carry_out()
    assert ("jobs copied", 4, 6) in told
    assert [report for report in told if report[0] == "events copied"][-1][1] > 8


def test_connection_that_is_cut_leaves_nothing(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "_ROWS_BETWEEN_REPORTS", 1)
    with move.begin() as migration, closing(move.bench.connect()) as killer:
        pid = migration.connection.info.backend_pid

        def cut(what: str, done: int, _total: int) -> None:
            if (what, done) == ("events copied", 3):
                killer.execute("SELECT pg_terminate_backend(%s, 10000)", (pid,))

        with pytest.raises(psycopg.OperationalError):
            migration.copy(cut)
    assert move.left_on_the_server() == []
    move.carry_out()
    assert move.bench.dump() == move.file.dump()


def test_end_of_the_connection_is_told_in_the_queues_words(move: Move) -> None:
    def end(migration: Any) -> None:
        pid = migration.connection.info.backend_pid
        move.bench.rows("SELECT pg_terminate_backend(?, 10000)", pid)

    with pytest.raises(ServerUnavailable):
        move.carry_out(prepare=end)


def test_full_disk_leaves_nothing(move: Move) -> None:
    function = f"{move.bench.schema}.fill()"

    def fill(migration: Any) -> None:
        migration.connection.execute(
            f"CREATE FUNCTION {function} RETURNS trigger LANGUAGE plpgsql AS "
            "'BEGIN RAISE disk_full; END'"
        )
        migration.connection.execute(
            f"CREATE TRIGGER full_disk BEFORE INSERT ON {move.bench.schema}.events FOR EACH ROW "
            f"WHEN (NEW.event_sequence = 9) EXECUTE FUNCTION {function}"
        )

    with pytest.raises(StoreFull) as caught:
        move.carry_out(prepare=fill)
    assert caught.value.data["sqlstate"] == "53100"
    assert move.left_on_the_server() == []
    move.carry_out()
    assert move.bench.dump() == move.file.dump()


DIES = """
import json, os, signal, sys
from pathlib import Path
from crashqueue_core import ManualClock
from crashqueue_core.migration import migrating, moving
moving._ROWS_BETWEEN_REPORTS = 1
path, address, schema, how, where = json.loads(sys.argv[1])
def die(what="", done=0, total=0):
    if (what, done) != ("events copied", 5) and what:
        return
    if how == "exit":
        os._exit(86)
    os.kill(os.getpid(), signal.SIGKILL)
clock = ManualClock(10_000_000)
with migrating(Path(path), address, schema=schema, clock=clock) as migration:
    migration.copy(die if where == "half-way" else lambda *_: None)
    migration.compare()
    die()
"""


@pytest.mark.parametrize("where", ["half-way", "before the commit"])
@pytest.mark.parametrize(("how", "code"), [("exit", 86), ("kill", -signal.SIGKILL)])
def test_process_that_dies_leaves_nothing(
    move: Move, start_child: Any, how: str, code: int, where: str
) -> None:
    orders = [str(move.path), move.bench.place["path"], move.bench.schema, how, where]
    child = start_child(DIES, json.dumps(orders))
    _, errors = child.communicate()
    assert (child.returncode, errors) == (code, "")
    assert move.left_on_the_server() == []
    # The server may still be undoing what the process began.
    move.carry_out(busy_timeout_us=30_000_000)
    assert move.bench.dump() == move.file.dump()


@pytest.mark.parametrize(("loss", "arrived"), [("the answer", True), ("the question", False)])
def test_lost_answer_to_the_commit_is_told(
    move: Move, sibling: Any, loss: str, arrived: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:  # a socket's path must be short
        proxy = sibling("postgres_proxy").Proxy(Path(folder), move.bench.dsn)
        address = f"{move.bench.place['path']}&host={folder}&port=5432&sslmode=disable"
        proxy.losing = loss
        with pytest.raises(OutcomeUnknown, match="refused if it has arrived"):
            move.carry_out(address=address)
        proxy.close()
    with pytest.raises(SchemaNotEmpty) if arrived else nullcontext():
        move.carry_out(busy_timeout_us=30_000_000)
    assert move.bench.dump() == move.file.dump()
