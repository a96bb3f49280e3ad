"""A live PostgreSQL is judged like its dump, but by its own clock."""

from __future__ import annotations

import contextlib
import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from crashqueue_verify import audit
from crashqueue_verify.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = Path(__file__).parents[1] / "samples"
LATER_US = 1_796_400_000_000_000  # some days after every sample was made

COPY = re.compile(r"^(COPY [^\n]* FROM stdin);\n(.*?)^\\\.\n", re.MULTILINE | re.DOTALL)
# What only psql understands, and what only servers from version 17 on.
LEFT_OUT = re.compile(r"^(\\(un)?restrict [^\n]*|SET transaction_timeout = 0;)\n", re.MULTILINE)


def restore(dsn: str, dump: str) -> None:
    """Do what psql does with a plain dump."""
    parts = COPY.split(LEFT_OUT.sub("", dump))
    with contextlib.closing(psycopg.connect(dsn, autocommit=True)) as connection:
        for sql, copy, rows in zip(parts[::3], [*parts[1::3], ""], [*parts[2::3], ""], strict=True):
            connection.execute(sql.encode())
            if copy:
                with connection.cursor().copy(copy.encode()) as target:
                    target.write(rows)


@pytest.fixture(name="restored")
def _restored(postgres: Any) -> Iterator[Any]:
    """Restores a sample into a database of its own and returns the address."""
    made: list[str] = []

    def make(sample: str) -> str:
        name = re.sub(r"\W", "_", f"live_{sample}")
        dsn = postgres.create(name, "SELECT 1")
        restore(dsn, (SAMPLES / sample).read_text("utf-8"))
        made.append(name)
        return str(postgres.address(dsn))

    yield make
    with contextlib.closing(psycopg.connect(postgres.dsn, autocommit=True)) as connection:
        for name in made:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.mark.parametrize(
    "sample",
    [
        "absurd/crash.sql",
        "dbos/crash.sql",
        "good-job/crash.sql",
        "graphile-worker/crash.sql",
        "oban/reports.sql",
        "pg-boss/v10/crash.sql",
        "pgqueuer/crash.sql",
        "procrastinate/owner_pruned.sql",
        "solid-queue/crash.sql",
    ],
)
def test_a_live_database_and_its_dump_get_the_same_findings(restored: Any, sample: str) -> None:
    live = audit(restored(sample), now_us=LATER_US)
    dump = audit(SAMPLES / sample, now_us=LATER_US)
    assert live.system.source_kind == "live"
    assert live.not_evaluated == ()
    told = [(finding.rule_id, finding.sentence) for finding in dump.everything_found]
    assert [(finding.rule_id, finding.sentence) for finding in live.everything_found] == told
    assert told


def test_a_live_database_is_judged_by_the_servers_clock(restored: Any) -> None:
    report = audit(restored("chancy/crash.sql"))
    time_us = report.reference_time.time_us if report.reference_time else 0
    assert abs(time_us / 1e6 - time.clock_gettime(time.CLOCK_REALTIME)) < 60
    assert report.reference_time is not None
    assert report.reference_time.source == "the server's clock"


def test_the_command_audits_a_live_database(
    restored: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    address = restored("chancy/exhausted.sql")
    assert main([address, "--format", "json", "--fail-on", "warning"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert "G06" in {finding["rule"] for finding in document["warnings"]}
    assert document["system"]["source_kind"] == "live"


def test_a_live_database_that_takes_too_long_is_unknown(restored: Any) -> None:
    report = audit(restored("chancy/healthy.sql"), time_limit_s=0)
    assert str(report.verdict) == "UNKNOWN"
    assert report.not_evaluated[0].reason == "the time limit was reached"
    assert (report.system.engine, report.system.source_kind) == ("postgresql", "live")
