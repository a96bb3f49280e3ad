"""A live PostgreSQL: staged exactly as a dump of it, only read, and never without a time limit."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from crashqueue_verify.staging import postgresql_catalogue, postgresql_session, postgresql_source
from crashqueue_verify.staging.catalogue import RawColumn
from crashqueue_verify.staging.dump import open_dump
from crashqueue_verify.staging.errors import (
    PostgresMissing,
    PostgresRefused,
    PostgresTimeout,
    PostgresUnreachable,
    RowTooLarge,
)
from crashqueue_verify.staging.postgresql import open_postgresql

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crashqueue_verify.staging.catalogue import RawTable, Source

EVERYTHING = Path(__file__).with_name("everything.sql")


class Nowhere:
    def insert(self, rows: Any) -> None:
        for _ in rows:
            pass


def table(source: Source, name: str) -> RawTable:
    (found,) = (table for table in source.catalogue.tables if table.name == name)
    return found


@pytest.fixture(scope="module")
def postgres(cluster_server: Any) -> Any:
    """A server that knows everything that everything.sql asks for, whichever the run is on."""
    return cluster_server


@pytest.fixture(scope="module")
def everything(postgres: Any) -> str:
    dsn: str = postgres.create("everything", EVERYTHING.read_text())
    return dsn


@pytest.fixture(scope="module")
def live(everything: str, read_all: Callable[[Any], Any]) -> Any:
    with open_postgresql(everything, statement_timeout_s=60) as source:
        return read_all(source)


@pytest.fixture
def connection(everything: str) -> Iterator[psycopg.Connection]:
    with contextlib.closing(psycopg.connect(everything, autocommit=True)) as opened:
        yield opened


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--verbose", "--create", "--clean", "--if-exists"),
        ("--inserts",),
        ("--column-inserts",),
        ("--rows-per-insert=7", "--on-conflict-do-nothing"),
        ("--compress=6",),
        ("--disable-dollar-quoting", "--no-owner", "--no-privileges"),
    ],
    ids=" ".join,
)
def test_dump_and_live_database_are_staged_alike(
    everything: str,
    postgres: Any,
    live: Any,
    tmp_path: Path,
    read_all: Callable[[Any], Any],
    options: tuple[str, ...],
) -> None:
    path = tmp_path / "everything.sql"
    path.write_bytes(postgres.dump(everything, *options))
    with open_dump(path) as source:
        dumped = read_all(source)
    for table in live.catalogue.tables:
        assert dumped.table(table.name) == table
    assert dumped.catalogue == live.catalogue
    assert dumped.rows == live.rows


def test_dump_with_every_name_quoted_has_the_same_columns_and_rows(
    everything: str, postgres: Any, live: Any, tmp_path: Path, read_all: Callable[[Any], Any]
) -> None:
    path = tmp_path / "everything.sql"
    path.write_bytes(postgres.dump(everything, "--quote-all-identifiers"))
    with open_dump(path) as source:
        dumped = read_all(source)
    assert dumped.rows == live.rows
    for table in live.catalogue.tables:
        assert dumped.table(table.name).columns == table.columns


def test_data_without_declarations_is_staged_as_text(
    everything: str, postgres: Any, live: Any, tmp_path: Path, read_all: Callable[[Any], Any]
) -> None:
    path = tmp_path / "data.sql"
    path.write_bytes(postgres.dump(everything, "--data-only"))
    with open_dump(path) as source:
        dumped = read_all(source)
    assert dumped.rows["computed"] == [("1", "a"), ("2", "b")]
    assert dumped.rows.keys() == live.rows.keys() - {"job"}
    assert dumped.catalogue.sequences == live.catalogue.sequences


def test_values_of_every_type(live: Any) -> None:
    names = [column.name for column in live.table("types").columns]
    row = dict(zip(names, live.rows["types"][1], strict=True))
    assert {name: row[name] for name in ("id", "big", "object", "yes", "single", "cents")} == {
        "id": 2,
        "big": -(2**63),
        "object": 4_294_967_295,
        "yes": 1,
        "single": 0.1,
        "cents": 0.1,
    }
    assert row["exact"] == "123456789012345678901234567890.5"
    assert row["letters"].startswith(
        "tab\t nl\n cr\r \\N \\. \\ \"quote\" 'single' \b\f\v\x01\x7f ä 😀"
    )
    assert (row["varying"], row["fixed"], row["bytes"]) == (r"\N", "ab   ", b"\x00\xff\\")
    assert row["json"] == '{"a" : 1,"a":2}'
    assert row["at"] == "2026-11-30 04:30:00.123456+00"
    assert (row["local"], row["day"], row["span"]) == (
        "infinity",
        "-infinity",
        "-1 years +2 days 00:00:03.5",
    )
    assert (row["state"], row["low"], row["counted"]) == ("it's", "low", "7")
    assert set(live.rows["types"][0][1:]) == {None}


def test_arrays_of_every_type(live: Any) -> None:
    names = [column.name for column in live.table("arrays").columns]
    row = dict(zip(names, live.rows["arrays"][1], strict=True))
    assert row["whole"] == "[[1,2],[3,null]]"
    assert row["letters"] == (r'["","NULL",null,"a b","a,b","{x}","q\"q","b\\b","t\tn\n","ä"]')
    assert row["jsonb"].startswith(r'[{"error": "a\\n\"b\"", "attempt": 1},null,1000')
    assert row["state"] == r'["it' + "'" + r's","a,\"b\""]'
    assert set(live.rows["arrays"][2]) == {"[]", "{}"}


def test_declarations_of_every_kind(live: Any) -> None:
    computed, odd = live.table("computed"), live.table('Table, ("odd") \\.\t')
    assert [column.name for column in computed.columns] == ["id", "name"]
    assert computed.checks == ("((id > 0) AND (name <> ');'::text))", "(id <> 1) NOT VALID")
    assert computed.triggers == ("on_update",)
    assert [index.columns for index in computed.indexes] == [
        ("lower(name)", "id"),
        ("((id + 1))", "((name || 'x'::text))"),
        ("name", "id"),
        ("id",),
    ]
    assert (odd.schema, odd.is_unlogged, odd.comment) == (
        "Odd schema; --",
        True,
        "it's; \\. version\n'14'",
    )
    assert live.catalogue.sequences == {'Seq "odd"': -10, "types_id_seq": 305}
    assert live.catalogue.functions.keys() == {
        *("get_schema_version", "log", "long", "overloaded", "quoted", "run")
    }


def test_rows_of_partitions_and_heirs_are_their_own(live: Any) -> None:
    assert [live.rows[name] for name in ("job", "job_a", "job_rest")] == [
        [],
        [(1, "a", None), (3, "a", "y")],
        [("x", "b", 2)],
    ]
    assert live.rows["heir_of_two"] == [(4, "t", "e", "tw")]
    assert live.table("heir_of_two").checks == ("(id <> 5) NOT VALID", "(id > 1)")


def test_live_source_says_what_it_is(everything: str) -> None:
    with open_postgresql(everything, statement_timeout_s=60) as source:
        assert (source.engine, source.kind, source.changed_meanwhile) == (
            "postgresql",
            "live",
            False,
        )
        assert (source.captured_at_us or 0) > 1_700_000_000_000_000


def test_all_is_read_in_one_snapshot(
    everything: str, connection: psycopg.Connection, read_all: Callable[[Any], Any]
) -> None:
    with open_postgresql(everything, statement_timeout_s=60) as source:
        connection.execute("INSERT INTO empty VALUES (1)")
        assert read_all(source).rows["empty"] == []
    connection.execute("TRUNCATE empty")


def test_session_can_only_read_and_has_limits(
    everything: str, connection: psycopg.Connection
) -> None:
    with open_postgresql(everything, statement_timeout_s=7.5) as source:
        assert isinstance(source, postgresql_source.PostgresqlSource)
        settings = {
            name: source._ask(f"SHOW {name}")[0][0]
            for name in (
                "statement_timeout",
                "lock_timeout",
                "transaction_isolation",
                "row_security",
            )
        }
        (seen,) = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crashqueue-verify'"
        )
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            source._ask("CREATE TABLE x ()")
    assert seen == (1,)
    assert settings == {
        "statement_timeout": "7500ms",
        "lock_timeout": "5s",
        "transaction_isolation": "repeatable read",
        "row_security": "off",
    }


def test_table_that_may_not_be_read_does_not_spoil_the_others(
    everything: str, connection: psycopg.Connection, read_all: Callable[[Any], Any]
) -> None:
    connection.execute("CREATE ROLE auditor LOGIN; GRANT SELECT ON computed TO auditor")
    with open_postgresql(f"{everything} user=auditor", statement_timeout_s=60) as source:
        with pytest.raises(PostgresRefused, match="permission denied for table job_a") as caught:
            source.stage(table(source, "job_a"), ["id"], Nowhere())
        source.stage(table(source, "computed"), ["id"], Nowhere())
    assert caught.value.code == "POSTGRES_REFUSED"


def test_policy_that_hides_rows_is_an_error(
    everything: str, connection: psycopg.Connection
) -> None:
    connection.execute("""
        CREATE TABLE hidden (id integer); ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
        CREATE ROLE reader LOGIN; GRANT SELECT ON hidden TO reader
    """)
    with (
        pytest.raises(PostgresRefused, match="row-level security"),
        open_postgresql(f"{everything} user=reader", statement_timeout_s=60) as source,
    ):
        source.stage(table(source, "hidden"), ["id"], Nowhere())
    connection.execute("DROP TABLE hidden")


def test_table_that_is_locked_is_not_waited_for(
    everything: str, connection: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgresql_session._SETTINGS, "lock_timeout", "1ms")
    with open_postgresql(everything, statement_timeout_s=60) as source, connection.transaction():
        connection.execute("LOCK TABLE computed")
        with pytest.raises(PostgresTimeout, match="a table was locked"):
            source.stage(table(source, "computed"), ["id"], Nowhere())


def test_statement_that_takes_too_long_is_ended(everything: str) -> None:
    with (
        pytest.raises(PostgresTimeout, match="a statement took longer"),
        postgresql_session.open_session(everything, statement_timeout_s=0.02) as session,
    ):
        session.execute("SELECT pg_sleep(60)")


def test_connection_that_breaks_is_an_error(
    everything: str, connection: psycopg.Connection
) -> None:
    with open_postgresql(everything, statement_timeout_s=60) as source:
        connection.execute("""
            SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
             WHERE application_name = 'crashqueue-verify'
        """)
        with pytest.raises(PostgresUnreachable, match="the connection broke"):
            source.stage(table(source, "computed"), ["id"], Nowhere())


def test_server_of_another_kind_is_refused(
    everything: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_postgresql(everything, statement_timeout_s=60) as source:
        types = table(source, "types")
        number = RawColumn(name="letters", declared_type="integer")
        with pytest.raises(PostgresRefused, match="answers otherwise than PostgreSQL"):
            source.stage(replace(types, columns=(number,)), ["letters"], Nowhere())
    monkeypatch.setattr(postgresql_catalogue, "_CHECKS", "SELECT oid, 'CHECK' FROM pg_class")
    with (
        pytest.raises(PostgresRefused, match="catalogue is not PostgreSQL's"),
        open_postgresql(everything, statement_timeout_s=60),
    ):
        pass


def test_deadline_ends_a_long_table(everything: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class TooLate(Exception):
        pass

    def deadline() -> None:
        raise TooLate

    monkeypatch.setattr(postgresql_source, "BATCH_SIZE_BYTES", 100)
    with open_postgresql(everything, statement_timeout_s=60, deadline=deadline) as source:
        with pytest.raises(TooLate):
            source.stage(table(source, "types"), ["id"], Nowhere())
        source.stage(table(source, "computed"), ["id"], Nowhere())


def test_row_beyond_any_size_is_refused(everything: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_source, "MAX_LINE_BYTES", 1_000)
    with (
        pytest.raises(RowTooLarge, match="more than 1000 bytes"),
        open_postgresql(everything, statement_timeout_s=60) as source,
    ):
        source.stage(table(source, "types"), ["letters"], Nowhere())


@pytest.mark.parametrize(
    ("words", "error", "reason"),
    [
        ("dbname=nowhere", PostgresRefused, 'database "nowhere" does not exist'),
        ("user=nobody password=s3cret", PostgresRefused, 'role "nobody" does not exist'),
        ("host=/nowhere password=s3cret", PostgresUnreachable, "its socket does not exist"),
        ("host=127.0.0.1 port=1 password=s3cret", PostgresUnreachable, "nothing listens there"),
        ("host=127.0.0.1 sslmode=s3cret", PostgresUnreachable, "no server can be reached"),
        ("s3cret", PostgresUnreachable, "the connection string cannot be read"),
        ("port=s3cret", PostgresUnreachable, "no server can be reached"),
    ],
)
def test_server_that_cannot_be_asked(
    postgres: Any, words: str, error: type[Exception], reason: str
) -> None:
    with (
        pytest.raises(error, match=reason) as caught,
        open_postgresql(f"{postgres.dsn} {words}", statement_timeout_s=60),
    ):
        pass
    assert "s3cret" not in str(caught.value)
    assert caught.value.__suppress_context__


def test_password_that_is_split_wrongly_is_not_printed() -> None:
    with (
        pytest.raises(PostgresUnreachable, match="the host is not known") as caught,
        open_postgresql(
            "postgresql://queue:pass@s3cret@nowhere.invalid/jobs", statement_timeout_s=60
        ),
    ):
        pass
    assert "s3cret" not in str(caught.value)


def test_missing_driver_is_an_error_that_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for name in [
        name for name in sys.modules if name.startswith("crashqueue_verify.staging.postg")
    ]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(PostgresMissing) as caught, open_postgresql("", statement_timeout_s=60):
        pass
    assert caught.value.code == "POSTGRES_MISSING"
    assert 'pip install "crashqueue-verify[postgres]"' in caught.value.hint
