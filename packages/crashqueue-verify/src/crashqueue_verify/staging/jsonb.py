"""SQLite's binary JSON as JSON text, since SQLite itself reads it only from version 3.45 on.

An element is a header and its payload. The header's low four bits are the type; the high four are
the payload's size, or, from 12 to 15, say that the size follows in 1, 2, 4 or 8 bytes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH: Final = 200

_QUOTED: Final = json.JSONEncoder(ensure_ascii=False).encode
_EMPTY: Final = {b"\x0b": "[]", b"\x0c": "{}"}
_LITERALS: Final = {0: "null", 1: "true", 2: "false"}
_NUMBERS: Final = frozenset({3, 5})
_PLAIN_TEXT: Final = frozenset({7, 10})
_ESCAPED_TEXT: Final = 8
_ARRAY: Final = 11
_OBJECT: Final = 12
_GREATEST_SIZE_IN_HEADER: Final = 11


def json_text(value: object) -> str | None:
    """Return JSON as text, whether it is stored as text or in SQLite's binary form.

    What is no JSON, or a number or text that only JSON5 can spell, becomes None.
    """
    if isinstance(value, str):
        return value if _is_json(value) else None
    if not isinstance(value, bytes):
        return None
    try:
        return _EMPTY.get(value) or _valid_text(value) or _only_element(value)
    except (ValueError, IndexError):
        return None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _valid_text(value: bytes) -> str | None:
    """Return an array or object that is stored as the bytes of its text.

    Few binary ones begin like that, and none of those is valid text as well.
    """
    if not value.startswith((b"{", b"[")):
        return None
    text = value.decode(errors="replace")
    return text if _is_json(text) else None


def _only_element(data: bytes) -> str:
    elements = [_spelled(kind, payload, 0) for kind, payload in _elements(data)]
    if len(elements) != 1:
        raise ValueError("more or less than one element")
    return elements[0]


def _elements(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the type and the payload of each element."""
    place = 0
    while place < len(data):
        kind, size = data[place] & 0x0F, data[place] >> 4
        place += 1
        if size > _GREATEST_SIZE_IN_HEADER:
            width = 1 << (size - _GREATEST_SIZE_IN_HEADER - 1)
            size = int.from_bytes(data[place : place + width])
            place += width
        if place + size > len(data):
            raise ValueError("the payload is cut off")
        yield kind, data[place : place + size]
        place += size


def _spelled(kind: int, payload: bytes, depth: int) -> str:
    if depth > MAX_DEPTH:
        raise ValueError("too deep")
    if kind in (_ARRAY, _OBJECT):
        parts = [_spelled(part, inner, depth + 1) for part, inner in _elements(payload)]
        return _array(parts) if kind == _ARRAY else _object(parts)
    return _scalar(kind, payload.decode())


def _scalar(kind: int, text: str) -> str:
    if kind in _LITERALS:
        return _LITERALS[kind]
    if kind in _PLAIN_TEXT:
        return _QUOTED(text)
    spelled = f'"{text}"' if kind == _ESCAPED_TEXT else text if kind in _NUMBERS else ""
    json.loads(spelled)
    return spelled


def _array(parts: list[str]) -> str:
    return f"[{','.join(parts)}]"


def _object(parts: list[str]) -> str:
    names, values = parts[::2], parts[1::2]
    if any(not name.startswith('"') for name in names):
        raise ValueError("a name is no text")
    pairs = zip(names, values, strict=True)
    return f"{{{','.join(f'{name}:{value}' for name, value in pairs)}}}"
