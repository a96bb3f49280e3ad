"""Whole dumps: those of real queues, and cut, garbled, endless and changing ones."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_verify.errors import AuditError, Unreadable
from crashqueue_verify.staging import dump_text
from crashqueue_verify.staging.dump import open_dump
from crashqueue_verify.staging.errors import DumpDamaged, RowTooLarge

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLES = sorted(Path(__file__).parents[1].glob("samples/*/*.sql"))
OBAN = Path(__file__).parents[1] / "samples/oban-py/dump.sql"
JOBS = b"CREATE TABLE public.jobs (\n    id bigint,\n    note text\n);\n"
MANY = b"".join(b"%d\tsynthetic note\n" % number for number in range(40_000))


def staged(path: Path, read_all: Callable[[Any], Any], **options: Any) -> Any:
    with open_dump(path, **options) as source:
        return read_all(source)


@pytest.fixture(scope="module")
def scratch_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged") / "dump.sql"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_dump_of_a_real_queue_has_rows_for_each_copied_line(
    sample: Path, read_all: Callable[[Any], Any]
) -> None:
    copied, rows = 0, None
    for line in sample.read_text().splitlines():
        if rows is None:
            rows = 0 if line.startswith("COPY ") else None
        elif line == "\\.":
            copied, rows = copied + rows, None
        else:
            rows += 1
    found = staged(sample, read_all)
    assert copied == sum(map(len, found.rows.values())) > 0


def test_oban_sample_is_read_as_declared(read_all: Callable[[Any], Any]) -> None:
    oban = staged(OBAN, read_all)
    jobs = oban.table("oban_jobs")
    assert [table.is_unlogged for table in oban.catalogue.tables] == [False, True, True]
    assert oban.catalogue.sequences == {"oban_jobs_id_seq": 11}
    assert "(priority >= 0)" in jobs.checks
    columns = [column.name for column in jobs.columns]
    job = dict(zip(columns, oban.rows["oban_jobs"][2], strict=True))
    assert (job["id"], job["state"], job["attempt"]) == (8, "executing", 1)
    assert job["args"] == '{"synthetic": 1}'
    assert job["attempted_by"] == '["w1.31207","55a56e81-560f-43d6-8311-cec88c41d901"]'
    assert (job["attempted_at"], job["completed_at"]) == ("2026-11-30 19:25:13.148", None)
    discarded = dict(zip(columns, oban.rows["oban_jobs"][7], strict=True))
    assert "(most recent call last):\\n  File" in discarded["errors"]


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_tables_are_read_in_any_order_and_again(
    tmp_path: Path, read_all: Callable[[Any], Any], compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "dump.sql"
    path.write_bytes(compress(OBAN.read_bytes()))
    with open_dump(path) as source:
        first = read_all(source).rows
        last_table = source.catalogue.tables[-1]
        for table in (last_table, *reversed(source.catalogue.tables)):
            again = read_all(source)
            assert again.rows[table.name] == first[table.name]


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_tables_beyond_one_piece_are_found_again(
    tmp_path: Path, read_all: Callable[[Any], Any], compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "dump.sql"
    copies = b"".join(
        b"COPY %s (n, note) FROM stdin;\n%s\\.\n" % (name, MANY) for name in (b"a", b"c", b"b")
    )
    path.write_bytes(compress(b"SET statement_timeout = 0;\n" + copies))
    with open_dump(path) as source:
        first, again = read_all(source), read_all(source)
    assert first.rows == again.rows
    assert {name: len(rows) for name, rows in first.rows.items()} == dict.fromkeys("abc", 40_000)


def test_columns_come_in_the_order_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "dump.sql"
    path.write_bytes(OBAN.read_bytes())
    taken: list[Any] = []

    class Target:
        def insert(self, rows: Any) -> None:
            taken.extend(map(tuple, rows))

    with open_dump(path) as source:
        source.stage(source.catalogue.tables[0], ["queue", "id"], Target())
    assert taken[:2] == [("default", 10), ("nobody_listens", 11)]


def test_rows_longer_than_a_piece(stage: Any) -> None:
    dump = JOBS + b"COPY public.jobs (id, note) FROM stdin;\n" + MANY + b"\\.\n"
    rows = stage(dump).rows["jobs"]
    assert len(rows) == 40_000
    assert rows[-1] == (39_999, "synthetic note")
    assert sum(row[0] for row in rows) == 40_000 * 39_999 // 2


def test_rows_with_line_ends_of_windows(stage: Any) -> None:
    dump = JOBS + b"COPY public.jobs (id, note) FROM stdin;\n1\ta\n2\t\\N\n3\tc\\r\n\\.\n"
    end = b"--\n-- PostgreSQL database dump complete\n"
    windows = stage((b"-- PostgreSQL database dump\n" + dump + end).replace(b"\n", b"\r\n"))
    assert windows.rows["jobs"] == [(1, "a"), (2, None), (3, "c\r")] == stage(dump).rows["jobs"]


def test_rows_of_inserts_into_strange_tables(stage: Any) -> None:
    inserts = """
