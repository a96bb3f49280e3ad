"""What is heard on the wire: where a command ends, where its answer does, and who is struck."""

from __future__ import annotations

import asyncio
import os
import socket
import socketserver
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import asyncpg
import psycopg
import pytest
from crashing import before

from crashqueue_faults.servers.postgres import started_cluster
from crashqueue_faults.targets.postgres_backend import PostgresBackend
from crashqueue_faults.targets.target import Victim
from crashqueue_faults.targets.trace import Moment, Point, Trace
from crashqueue_faults.targets.wire.framing import Framing
from crashqueue_faults.targets.wire.postgres import PostgresFraming
from crashqueue_faults.targets.wire.proxy import Proxy, proxied
from crashqueue_faults.targets.wire.resp import RespFraming

INCR = b"*2\r\n$4\r\nINCR\r\n$3\r\njob\r\n"


def message(kind: bytes, body: bytes = b"") -> bytes:
    return kind + struct.pack("!I", len(body) + 4) + body


def query(sql: str) -> bytes:
    return message(b"Q", sql.encode() + b"\0")


def parse(sql: str, name: str = "") -> bytes:
    return message(b"P", f"{name}\0{sql}\0".encode() + b"\0\0")


def execute(name: str = "") -> bytes:
    """Bind the statement to the unnamed portal, and run that."""
    return message(b"B", f"\0{name}\0".encode() + bytes(6)) + message(b"E", b"\0" + bytes(4))


STARTUP = struct.pack("!II", 8, 196608)
SYNC, FLUSH = message(b"S"), message(b"H")
READY = message(b"Z", b"I")
COMPLETE = message(b"C", b"SELECT 1\0")
COPY_IN = message(b"G", bytes(3))


def labels(framing: Framing, data: bytes) -> list[str | None]:
    return [request.label for request in framing.requests(data)]


def answers(framing: Framing, data: bytes) -> list[bool]:
    return [reply.answers for reply in framing.replies(data)]


@pytest.fixture
def postgres_wire() -> PostgresFraming:
    """Give a conversation whose client has been let in."""
    framing = PostgresFraming()
    assert labels(framing, STARTUP) == [None]
    assert answers(framing, message(b"R", bytes(4)) + READY) == [False, False]
    return framing


def test_a_simple_query_is_answered_when_the_server_is_ready(
    postgres_wire: PostgresFraming,
) -> None:
    assert labels(postgres_wire, query("SELECT 42")) == ["SELECT #"]
    assert answers(postgres_wire, COMPLETE + READY) == [False, True]


def test_it_does_not_matter_in_which_pieces_bytes_come(postgres_wire: PostgresFraming) -> None:
    sent = [
        request for byte in query("SELECT 1") for request in postgres_wire.requests(bytes([byte]))
    ]
    assert [(request.data, request.label) for request in sent] == [(query("SELECT 1"), "SELECT #")]
    heard = [reply for byte in COMPLETE + READY for reply in postgres_wire.replies(bytes([byte]))]
    assert [reply.data for reply in heard] == [COMPLETE, READY]


def test_an_extended_query_is_one_request_up_to_its_sync(postgres_wire: PostgresFraming) -> None:
    (request,) = postgres_wire.requests(parse("SELECT $1") + execute() + SYNC)
    assert request.label == "SELECT $1"
    assert answers(postgres_wire, message(b"1") + message(b"2") + COMPLETE + READY)[-1]


def test_what_a_flush_asks_for_is_passed_on_and_only_the_sync_is_answered(
    postgres_wire: PostgresFraming,
) -> None:
    assert labels(postgres_wire, parse("SELECT $1", "one") + FLUSH) == [None]
    assert answers(postgres_wire, message(b"1") + message(b"t", bytes(2))) == [False, False]
    assert labels(postgres_wire, execute("one") + SYNC) == ["SELECT $1"]
    assert answers(postgres_wire, COMPLETE + READY) == [False, True]
    assert labels(postgres_wire, execute("one") + SYNC) == ["SELECT $1"]


def test_a_statement_that_is_only_prepared_says_so(postgres_wire: PostgresFraming) -> None:
    assert labels(postgres_wire, parse("SELECT $1", "one") + SYNC) == ["PREPARE SELECT $1"]


def test_each_sync_of_a_pipeline_is_answered_in_its_turn(postgres_wire: PostgresFraming) -> None:
    pipeline = parse("SELECT 1") + execute() + SYNC + SYNC + parse("BEGIN") + execute() + SYNC
    assert labels(postgres_wire, pipeline) == ["SELECT #", None, "BEGIN"]
    assert answers(postgres_wire, READY + READY + READY) == [True, False, True]


