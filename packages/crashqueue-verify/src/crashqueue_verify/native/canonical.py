"""Canonical JSON: one text per value, see docs/reference/format.md."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

MAX_NESTING: Final = 100


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


_decode: Final = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode
encode_canonical: Final = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
).encode
"""Return the canonical text of a value; raises ValueError or RecursionError if it has none."""


def is_canonical(text: str) -> bool:
    """Return whether `text` is canonical JSON, nested at most 100 deep."""
    try:
        value: Any = _decode(text)[0]
        return encode_canonical(value) == text and not is_too_deep(text, value)
    except (ValueError, RecursionError):
        return False


def is_too_deep(text: str, value: object) -> bool:
    """Return whether `value`, whose canonical form is `text`, is nested more than 100 deep."""
    # Few brackets cannot nest deeply; almost every value is done here.
    return text.count("[") + text.count("{") > MAX_NESTING and not _fits(value, MAX_NESTING)


def _fits(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return True
    return levels > 0 and all(_fits(member, levels - 1) for member in value)
