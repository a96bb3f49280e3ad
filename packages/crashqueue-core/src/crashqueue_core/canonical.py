"""Canonical JSON and SHA-256 digests, as docs/reference/format.md defines them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from crashqueue_core.errors import InvalidPayload, PayloadTooLarge

JSONValue = Mapping[str, "JSONValue"] | Sequence["JSONValue"] | str | int | float | bool | None
"""What a payload or a result may be. A tuple is stored as a list."""

MAX_PAYLOAD_BYTES: Final = 1_048_576
MAX_CHECKPOINT_BYTES: Final = 16_384

MAX_NESTING: Final = 100
"""Objects and lists inside one another. Python's own limit depends on who asks, and from where."""

# Circles are found by _refuse_lossy; the encoder need not look for them again.
_encode = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
).encode


def canonical_json(value: object, limit_bytes: int = MAX_PAYLOAD_BYTES) -> str:
    """Return the one canonical JSON text of `value`.

    Raises InvalidPayload for anything that JSON cannot hold without loss, and PayloadTooLarge
    beyond `limit_bytes` of UTF-8.
    """
    try:
        _refuse_lossy(value, MAX_NESTING)
        text = _encode(value)
        size_bytes = len(text.encode())
    except UnicodeEncodeError:
        raise InvalidPayload("the value contains a lone surrogate, which is not Unicode") from None
    except (TypeError, ValueError) as error:
        raise InvalidPayload(f"the value has no JSON form: {error}") from None
    if size_bytes > limit_bytes:
        raise PayloadTooLarge(
            f"the value takes {size_bytes} bytes; the limit is {limit_bytes}",
            size_bytes=size_bytes,
            limit_bytes=limit_bytes,
        )
    return text


def _refuse_lossy(value: object, levels: int) -> None:
    if isinstance(value, dict):
        # The encoder would turn the key 1 into "1", and then {1: …, "1": …} into two equal keys.
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"object keys must be text, not {type(key).__name__}")
        members: Iterable[object] = value.values()
    elif isinstance(value, list | tuple):
        members = value
    else:
        return
    if levels == 0:
        raise ValueError(f"it is nested more than {MAX_NESTING} levels deep, or contains itself")
    for member in members:
        _refuse_lossy(member, levels - 1)


def canonical_facts(facts: dict[str, JSONValue]) -> str:
    """Return the canonical JSON text of an object made of values that were checked one by one."""
    return _encode(facts)


def digest(text: str) -> str:
    """Return the lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`."""
    return hashlib.sha256(text.encode()).hexdigest()
