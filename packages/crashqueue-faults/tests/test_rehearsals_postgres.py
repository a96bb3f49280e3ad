"""The rehearsals on a PostgreSQL server: the same stories, the same reports, nothing left there."""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from multiprocessing import Pipe
from typing import Any

import psycopg
import pytest

from crashqueue_core import (
    DurableQueue,
    InvalidArgument,
    Job,
    ServerUnavailable,
    StoreCorrupt,
    StoreUnavailable,
)
from crashqueue_core.lifecycle import Transition
from crashqueue_core.store.postgres import PostgresStore
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_statements import PostgresStatements
from crashqueue_core.store.rows import job_from_row
from crashqueue_faults import (
    InvalidExperiment,
    Progress,
    RehearsalInterrupted,
    run_backlog,
    run_crash,
    run_lease_loss,
    run_race,
)
from crashqueue_faults.place import Place
from crashqueue_faults.rehearsals import backlog, crash_child, private_schema, race
from crashqueue_faults.rehearsals.hosting import make_exclusively
from crashqueue_faults.rehearsals.racing import Outcomes, Part
from crashqueue_faults.servers import postgres as servers


@pytest.fixture
def address(postgres: Any) -> str:
    return str(postgres.address(postgres.dsn))


def schemas(postgres: Any) -> list[str]:
    """Return the schemas that rehearsals have made and not removed."""
    with closing(psycopg.connect(postgres.dsn)) as connection:
        sql = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'crashqueuelab%'"
        return [name for (name,) in connection.execute(sql)]


@pytest.mark.parametrize("run", [run_lease_loss, run_crash])
def test_report_is_that_of_a_file(run: Any, address: str, postgres: Any) -> None:
    assert run(seed=3, database=address).report == run(seed=3).report
    assert schemas(postgres) == []


def test_every_round_on_a_server_has_one_winner(address: str, postgres: Any) -> None:
    told: list[Progress] = []
    experiment = run_race(workers=3, rounds=10, database=address, progress=told.append)
    assert experiment.report["differs_from_expectation"] == []
    assert experiment.report["outcomes"] == {"claimed": 10, "lease_busy": 20}
    assert experiment.report["rounds_with_exactly_one_winner"] == 10
    assert [progress.done for progress in told] == list(range(1, 11))
    assert schemas(postgres) == []
    on_a_file = run_race().report
    assert sorted(experiment.report) == sorted(on_a_file)
    assert len(experiment.report["limits"]) == len(on_a_file["limits"])


@pytest.mark.parametrize("is_on_a_server", [False, True])
def test_each_job_of_a_backlog_is_claimed_once_and_in_order(
    is_on_a_server: bool, address: str
) -> None:
    told: list[Progress] = []
    database = address if is_on_a_server else None
    experiment = run_backlog(workers=3, jobs=60, database=database, progress=told.append)
    assert experiment.report["differs_from_expectation"] == []
    assert experiment.report["jobs_claimed_exactly_once"] == 60
    assert experiment.report["workers_whose_claims_are_in_order"] == 3
    assert experiment.report["jobs_by_state"] == {"SUCCEEDED": 60}
    assert (told[-1].done, told[-1].total, told[-1].label) == (60, 60, "jobs")


@pytest.mark.parametrize("numbers", [{"workers": 1}, {"jobs": 0}, {"jobs": 100_001}, {"seed": -1}])
def test_backlog_of_unusable_numbers_is_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(InvalidExperiment):
        run_backlog(**numbers)


def test_server_can_be_started_for_the_rehearsal() -> None:
    assert run_lease_loss(start_server=True).report == run_lease_loss().report


def test_schema_is_dropped_after_a_rehearsal_that_failed(
    address: str, postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race, "run_part", print)
    with pytest.raises(RehearsalInterrupted):
        run_race(database=address)
    assert schemas(postgres) == []


def test_password_that_is_not_quoted_is_not_repeated() -> None:
    with pytest.raises(InvalidArgument) as refusal:
        run_race(database="postgresql://me:sec/ret@host/db")
    assert "sec/ret" not in str(refusal.value.as_dict())


@pytest.mark.parametrize("run", [run_lease_loss, run_crash, run_race, run_backlog])
@pytest.mark.parametrize(
    "arguments",
    [
        {"database": "queue.sqlite"},
        {"database": 7},
        {"database": ""},
        {"database": "postgresql:///", "start_server": True},
    ],
)
def test_place_that_is_none_is_refused(run: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidExperiment) as refusal:
        run(**arguments)
    assert refusal.value.data["argument"] in ("database", "start_server")


def test_server_out_of_reach_is_named() -> None:
    with pytest.raises(ServerUnavailable):
        run_lease_loss(database="postgresql://nobody@127.0.0.1:1/postgres")


def test_address_that_cannot_be_understood_keeps_its_password() -> None:
    with pytest.raises(InvalidArgument) as refusal:
        run_lease_loss(database="postgresql://me:secret@host/%zz")
    assert "secret" not in str(refusal.value.as_dict())


def test_statement_that_the_server_refuses_is_an_error_of_the_store(address: str) -> None:
    with pytest.raises(StoreUnavailable) as refusal, private_schema.connected(address) as asked:
        asked.execute("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57P03'; END $$")
    assert refusal.value.data["sqlstate"] == "57P03"
    with pytest.raises(StoreCorrupt), private_schema.connected(address) as asked:
        asked.execute("SELECT 1 FROM nowhere")


def test_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "crashqueue_faults.rehearsals.private_schema", None)
    with pytest.raises(StoreUnavailable, match=r"crashqueue-faults\[postgres\]"):
        run_lease_loss(start_server=True)


