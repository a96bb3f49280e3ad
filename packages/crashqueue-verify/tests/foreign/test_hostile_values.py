"""Values that are no text, too large, or mean more than text come out harmless in each format."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any, Final

import pytest

from crashqueue_verify import Verdict
from crashqueue_verify.cli import main
from crashqueue_verify.staging import dump_text
from crashqueue_verify.staging.sqlite_file import KEPT_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOSTILE: Final = (
    "=cmd()|\x1b[2J\x1b]0;x\x07<script>&amp;]]>\u202e\u2028\r\n\x85\ufffe'\"`{count:job}"
)
HARMFUL: Final = "\x1b\x07\u202e\u2028\r\x85\ufffe"


@pytest.fixture(name="queue")
def _queue(sample: Callable[[str], Path]) -> Path:
    """A healthy queue, whose table is called Queue."""
    return sample("litequeue/healthy.db")


def change(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def found(report: Any) -> set[str]:
    return {finding.rule_id for finding in report.everything_found}


@pytest.fixture(name="hostile_database")
def _hostile_database(queue: Path) -> Path:
    """Text in every column, in two of which it is found."""
    change(queue, "UPDATE Queue SET message_id = ? || rowid, status = ?, data = ?", *[HOSTILE] * 3)
    change(queue, "UPDATE Queue SET in_time = ?, lock_time = ?, done_time = ?", *[HOSTILE] * 3)
    return queue


@pytest.fixture(name="hostile_dump")
def _hostile_dump(sample: Callable[[str], Path]) -> Path:
    """A dump in which a state and a worker have such a name."""
    dump = sample("absurd/crash.sql")
    text = dump.read_text()
    escaped = HOSTILE.replace("\r", "\\r").replace("\n", "\\n")
    assert text.count("\trunning\t") > 1
    dump.write_text(text.replace("\trunning\t", f"\t{escaped}\t"), newline="")
    return dump


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit"])
@pytest.mark.parametrize("source", ["hostile_database", "hostile_dump"])
@pytest.mark.parametrize("options", [[], ["--show-payloads"]], ids=["sizes", "payloads"])
def test_no_format_passes_on_what_steers_its_reader(
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    source: str,
    form: str,
    options: list[str],
) -> None:
    path = request.getfixturevalue(source)
    assert main([str(path), "--format", form, *options]) == 1
    printed = capsys.readouterr().out
    assert not set(HARMFUL) & set(printed)
    if form in ("json", "sarif"):
        texts = list(texts_in(json.loads(printed)))
    elif form == "junit":
        root = ET.fromstring(printed)
        texts = [
            text for element in root.iter() for text in (element.text, *element.attrib.values())
        ]
        assert "script" not in {element.tag for element in root.iter()}
    else:
        texts = [printed]
    assert any("=cmd()|" in (text or "") for text in texts)
    assert not any(set(HARMFUL) & set(text or "") for text in texts)


def texts_in(value: Any) -> Any:
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, str):
        yield value


NOT_UTF_8: Final = "CAST(x'ff' || CAST(rowid AS TEXT) || x'00c3' AS TEXT)"
STRANGE: Final = [
    NOT_UTF_8,
    "x'00ff'",
    "''",
    "9223372036854775807",
    "9e999",
    "char(0)",
    "'infinity'",
    "'0001-01-01T00:00:00+14:00'",
    "'9999-12-31 23:59:59.999999999-12'",
    "printf('%.*c', 9000, '[')",
    "'{\"a\": ' || printf('%.*c', 20000, '[')",
    "x'80' || printf('%.*c', 1000, '(')",
    "'gASV' || printf('%.*c', 1000, 'A')",
]


@pytest.mark.parametrize("value", STRANGE)
@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("litequeue/healthy.db", "Queue"),
        ("huey/healthy.db", "task"),
        ("river/crash.sqlite3", "river_job"),
    ],
)
def test_any_value_may_be_in_any_column(
    sample: Callable[[str], Path], safely: Callable[..., Any], name: str, table: str, value: str
) -> None:
    queue = sample(name)
    with contextlib.closing(sqlite3.connect(queue, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for (column,) in connection.execute(f"SELECT name FROM pragma_table_info('{table}')"):
            with contextlib.suppress(sqlite3.Error):
                connection.execute(f"UPDATE {table} SET {column} = {value}")
    report = safely(queue)
    assert report.verdict in Verdict
    assert report.not_evaluated == ()


@pytest.mark.parametrize("column", ["data", "status"])
@pytest.mark.parametrize("kind", ["TEXT", "BLOB"])
def test_one_gigantic_value_leaves_everything_else_known(
    queue: Path, safely: Callable[..., Any], column: str, kind: str
) -> None:
    gigantic = f"CAST(zeroblob(17000000) AS {kind})"
    change(queue, f"UPDATE Queue SET {column} = {gigantic} WHERE rowid = 2")
    report = safely(queue)
    assert (report.counts.jobs, report.not_evaluated) == (7, ())
    assert report.system.caveats[-1] == (
        f"1 large values were read in part: the first {KEPT_BYTES:,} bytes."
    )


def test_several_gigantic_values_are_each_read_in_part(
    queue: Path, safely: Callable[..., Any]
) -> None:
    change(queue, "UPDATE Queue SET data = zeroblob(17000000) WHERE rowid % 2")
    change(queue, "UPDATE Queue SET status = 7")
    report = safely(queue)
    (unknown_state,) = [found for found in report.findings if found.rule_id == "G01"]
    assert (report.counts.jobs, report.not_evaluated) == (7, ())
    assert "<65,536 bytes or more>" in [row["data"] for row in unknown_state.evidence]
    assert report.system.caveats[-1].startswith("4 large values")


@pytest.mark.parametrize("columns", ["rowid", "rowid, oid, _rowid_"])
def test_a_column_that_is_called_like_the_number_of_a_row_is_not_taken_for_it(
    queue: Path, safely: Callable[..., Any], columns: str
) -> None:
    for column in columns.split(", "):
        change(queue, f"ALTER TABLE Queue ADD COLUMN {column} DEFAULT 'none'")
    change(queue, "UPDATE Queue SET data = zeroblob(17000000) WHERE status = 3")
    report = safely(queue)
    assert (report.verdict is Verdict.HOLDS) is (columns == "rowid")


def test_a_gigantic_value_in_a_table_without_rowids_is_named(
    sample: Callable[[str], Path], safely: Callable[..., Any]
) -> None:
    queue = sample("litequeue/healthy.db")
    columns = "data, message_id PRIMARY KEY, status, in_time, lock_time, done_time"
    change(queue, "DROP TABLE Queue")
    change(queue, f"CREATE TABLE Queue ({columns}) WITHOUT ROWID")
    change(queue, "INSERT INTO Queue VALUES (zeroblob(17000000), 'a', 0, 1, NULL, NULL)")
    report = safely(queue)
    assert report.verdict is Verdict.UNKNOWN
    assert "too big" in report.not_evaluated[0].reason


def test_a_gigantic_row_of_a_dump_is_staged_and_one_beyond_is_no_damage(
    sample: Callable[[str], Path], safely: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    dump = sample("absurd/healthy.sql")
    text = dump.read_text()
    row = next(line for line in text.splitlines() if '{"' in line and "\t" in line)
    dump.write_text(text.replace(row, row.replace('{"', '{"' + "x" * 20_000_000, 1)))
    assert safely(dump).verdict is Verdict.HOLDS
    monkeypatch.setattr(dump_text, "MAX_LINE_BYTES", 1_000_000)
    report = safely(dump)
    assert report.verdict is Verdict.UNKNOWN
    assert "the line is longer than 1000000 bytes" in report.not_evaluated[0].reason
