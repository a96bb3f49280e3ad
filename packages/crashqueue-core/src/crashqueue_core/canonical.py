"""Canonical JSON and SHA-256 digests, as docs/reference/format.md defines them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Final

from crashqueue_core.errors import InvalidPayload, PayloadTooLarge

JSONValue = Mapping[str, "JSONValue"] | Sequence["JSONValue"] | str | int | float | bool | None
"""What a payload or a result may be. A tuple is stored as a list."""

MAX_PAYLOAD_BYTES: Final = 1_048_576
MAX_CHECKPOINT_BYTES: Final = 16_384

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def canonical_json(value: object, limit_bytes: int = MAX_PAYLOAD_BYTES) -> str:
    """Return the one canonical JSON text of `value`.

    Raises InvalidPayload for anything that JSON cannot hold without loss, and PayloadTooLarge
    beyond `limit_bytes` of UTF-8.
    """
    try:
        _refuse_lossy(value)
        text = _encode(value)
        size_bytes = len(text.encode())
    except RecursionError:
        raise InvalidPayload("the value is nested too deeply, or contains itself") from None
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


def _refuse_lossy(value: object) -> None:
    # The encoder would turn the key 1 into "1", and then {1: …, "1": …} into two equal keys.
    if isinstance(value, dict):
        for key, member in value.items():
            if not isinstance(key, str):
                raise TypeError(f"object keys must be text, not {type(key).__name__}")
            _refuse_lossy(member)
    elif isinstance(value, list | tuple):
        for member in value:
            _refuse_lossy(member)


def canonical_facts(facts: dict[str, JSONValue]) -> str:
    """Return the canonical JSON text of an object made of values that were checked one by one."""
    return _encode(facts)


def digest(text: str) -> str:
    """Return the lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`."""
    return hashlib.sha256(text.encode()).hexdigest()