def test_the_end_of_a_transaction_says_what_it_ends(postgres_wire: PostgresFraming) -> None:
    asked = [query(sql) for sql in ("BEGIN", "UPDATE job SET done = true", "COMMIT")]
    assert labels(postgres_wire, b"".join(asked))[-1] == "COMMIT of UPDATE job SET done = true"


def test_long_statements_keep_both_their_ends_and_lose_comments(
    postgres_wire: PostgresFraming,
) -> None:
    sql = f"SELECT first -- a comment\n, {'x, ' * 60} last FROM job"
    (label,) = labels(postgres_wire, query(sql))
    assert label is not None
    assert (label[:16], label[-13:], len(label)) == ("SELECT first , x", "last FROM job", 120)


def test_a_server_that_waits_for_data_to_copy_is_not_held_back(
    postgres_wire: PostgresFraming,
) -> None:
    assert labels(postgres_wire, query("COPY job FROM STDIN")) == ["COPY job FROM STDIN"]
    assert [reply.is_urgent for reply in postgres_wire.replies(COPY_IN)] == [True]
    assert labels(postgres_wire, message(b"d", b"1\n") + message(b"c")) == [None, None]
    assert answers(postgres_wire, COMPLETE + READY) == [False, True]


def test_of_the_two_syncs_around_copied_data_one_is_answered(
    postgres_wire: PostgresFraming,
) -> None:
    asked = parse("COPY job FROM STDIN") + execute() + SYNC
    assert labels(postgres_wire, asked) == ["COPY job FROM STDIN"]
    assert answers(postgres_wire, COPY_IN) == [False]
    assert labels(postgres_wire, message(b"c") + SYNC) == [None, None]
    assert labels(postgres_wire, query("SELECT 1")) == ["SELECT #"]
    assert answers(postgres_wire, READY + READY) == [True, True]


def test_a_notification_answers_nothing(postgres_wire: PostgresFraming) -> None:
    labels(postgres_wire, query("SELECT 1"))
    assert answers(postgres_wire, message(b"A", bytes(4) + b"jobs\0\0")) == [False]
    assert answers(postgres_wire, READY) == [True]


def test_who_asks_for_encryption_is_refused_and_a_cancellation_is_passed_on() -> None:
    framing = PostgresFraming()
    assert framing.refusal(struct.pack("!II", 8, 80877103)) == b"N"
    assert framing.refusal(struct.pack("!II", 8, 80877104)) == b"N"
    cancellation = struct.pack("!IIII", 16, 80877102, 1, 2)
    assert framing.refusal(cancellation) == b""
    assert labels(framing, cancellation) == [None]


def test_commands_to_redis_that_arrive_at_once_are_one_request() -> None:
    framing = RespFraming()
    assert labels(framing, INCR + INCR[:5]) == ["INCR job"]
    assert labels(framing, INCR[5:] + INCR) == ["INCR job; INCR job"]
    assert answers(framing, b"+OK\r\n+OK\r\n+OK\r\n") == [True, False, True]


@pytest.mark.parametrize(
    "reply",
    [b"$-1\r\n", b"$3\r\none\r\n", b"*2\r\n$1\r\na\r\n*1\r\n:1\r\n", b"%1\r\n+key\r\n_\r\n"],
)
def test_a_reply_of_redis_is_complete_at_its_last_byte(reply: bytes) -> None:
    framing = RespFraming()
    labels(framing, INCR)
    assert answers(framing, reply[:-1]) == []
    assert answers(framing, reply[-1:]) == [True]


def test_what_sets_up_a_connection_to_redis_is_passed_on_and_told_to_nobody() -> None:
    framing = RespFraming()
    hello = b"*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n"
    assert labels(framing, hello + hello) == [None]
    assert [(r.answers, r.is_urgent) for r in framing.replies(b"%0\r\n%0\r\n")] == [
        (False, True),
        (False, True),
    ]
    assert labels(framing, hello + INCR) == ["INCR job"]
    assert answers(framing, b"%0\r\n:1\r\n") == [False, True]


def test_who_subscribes_at_redis_is_left_alone_from_there() -> None:
    framing = RespFraming()
    subscription = b"*2\r\n$9\r\nSUBSCRIBE\r\n$4\r\njobs\r\n"
    assert labels(framing, subscription) == [None]
    assert labels(framing, INCR) == [None]
    assert answers(framing, b">3\r\n$9\r\nsubscribe\r\n$4\r\njobs\r\n:1\r\n") == [False]


