"""Pickles are disassembled, never built: hostile ones come out as data or as NULL."""

from __future__ import annotations

import base64
import gzip
import json
import os
import pickle
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashqueue_verify.staging import pickles
from crashqueue_verify.staging.pickles import pickle_json

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = {"id": "a1", "args": [1, 2.5, None, True], "kwargs": {"n": {"deep": ["x"]}}}


@dataclass
class Message:
    name: str
    retries: int


def read(value: object) -> Any:
    text = pickle_json(value)
    return None if text is None else json.loads(text)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_plain_data_comes_out_as_it_went_in(protocol: int) -> None:
    assert read(pickle.dumps(PLAIN, protocol=protocol)) == PLAIN


@pytest.mark.parametrize(
    "wrapped",
    [
        gzip.compress(pickle.dumps(PLAIN)),
        zlib.compress(pickle.dumps(PLAIN)),
        base64.b64encode(pickle.dumps(PLAIN)).decode(),
        base64.urlsafe_b64encode(pickle.dumps(PLAIN)).decode().rstrip("=") + ":signature",
        "." + base64.urlsafe_b64encode(zlib.compress(pickle.dumps(PLAIN))).decode() + ":1:sig",
    ],
    ids=["gzip", "zlib", "base64", "signed", "compressed and signed"],
)
def test_a_pickle_is_found_in_its_wrapping(wrapped: object) -> None:
    assert read(wrapped) == PLAIN


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_an_object_is_named_and_not_built(protocol: int) -> None:
    message = read(pickle.dumps(Message("send", 3), protocol=protocol))
    assert message["object"].endswith("Message")
    assert message["state"] == {"name": "send", "retries": 3}


def test_sets_bytes_and_repeated_values_are_followed() -> None:
    shared = ["x"]
    assert read(pickle.dumps([{1}, frozenset([2]), b"abc", shared, shared])) == [
        [1],
        [2],
        {"bytes": 3},
        ["x"],
        ["x"],
    ]
    assert read(pickle.dumps(OrderedDict(a=1)))["object"] == "collections.OrderedDict"


def test_a_pickle_that_would_run_a_command_runs_nothing(tmp_path: Path) -> None:
    made = tmp_path / "made"

    class Hostile:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, (str(made),)

    told = read(pickle.dumps(Hostile()))
    assert told == {"object": f"{os.mkdir.__module__}.mkdir", "args": [str(made)]}
    assert not made.exists()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"(S'x'\nimodule\nName\n.", {"object": "module.Name", "args": ["x"]}),
        (b"(lp0\nI1\naI2\na.", [1, 2]),
        (b"(dp0\nS'a'\nI1\ns.", {"a": 1}),
        (b"(S'a'\nI1\nd.", {"a": 1}),
        (b"I1\nI2\n0.", 1),
        (b"I5\n(I1\n1.", 5),
        (b"I1\n2\x86.", [1, 1]),
        (b"\x80\x04cmodule\nName\n)}\x92.", {"object": "module.Name", "args": []}),
    ],
)
def test_rare_instructions_are_followed_too(data: bytes, expected: object) -> None:
    assert read(data) == expected


def test_a_list_that_holds_itself_has_an_end() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert pickle_json(pickle.dumps(cycle)) is not None


def test_shared_lists_do_not_multiply() -> None:
    laugh: list[Any] = ["ha"]
    for _ in range(40):
        laugh = [laugh, laugh]
    text = pickle_json(pickle.dumps(laugh))
    assert text is not None
    assert len(text) < 100_000


def test_a_compressed_bomb_is_cut() -> None:
    assert pickle_json(zlib.compress(b"\x00" * 50_000_000)) is None


def test_too_many_instructions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pickles, "MAX_INSTRUCTIONS", 5)
    assert pickle_json(pickle.dumps(list(range(50)))) is None


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        b"",
        b"junk",
        "not base64!",
        "AAAA",
        b"x" * (pickles.MAX_PICKLE_BYTES + 1),
        b"I1\nI2\na.",
        b"]I1\nI2\ns.",
        b"\x80\x02Rx.",
    ],
)
def test_what_is_no_pickle_is_null(value: object) -> None:
    assert pickle_json(value) is None


@given(st.binary(max_size=200))
def test_garbled_bytes_are_data_or_null(data: bytes) -> None:
    assert isinstance(pickle_json(data), str | None)


@given(st.integers(0, 300), st.integers(0, 255))
def test_a_damaged_pickle_is_data_or_null(position: int, value: int) -> None:
    data = bytearray(pickle.dumps([PLAIN, Message("x", 1), {1, 2}], protocol=2))
    data[position % len(data)] = value
    assert isinstance(pickle_json(bytes(data)), str | None)
