"""JSON is read strictly: nothing is changed silently, and each refusal says where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_cli.payloads import MAX_INPUT_BYTES, parse_json
from crashqueue_core import InvalidPayload, JSONValue

if TYPE_CHECKING:
    from conftest import InProcess

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda values: (
        st.lists(values) | st.dictionaries(st.text(st.characters(codec="utf-8")), values)
    ),
)


@given(json_values, st.booleans(), st.sampled_from([None, 1]))
def test_every_value_is_read_as_it_was_written(
    value: JSONValue, is_escaped: bool, indent: int | None
) -> None:
    assert parse_json(json.dumps(value, ensure_ascii=is_escaped, indent=indent)) == value


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "not JSON"),
        ("{", 1, "not JSON"),
        ("{'a': 1}", 1, "not JSON"),
        ("[1] 2", 4, "not JSON"),
        ("\ufeff[]", 0, "not JSON"),
        ('{"a": 1, "b": 2, "a": 3}', 17, "has this key already"),
        ('[{"a": {}}, {"a": {"b": 1, "\\u0062": 2}}]', 27, "has this key already"),
        ('{"a"\n:1, "a" : 2}', 9, "has this key already"),
        ("[1, NaN]", 4, "no NaN"),
        ("Infinity", 0, "no infinity"),
        ("[-Infinity]", 1, "no infinity"),
        ("[0, 1e999]", 4, "no infinity"),
        ('["ok", "\\ud800"]', 7, "lone surrogate"),
        ('{"\\udfff": 1}', 1, "lone surrogate"),
        ("[1" + "0" * 4_300 + "]", 1, "4300 digits"),
        ("-1" + "0" * 4_299, 0, "4300 digits"),
    ],
)
def test_unusable_json_is_refused_with_its_position(text: str, position: int, reason: str) -> None:
    with pytest.raises(InvalidPayload, match=reason) as refusal:
        parse_json(text)
    assert refusal.value.data["position"] == position


@pytest.mark.parametrize(
    "text",
    [
        '[{"a": 1}, {"a": 1}]',
        '{"a": {"a": "a"}, "b": "a"}',
        '["a", "a", ":"]',
        '{"NaN": "Infinity, [1e999"}',
        '"\\ud83d\\ude00"',
        '"\\\\\\""',
        "1" + "0" * 4_299,
    ],
)
def test_what_only_looks_unusable_is_read(text: str) -> None:
    assert parse_json(text) == json.loads(text)


def test_position_is_told_as_line_and_column() -> None:
    with pytest.raises(InvalidPayload, match=r"\(line 3, column 3\)") as refusal:
        parse_json('{\n  "a": 1,\n  "a": 2\n}')
    assert refusal.value.data == {"position": 14, "line": 3, "column": 3}


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(InvalidPayload, match="nested too deeply"):
        parse_json("[" * 1_000_000)


def submit(run: InProcess, payload: str, stdin: str | bytes = "") -> dict[str, object]:
    named = ["--idempotency-key", "k", "--job-type", "t", "--payload", payload]
    ending = run("submit", *named, stdin=stdin)
    assert ending.exit_code == 2
    return ending.error


@pytest.mark.parametrize("payload", ["{", "[NaN]", '{"a":1,"a":1}', '"\udc80"', '"\\ud800"'])
def test_refused_payload_creates_no_database(run: InProcess, database: Path, payload: str) -> None:
    assert submit(run, payload)["code"] == "INVALID_PAYLOAD"
    assert not database.exists()


def test_bytes_that_are_not_utf8_are_refused_where_they_are(run: InProcess) -> None:
    error = submit(run, "-", stdin='"ä'.encode() + b'\xff"')
    assert error["code"] == "INVALID_PAYLOAD"
    assert error["data"] == {"position": 2, "line": 1, "column": 3}


def test_file_that_is_absent_is_refused(run: InProcess, tmp_path: Path) -> None:
    path = str(tmp_path / "absent.json")
    error = submit(run, f"@{path}")
    assert (error["code"], error["data"]) == ("INPUT_NOT_READABLE", {"source": path})


@pytest.mark.parametrize("payload", ["@", "@."])
def test_folder_is_refused_as_a_file(run: InProcess, payload: str) -> None:
    assert submit(run, payload)["code"] == "INPUT_NOT_READABLE"


def test_endless_input_is_not_read_to_its_end(run: InProcess) -> None:
    error = submit(run, "-", stdin=" " * (MAX_INPUT_BYTES + 1))
    assert error["code"] == "PAYLOAD_TOO_LARGE"
    assert error["data"] == {"limit_bytes": MAX_INPUT_BYTES}


def test_payload_over_the_queue_limit_is_refused(run: InProcess, database: Path) -> None:
    assert submit(run, "-", stdin=json.dumps("x" * 1_048_576))["code"] == "PAYLOAD_TOO_LARGE"
    assert not database.exists()


def test_result_is_read_as_strictly_as_a_payload(run: InProcess) -> None:
    run.submit()
    lease = run.claim()
    assert run("succeed", *lease, "--result", "NaN").error["code"] == "INVALID_PAYLOAD"
    assert run.ok("list")["jobs"][0]["state"] == "LEASED"