def test_child_never_uses_a_schema_that_exists(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Place(address=address, schema="crashqueuelab_mine")
    make_exclusively(place)
    orders = json.dumps({"address": address, "schema": place.schema, "seed": 1})
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{orders}\n"))
    with private_schema.private_schema(address, "crashqueuelab_mine"):
        assert crash_child.main([]) == 2
        assert "the schema crashqueuelab_mine exists" in capsys.readouterr().err
        with pytest.raises(StoreUnavailable):
            DurableQueue(**place.where, create=False)


def test_tables_that_disagree_with_their_keys_are_seen(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_schema, "_count", lambda connection, table, way: len(way))
    report = run_lease_loss(database=address).report
    assert report["evidence"] == {"integrity_ok": False, "invariants": "HOLDS"}
    assert report["differs_from_expectation"] == ["evidence"]


def test_more_jobs_than_a_batch_may_hold_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crashqueue_faults.rehearsals.stage.MAX_BATCH", 2)
    report = run_backlog(jobs=5).report
    assert report["differs_from_expectation"] == []
    assert report["jobs_by_state"] == {"SUCCEEDED": 5}


class InterruptedOnce:
    """A program during whose run Ctrl-C is pressed."""

    def __init__(self) -> None:
        self.waits = 0

    def wait(self) -> int:
        self.waits += 1
        if self.waits == 1:
            raise KeyboardInterrupt
        return 0


def test_interrupted_program_of_the_server_is_waited_for() -> None:
    program: Any = InterruptedOnce()
    with pytest.raises(KeyboardInterrupt):
        servers._waited_for(program)
    assert program.waits == 2


class NaiveStatements(PostgresStatements):
    """Looks first and writes later, as a queue without locks does."""

    look_together: Callable[[], object]

    def job(self, job_id: str) -> Job | None:
        (row,) = self._rounds.ask(self._queries.job, *self._scope, job_id)
        type(self).look_together()
        return job_from_row(row)

    def expect_claims(self, limit: int, checkpoint_versions: tuple[int, ...]) -> None:
        """Lock nothing."""

    def claimable_jobs(
        self, now_us: int, limit: int, checkpoint_versions: tuple[int, ...]
    ) -> tuple[Job, ...]:
        unlocked = self._queries.claimable.replace("FOR UPDATE SKIP LOCKED", "")
        rows = self._rounds.ask(unlocked, *self._scope, 1, now_us, limit, limit)
        type(self).look_together()
        return tuple(map(job_from_row, rows))

    def apply(self, transition: Transition) -> None:
        job = transition.job
        sql = f'UPDATE "{self._schema}".jobs SET state = %s, lease_worker_id = %s, lease_token = %s'
        lease = (job.lease_worker_id, job.lease_token)
        written = f"{sql}, lease_expires_at_us = %s, fence = %s WHERE job_id = %s"
        values = (job.state, *lease, job.lease_expires_at_us, job.fence, job.job_id)
        self._rounds.tell(Change(written, values))
        self.transitions.append(transition)


class NaiveStore(PostgresStore):
    transaction_kind = NaiveStatements


def run_in_threads(
    play: Callable[..., None], parts: Sequence[Part], told: Callable[[int], None]
) -> list[Outcomes]:
    """Play all parts in this process, where a bug can be planted."""
    barrier = threading.Barrier(len(parts))
    pipes = [Pipe(duplex=False) for _ in parts]
    threads = [
        threading.Thread(target=play, args=(part, barrier, theirs))
        for part, (_, theirs) in zip(parts, pipes, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [last_message(ours) for ours, _ in pipes]


def last_message(channel: Any) -> Outcomes:
    with channel:
        while not isinstance(message := channel.recv(), Outcomes):
            pass
    return message


@pytest.fixture
def naive_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two workers in one process use the naive store, and both look before either writes."""
    looks = threading.local()
    both_have_looked = threading.Barrier(2)

    def look_together() -> None:
        if not hasattr(looks, "has_looked"):
            looks.has_looked = True
            both_have_looked.wait(60)

    monkeypatch.setattr(NaiveStatements, "look_together", look_together, raising=False)
    naive = partial(DurableQueue, open_store=NaiveStore)
    monkeypatch.setattr("crashqueue_faults.rehearsals.stage.DurableQueue", naive)
    monkeypatch.setattr(race, "run_parts", run_in_threads)
    monkeypatch.setattr(backlog, "run_parts", run_in_threads)


@pytest.mark.usefixtures("naive_workers")
def test_two_winners_of_a_queue_without_locks_are_seen(address: str) -> None:
    report = run_race(database=address).report
    assert report["rounds_with_exactly_one_winner"] == 0
    assert report["evidence"]["invariants"] == "VIOLATED"
    assert {"outcomes", "rounds_with_exactly_one_winner"} <= {*report["differs_from_expectation"]}


@pytest.mark.usefixtures("naive_workers")
def test_job_that_is_claimed_twice_is_seen(address: str) -> None:
    report = run_backlog(database=address, jobs=3).report
    assert report["claims_in_all"] > 3
    assert report["jobs_claimed_exactly_once"] < 3
    assert "jobs_claimed_exactly_once" in report["differs_from_expectation"]


def test_claims_out_of_order_are_seen() -> None:
    seen = [
        Outcomes(process_id=1, outcomes=("first", "third")),
        Outcomes(process_id=2, outcomes=("fourth", "second")),
    ]
    facts = backlog._facts(seen, ["first", "second", "third", "fourth"], 2)
    assert facts["workers_whose_claims_are_in_order"] == 1
    assert facts["jobs_claimed_exactly_once"] == 4