class Server(socketserver.ThreadingUnixStreamServer):
    """Answers whatever comes with what it is told to, and remembers it."""

    daemon_threads = True

    def __init__(self, path: Path, answer: Callable[[bytes], bytes]) -> None:
        super().__init__(str(path), Answering)
        self.answer = answer
        self.heard: list[bytes] = []


class Answering(socketserver.BaseRequestHandler):
    server: Server

    def handle(self) -> None:
        while data := self.request.recv(4_096):
            self.server.heard.append(data)
            answer = self.server.answer(data)
            if answer.endswith(GOODBYE):
                self.request.sendall(answer.removesuffix(GOODBYE))
                return
            self.request.sendall(answer)


GOODBYE = b"(hangs up)"


@contextmanager
def serving(path: Path, answer: Callable[[bytes], bytes]) -> Iterator[Server]:
    with Server(path, answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@contextmanager
def client_of(path: Path) -> Iterator[socket.socket]:
    with closing(socket.socket(socket.AF_UNIX)) as client:
        client.settimeout(10)
        client.connect(str(path))
        yield client


class Meeting:
    """A client and a server with a proxy in between, and what is told of what they say."""

    def __init__(self, folder: Path, framing: Callable[[], Framing], armed: Point | None) -> None:
        self.upstream, self.path = folder / "server.sock", folder / "proxy.sock"
        self.trace = Trace(folder / "trace.jsonl", armed)
        self.struck: list[int] = []
        self.proxy = Proxy(self.upstream, framing, self.trace, self.struck.append)

    @property
    def points(self) -> list[tuple[str, str, int]]:
        return [
            (step.point.moment, step.point.label, step.point.occurrence)
            for step in self.trace.steps()
        ]


def test_both_sides_of_a_command_are_told_with_the_process_that_sent_it(folder: Path) -> None:
    meeting = Meeting(folder, RespFraming, None)
    with serving(meeting.upstream, lambda _: b"+OK\r\n"), proxied(meeting.path, meeting.proxy):
        for _ in range(2):
            with client_of(meeting.path) as client:
                client.sendall(INCR)
                assert client.recv(99) == b"+OK\r\n"
    assert meeting.points == [
        ("before", "INCR job", 1),
        ("after", "INCR job", 1),
        ("before", "INCR job", 2),
        ("after", "INCR job", 2),
    ]
    assert {step.process_id for step in meeting.trace.steps()} == {os.getpid()}


@pytest.mark.parametrize(("moment", "arrives"), [(Moment.BEFORE, 0), (Moment.AFTER, 1)])
def test_who_is_struck_before_a_command_has_not_sent_it_and_after_it_has_no_answer(
    folder: Path, moment: Moment, arrives: int
) -> None:
    meeting = Meeting(folder, RespFraming, Point(moment=moment, label="INCR job", occurrence=1))
    with (
        serving(meeting.upstream, lambda _: b"+OK\r\n") as server,
        proxied(meeting.path, meeting.proxy),
        client_of(meeting.path) as client,
    ):
        client.sendall(INCR)
        assert client.recv(99) == b""
        assert server.heard == [INCR] * arrives
    assert meeting.struck == [os.getpid()]


def test_one_is_struck_once(folder: Path) -> None:
    armed = before("INCR job")
    meeting = Meeting(folder, RespFraming, armed)
    with serving(meeting.upstream, lambda _: b"+OK\r\n"), proxied(meeting.path, meeting.proxy):
        for expected in (b"", b"+OK\r\n"):
            with client_of(meeting.path) as client:
                client.sendall(INCR)
                assert client.recv(99) == expected
    assert meeting.struck == [os.getpid()]


def test_where_there_is_no_server_nobody_is_let_in(folder: Path) -> None:
    meeting = Meeting(folder, RespFraming, None)
    with proxied(meeting.path, meeting.proxy), client_of(meeting.path) as client:
        assert client.recv(99) == b""


def test_the_last_words_of_a_server_are_passed_on(folder: Path) -> None:
    fatal = message(b"E", b"SFATAL\0\0")
    meeting = Meeting(folder, PostgresFraming, None)

    def answer(data: bytes) -> bytes:
        return READY if data == STARTUP else fatal + GOODBYE

    with (
        serving(meeting.upstream, answer),
        proxied(meeting.path, meeting.proxy),
        client_of(meeting.path) as client,
    ):
        client.sendall(STARTUP)
        assert client.recv(99) == READY
        client.sendall(query("SELECT 1"))
        assert client.recv(99) == fatal
        assert client.recv(99) == b""
    assert meeting.points == [("before", "SELECT #", 1)]


@pytest.fixture(scope="module")
def backend(folder_of_module: Path) -> Iterator[PostgresBackend]:
    with started_cluster() as cluster:
        made = PostgresBackend(cluster, folder_of_module)
        made.empty()
        yield made


def told(trace: Trace, moment: Moment) -> list[str]:
    return [step.point.label for step in trace.steps() if step.point.moment is moment]


def test_psycopg_is_heard_in_pipelines_copies_and_while_it_listens(
    folder: Path, backend: PostgresBackend
) -> None:
    trace = Trace(folder / "trace.jsonl")
    with (
        backend.watching(trace, Victim.PROCESS) as address,
        closing(psycopg.connect(address, autocommit=True)) as client,
    ):
        client.execute("CREATE TABLE job (id int)")
        client.execute("LISTEN jobs")
        with client.cursor().copy("COPY job FROM STDIN") as copy:
            copy.write("1\n2\n")
        with client.pipeline():
            client.execute("INSERT INTO job VALUES (%s)", (3,))
            client.execute("NOTIFY jobs")
        assert client.execute("SELECT sum(id) FROM job").fetchone() == (6,)
        assert [notice.channel for notice in client.notifies(timeout=10, stop_after=1)] == ["jobs"]
        with client.cursor().copy("COPY job TO STDOUT") as copy:
            assert list(copy.rows()) == [("1",), ("2",), ("3",)]
    heard = told(trace, Moment.BEFORE)
    assert heard == told(trace, Moment.AFTER)
    assert heard[:3] == ["CREATE TABLE job (id int)", "LISTEN jobs", "COPY job FROM STDIN"]
    assert heard[-2:] == ["SELECT sum(id) FROM job", "COPY job TO STDOUT"]


def test_a_query_can_be_cancelled(folder: Path, backend: PostgresBackend) -> None:
    trace = Trace(folder / "trace.jsonl")
    with (
        backend.watching(trace, Victim.PROCESS) as address,
        closing(psycopg.connect(address, autocommit=True)) as client,
    ):
        cancelling = threading.Timer(0.1, client.cancel_safe)
        cancelling.start()
        with pytest.raises(psycopg.errors.QueryCanceled):
            client.execute("SELECT pg_sleep(60)")
        cancelling.join()
        assert client.execute("SELECT 1").fetchone() == (1,)
    assert told(trace, Moment.AFTER) == ["SELECT pg_sleep(#)", "SELECT #"]


def test_asyncpg_is_heard_where_it_prepares_and_copies(
    folder: Path, backend: PostgresBackend
) -> None:
    backend.empty()
    trace = Trace(folder / "trace.jsonl")

    async def talk(words: dict[str, str]) -> int:
        client = await asyncpg.connect(
            host=words["host"], user=words["user"], database=words["dbname"]
        )
        await client.execute("CREATE TABLE IF NOT EXISTS task (id int)")
        await client.copy_records_to_table("task", records=[(1,), (2,)])
        total: int = await client.fetchval("SELECT sum(id) + $1 FROM task", 39)
        await client.close()
        return total

    with backend.watching(trace, Victim.PROCESS) as address:
        words = dict(word.split("=", 1) for word in address.split())
        assert asyncio.run(talk(words)) == 42
    heard = told(trace, Moment.BEFORE)
    assert heard == told(trace, Moment.AFTER)
    assert heard[-1] == "SELECT sum(id) + $1 FROM task"


def test_an_emptied_database_keeps_its_tables_and_parts_with_its_clients(
    backend: PostgresBackend,
) -> None:
    with closing(psycopg.connect(backend.address, autocommit=True)) as client:
        client.execute("CREATE TABLE kept (id serial)")
        client.execute("INSERT INTO kept DEFAULT VALUES")
        assert backend.empty()
        with pytest.raises(psycopg.OperationalError):
            client.execute("SELECT 1")
    backend.wait_for_the_dead()
    with closing(psycopg.connect(backend.address, autocommit=True)) as client:
        client.execute("INSERT INTO kept DEFAULT VALUES")
        assert client.execute("SELECT id FROM kept").fetchall() == [(1,)]
