"""Reading JSON that a person or a program hands in, and refusing what it would silently change.

Python's reader takes the last of two equal keys, makes NaN of `NaN` and infinity of `1e999`. A
payload is digested and compared, so here each of these is an error that says where it is.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from crashqueue_cli.errors import InputNotReadable
from crashqueue_core import InvalidPayload, JSONValue, PayloadTooLarge

MAX_INPUT_BYTES: Final = 16 * 1_048_576
"""More than any form of the largest payload takes, and little enough to hold in memory."""

_PIECE_BYTES: Final = 65_536
_MAX_DIGITS: Final = 4_300  # Python converts no longer integer
_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]|[^\s\[\]{},:"]+')


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenJSON:
    """A parsed value; a thing of its own, since null is a value and no option is not."""

    value: JSONValue


def given_json(argument: str) -> GivenJSON:
    """Return the value of JSON text, of `@FILE`, or of `-` for standard input.

    Raises InvalidPayload, PayloadTooLarge or InputNotReadable.
    """
    return GivenJSON(value=parse_json(read_text(argument)))


def read_text(argument: str) -> str:
    """Return the text that the argument is or points to."""
    if argument == "-" or argument.startswith("@"):
        return _decoded(_read_bytes(argument.removeprefix("@")))
    try:
        argument.encode()
    except UnicodeEncodeError as error:
        raise _refused(argument, error.start, "the argument is not valid UTF-8") from None
    return argument


def parse_json(text: str) -> JSONValue:
    """Return the value of strict JSON; raises InvalidPayload with `position`, `line`, `column`."""
    try:
        value: JSONValue = json.loads(text, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise _refused(text, error.pos, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise InvalidPayload("the JSON is nested too deeply") from None
    for position, reason in _offences(text):
        raise _refused(text, position, reason)
    return value


def _read_bytes(path: str) -> bytes:
    where = "standard input" if path == "-" else path
    content = bytearray()
    try:
        with click.open_file(path, "rb") if path == "-" else Path(path).open("rb") as stream:
            while len(content) <= MAX_INPUT_BYTES and (piece := stream.read(_PIECE_BYTES)):
                content += piece
    except (OSError, RuntimeError) as error:  # click's word for an absent stream is RuntimeError
        raise InputNotReadable(f"{where} cannot be read: {error}", source=where) from error
    if len(content) > MAX_INPUT_BYTES:
        raise PayloadTooLarge(
            f"{where} holds more than {MAX_INPUT_BYTES} bytes", limit_bytes=MAX_INPUT_BYTES
        )
    return bytes(content)


def _decoded(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()
        raise _refused(before, len(before), "the input is not valid UTF-8") from None


def _integer(digits: str) -> int:
    return int(digits) if len(digits) <= _MAX_DIGITS else 0  # which _offences will refuse


def _offences(text: str) -> Iterator[tuple[int, str]]:
    """Yield position and reason of what the reader let pass in syntactically correct JSON."""
    keys_seen: list[set[str]] = []
    for match in _TOKEN.finditer(text):
        lexeme = match.group()
        reason = None
        if lexeme in "{[":
            keys_seen.append(set())
        elif lexeme in "}]":
            keys_seen.pop()
        elif lexeme.startswith('"'):
            reason = _text_offence(json.loads(lexeme))
            if reason is None and _is_key(text, match.end()):
                reason = _key_offence(json.loads(lexeme), keys_seen[-1])
        elif lexeme not in ",:":
            reason = _number_offence(lexeme)
        if reason is not None:
            yield match.start(), reason


def _is_key(text: str, end: int) -> bool:
    following = _TOKEN.search(text, end)
    return following is not None and following.group() == ":"


def _text_offence(text: str) -> str | None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return "a lone surrogate is not Unicode"
    return None


def _key_offence(key: str, seen: set[str]) -> str | None:
    if key in seen:
        return "the object has this key already"
    seen.add(key)
    return None


def _number_offence(lexeme: str) -> str | None:
    if lexeme in {"true", "false", "null"}:
        return None
    if lexeme.lstrip("-").isdecimal():
        return f"more than {_MAX_DIGITS} digits" if len(lexeme) > _MAX_DIGITS else None
    return None if math.isfinite(float(lexeme)) else "JSON has no NaN and no infinity"


def _refused(text: str, position: int, reason: str) -> InvalidPayload:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return InvalidPayload(
        f"{reason} (line {line}, column {column})", position=position, line=line, column=column
    )
