"""A transaction audited before it is committed, on its own connection."""

from __future__ import annotations

import contextlib
import tempfile
from typing import TYPE_CHECKING, Any, NoReturn

import psycopg
import pytest

from crashqueue_verify import PostgresUnreachable, Verdict, audit_transaction

if TYPE_CHECKING:
    from collections.abc import Iterator

FORGET = "DELETE FROM crashqueue.attempts"


@pytest.fixture
def queue(lab: Any, postgres_lab: Any) -> Any:
    return postgres_lab.write(lab, "submit claim fail", "submit")


@pytest.fixture
def connection(queue: Any) -> Iterator[psycopg.Connection[Any]]:
    """A connection with an open transaction."""
    with contextlib.closing(psycopg.connect(queue.dsn, autocommit=True)) as opened:
        opened.execute("BEGIN")
        yield opened


def broken_rules(connection: psycopg.Connection[Any]) -> set[str]:
    report = audit_transaction(connection, schema="crashqueue")
    return {finding.rule_id for finding in report.findings}


def test_what_is_not_committed_is_judged(queue: Any, connection: psycopg.Connection[Any]) -> None:
    assert audit_transaction(connection, schema="crashqueue").verdict is Verdict.HOLDS
    connection.execute(FORGET)
    assert broken_rules(connection) == {"CQ151"}
    assert queue.audit().verdict is Verdict.HOLDS
    connection.execute("ROLLBACK")
    connection.execute("BEGIN")
    assert broken_rules(connection) == set()


def test_the_transaction_stays_open_and_as_it_was(
    queue: Any, connection: psycopg.Connection[Any]
) -> None:
    connection.execute("SET LOCAL search_path TO crashqueue")
    connection.execute(FORGET)
    audit_transaction(connection, schema="crashqueue", progress=lambda *_: None)
    for setting, value in (("search_path", "crashqueue"), ("statement_timeout", "0")):
        assert connection.execute(f"SHOW {setting}".encode()).fetchall() == [(value,)]
    connection.execute("COMMIT")
    assert queue.audit().verdict is Verdict.VIOLATED


def test_time_that_runs_out_leaves_the_verdict_open(connection: psycopg.Connection[Any]) -> None:
    report = audit_transaction(connection, schema="crashqueue", time_limit_s=-1)
    assert report.verdict is Verdict.UNKNOWN


def test_a_broken_connection_is_said(queue: Any, connection: psycopg.Connection[Any]) -> None:
    queue.script(f"SELECT pg_terminate_backend({connection.info.backend_pid}, 10000)")
    with pytest.raises(PostgresUnreachable):
        audit_transaction(connection, schema="crashqueue")


def test_where_nothing_can_be_kept_nothing_is_known(
    connection: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    report = audit_transaction(connection, schema="crashqueue")
    assert report.verdict is Verdict.UNKNOWN
    assert "No space left" in report.not_evaluated[0].reason