CREATE TABLE public.empty ();
INSERT INTO public."Jo(bs" ("a )b", c, d) OVERRIDING SYSTEM VALUE VALUES (B'101', true, DEFAULT);
INSERT INTO public.empty DEFAULT VALUES;
"""
    assert stage(inserts.encode()).rows == {"Jo(bs": [("101", "true", None)], "empty": []}


def test_rows_without_a_column_of_their_table_are_damage(stage: Any) -> None:
    with pytest.raises(DumpDamaged, match="line 6: the rows lack a column"):
        stage(JOBS + b"INSERT INTO public.jobs (note) VALUES ('a');\n")


def test_rows_of_inserts_come_in_order(stage: Any) -> None:
    jobs = stage(
        JOBS
        + b"INSERT INTO public.jobs VALUES (1, 'it''s\ntwo; lines\\n');\n"
        + b"INSERT INTO public.jobs VALUES (-2, NULL) ON CONFLICT DO NOTHING;\nSELECT 1;\n"
        + b"INSERT INTO public.jobs VALUES\n\t(3, '(,)'),\n\t(4, '');\n"
        + b"INSERT INTO public.jobs (note, id) VALUES ('other order', 5);\n"
    )
    expected = [(1, "it's\ntwo; lines\\n"), (-2, None), (3, "(,)"), (4, ""), (5, "other order")]
    assert jobs.rows["jobs"] == expected


def test_copy_without_a_list_of_columns_has_all(stage: Any) -> None:
    assert stage(JOBS + b"COPY public.jobs FROM stdin;\n1\ta\n\\.\n").rows["jobs"] == [(1, "a")]


@pytest.mark.parametrize(
    ("encoding", "written", "expected"),
    [
        ("UTF8", "ä".encode(), "ä"),
        ("UTF8", b"\xe4", r"\xe4"),
        ("LATIN1", b"\xe4", "ä"),
        ("WIN1252", b"\x80", "€"),
        ("SQL_ASCII", b"\xe4\\t", "\\xe4\t"),
    ],
)
def test_text_is_decoded_as_the_dump_says(
    stage: Any, encoding: str, written: bytes, expected: str
) -> None:
    setting = f"SET client_encoding = '{encoding}';\n".encode()
    rows = b"COPY public.jobs (id, note) FROM stdin;\n1\t" + written + b"\n\\.\n"
    assert stage(setting + JOBS + rows).rows["jobs"] == [(1, expected)]


def test_moment_of_the_dump_is_its_own_or_the_files(tmp_path: Path) -> None:
    path = tmp_path / "dump.sql"
    path.write_text("SET statement_timeout = 0;\n")
    os.utime(path, ns=(5_000_000_000, 5_000_000_000))
    with open_dump(path) as source:
        assert source.captured_at_us == 5_000_000
    path.write_text("SET statement_timeout = 0;\n-- Started on 2026-11-30 10:00:01 UTC\n")
    with open_dump(path) as source:
        assert source.captured_at_us == 1_796_032_801_000_000


@pytest.mark.parametrize("line", ["2026-13-30 10:00:01 UTC", "2026-11-30 10:00:01 CET", "now UTC"])
def test_moment_that_is_unclear_does_not_count(tmp_path: Path, line: str) -> None:
    path = tmp_path / "dump.sql"
    path.write_text(f"SET statement_timeout = 0;\n-- Started on {line}\n")
    with open_dump(path) as source:
        assert source.captured_at_us == path.stat().st_mtime_ns // 1_000


def test_change_of_the_file_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "dump.sql"
    path.write_bytes(OBAN.read_bytes())
    with open_dump(path) as source:
        assert not source.changed_meanwhile
        path.unlink()
        assert source.changed_meanwhile


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_file_that_shrinks_meanwhile_is_damaged(
    tmp_path: Path, compress: Callable[[bytes], bytes], read_all: Callable[[Any], Any]
) -> None:
    path = tmp_path / "dump.sql"
    rows = b"COPY public.jobs (id, note) FROM stdin;\n" + MANY + b"\\.\n"
    path.write_bytes(compress(b"SET statement_timeout = 0;\n" + rows * 3))
    with open_dump(path) as source:
        path.write_bytes(compress(b"SET statement_timeout = 0;\n"))
        with pytest.raises(DumpDamaged):
            read_all(source)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (b"1\ta\n2\n", "line 8: 1 values for 2 columns"),
        (b"1\ta\nx\tb\n", "line 8: a value is not of its column's type"),
        (b"1\ta\n\\. \n", "the end of the rows is garbled"),
        (b"1\ta\0\n", "NUL bytes"),
        (MANY + b"x\n", "line 40007: 1 values for 2 columns"),
    ],
)
def test_damage_in_rows_is_named_by_its_line(stage: Any, rows: bytes, reason: str) -> None:
    with pytest.raises(DumpDamaged, match=reason) as caught:
        stage(JOBS + b"COPY public.jobs (id, note) FROM stdin;\n" + rows + b"\\.\n")
    assert caught.value.code == "DUMP_DAMAGED"


@pytest.mark.parametrize(
    "values",
    [
        "(1, 'a') RETURNING id",
        "(1)",
        "(1, 'a', 2)",
        "(x, 'a')",
        "(1, now())",
        "(1, 'a'",
        "",
    ],
)
def test_damage_in_inserts_is_named_by_its_line(stage: Any, values: str) -> None:
    insert = f"INSERT INTO public.jobs VALUES (1, 'a');\nINSERT INTO public.jobs VALUES {values};\n"
    with pytest.raises(DumpDamaged, match=r"line (7|6): "):
        stage(JOBS + insert.encode())


@pytest.mark.parametrize("ending", [b"", b"\n\n--\n-- Name: x; Type: INDEX\n--\n\n"])
def test_dump_that_ends_between_statements_is_damaged(stage: Any, ending: bytes) -> None:
    with pytest.raises(DumpDamaged, match="ends before its last line"):
        stage(b"-- PostgreSQL database dump\n" + JOBS + ending)


@pytest.mark.parametrize(
    "text", [b"SET a = '", JOBS + b"COPY public.jobs (id, note) FROM stdin;\n1\t"]
)
def test_line_without_end_is_refused(
    stage: Any, monkeypatch: pytest.MonkeyPatch, text: bytes
) -> None:
    monkeypatch.setattr(dump_text, "MAX_LINE_BYTES", 1_000_000)
    with pytest.raises(RowTooLarge, match="longer than 1000000 bytes"):
        stage(text + b"x" * 5_000_000)


def test_deadline_ends_a_compressed_dump_without_end(tmp_path: Path) -> None:
    class TooLate(Exception):
        pass

    def deadline() -> None:
        if not next(pieces_left):
            raise TooLate

    pieces_left = iter(range(20, -1, -1))
    path = tmp_path / "bomb.sql.gz"
    rows = b"COPY public.jobs (id, note) FROM stdin;\n" + MANY * 20
    path.write_bytes(gzip.compress(b"SET statement_timeout = 0;\n" + rows, 1))
    with pytest.raises(TooLate), open_dump(path, deadline=deadline):
        pass


def test_file_that_the_system_cannot_read() -> None:
    class Broken(io.BufferedIOBase):
        def read(self, size: int | None = None, /) -> bytes:
            raise OSError(5, "Input/output error")

    text = dump_text.DumpText(Broken(), deadline=lambda: None)
    with pytest.raises(Unreadable, match="Input/output error"):
        text.line()


@given(data=st.data(), compress=st.sampled_from([bytes, gzip.compress]))
def test_dump_that_is_cut_anywhere_is_damaged(
    scratch_path: Path, read_all: Callable[[Any], Any], data: st.DataObject, compress: Any
) -> None:
    content = compress(OBAN.read_bytes())
    end = content.rfind(b"\n--\n-- PostgreSQL database dump complete")
    cut = data.draw(st.integers(0, end if end > 0 else len(content) - 1))
    scratch_path.write_bytes(content[:cut])
    with pytest.raises(AuditError):
        staged(scratch_path, read_all)


@given(
    data=st.data(),
    garble=st.binary(min_size=1, max_size=4)
    | st.sampled_from(
        [b"'", b'"', b"(", b")", b";", b"$$", b"\t", b"\n", b"\\", b"\\.\n", b"{", b"/*"]
    ),
    compress=st.sampled_from([bytes, gzip.compress]),
)
def test_garbled_dump_is_read_or_refused(
    scratch_path: Path,
    read_all: Callable[[Any], Any],
    data: st.DataObject,
    garble: bytes,
    compress: Any,
) -> None:
    content = compress(OBAN.read_bytes())
    at = data.draw(st.integers(0, len(content)))
    gone = data.draw(st.integers(0, 3))
    garbled = content[:at] + garble + content[at + gone :]
    scratch_path.write_bytes(garbled)
    with contextlib.suppress(AuditError):
        staged(scratch_path, read_all)
    assert scratch_path.read_bytes() == garbled
