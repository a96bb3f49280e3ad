"""PostgreSQL's text form of an array, as JSON text."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_PART: Final = re.compile(
    r"""
    (?P<mark> [{},] )
    | "(?P<quoted> [^"\\]* (?: \\. [^"\\]* )* )"
    | (?P<bare> (?: [^{},"\\]+ | \\. )+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_BOUNDS: Final = re.compile(r"(?:\[[-+]?\d+:[-+]?\d+\])+=")
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_MAX_DEPTH: Final = 6  # PostgreSQL's own
_MARKS: Final = {"{": "[", "}": "]", ",": ","}
# What may follow a mark; an element behaves like a closing brace.
_FOLLOWERS: Final = {"{": "{}e", ",": "{e", "}": "},", "e": "},"}


def array_as_json(text: str, element_as_json: Callable[[str], str]) -> str:
    """Return the array `text`, nested ones too, as JSON; explicit bounds are dropped.

    Raises ValueError when `text` is no array, and what `element_as_json` raises.
    """
    if text == "{}":
        return "[]"
    position = bounds.end() if (bounds := _BOUNDS.match(text)) else 0
    parts, depth, last = [], 0, ""
    while position < len(text):
        part = _PART.match(text, position)
        if part is None or (last and not depth) or depth > _MAX_DEPTH:
            raise ValueError("no array")
        position = part.end()
        kind = part["mark"] or "e"
        if kind not in _FOLLOWERS.get(last, "{"):
            raise ValueError("no array")
        depth += (kind == "{") - (kind == "}")
        parts.append(_MARKS.get(kind) or _element(part, element_as_json))
        last = kind
    if depth or not last:
        raise ValueError("no array")
    return "".join(parts)


def _element(part: re.Match[str], element_as_json: Callable[[str], str]) -> str:
    quoted = part["quoted"]
    if quoted is not None:
        return element_as_json(_ESCAPED.sub(r"\1", quoted))
    bare = part["bare"]
    return "null" if bare.upper() == "NULL" else element_as_json(_ESCAPED.sub(r"\1", bare))


def json_element(text: str) -> str:
    """Return `text` as it is when it is JSON that SQLite reads too, else as a JSON string."""
    try:
        json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return text_element(text)
    return text


def text_element(text: str) -> str:
    """Return `text` as a JSON string."""
    return json.dumps(text, ensure_ascii=False)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")
