"""The plain data in a pickled message, by disassembly: nothing of it is ever imported or called.

`pickletools.genops` names the instructions; this small machine follows those that move plain data
and stands an object as {"object": "module.name", "args": [...], "state": ...}. A datetime also has
its "time", in ISO 8601 and without its zone.
"""

from __future__ import annotations

import base64
import binascii
import json
import pickletools
import struct
import zlib
from typing import Final

MAX_PICKLE_BYTES: Final = 1_048_576
MAX_INSTRUCTIONS: Final = 20_000
MAX_NODES: Final = 1_000
MAX_DEPTH: Final = 20
MAX_TEXT_LENGTH: Final = 1_000

_CONSTANTS: Final = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_EMPTY: Final = {"EMPTY_LIST": list, "EMPTY_TUPLE": list, "EMPTY_SET": list, "EMPTY_DICT": dict}
_IGNORED: Final = frozenset({"PROTO", "FRAME", "STOP", "READONLY_BUFFER"})
_PUTS: Final = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})
_GETS: Final = frozenset({"GET", "BINGET", "LONG_BINGET"})
_COLLECTING: Final = frozenset({"TUPLE", "LIST", "FROZENSET"})
_DATETIME: Final = struct.Struct(">HBBBBB3s")
_MARK: Final = object()


class _NotPlain(Exception):
    """An instruction that this machine does not follow, or too much of everything."""


def pickle_json(value: object) -> str | None:
    """Return the plain data of the pickle in `value` as JSON, or NULL if there is none.

    The pickle may be bare or compressed by gzip or zlib, and it may stand in base64, with or
    without the signature that `django.core.signing` appends.
    """
    try:
        data = _unwrapped(value)
        return None if data is None else json.dumps(_Tree().of(_Machine().run(data)))
    except Exception:
        return None


def _unwrapped(value: object) -> bytes | None:
    if isinstance(value, str):
        value = _from_base64(value)
    if not isinstance(value, bytes) or len(value) > MAX_PICKLE_BYTES:
        return None
    if value.startswith((b"\x1f\x8b", b"\x78")):
        # 32 more than the window size lets zlib tell the two formats apart.
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(value, MAX_PICKLE_BYTES)
    return value


def _from_base64(text: str) -> bytes:
    body = text.split(":", maxsplit=1)[0].lstrip(".").strip()
    padded = body + "=" * (-len(body) % 4)
    try:
        return base64.b64decode(padded, altchars=b"-_", validate=True)
    except binascii.Error:
        return base64.b64decode(padded, validate=True)


class _Machine:
    """The stack, the memo, and what each kind of instruction does to them."""

    def __init__(self) -> None:
        self._stack: list[object] = []
        self._memo: dict[int, object] = {}

    def run(self, data: bytes) -> object:
        for number, (instruction, argument, _) in enumerate(pickletools.genops(data)):
            if number > MAX_INSTRUCTIONS:
                raise _NotPlain
            self._step(instruction.name, argument)
        return self._stack[-1]

    def _step(self, name: str, argument: object) -> None:
        if name in _IGNORED:
            return
        if name in _CONSTANTS:
            self._stack.append(_CONSTANTS[name])
        elif name in _EMPTY:
            self._stack.append(_EMPTY[name]())
        elif name in _PUTS and isinstance(argument, int):
            self._memo[argument] = self._stack[-1]
        elif name in _GETS and isinstance(argument, int):
            self._stack.append(self._memo[argument])
        elif action := getattr(self, f"_{name.lower()}", None):
            action()
        elif name in _COLLECTING:
            self._stack.append(self._since_mark())
        elif name in ("GLOBAL", "INST"):
            self._name(str(argument).replace(" ", "."), has_arguments=name == "INST")
        elif argument is not None:
            self._stack.append(argument)
        else:
            raise _NotPlain(name)

    def _since_mark(self) -> list[object]:
        items: list[object] = []
        while (item := self._stack.pop()) is not _MARK:
            items.append(item)
        return items[::-1]

    def _mark(self) -> None:
        self._stack.append(_MARK)

    def _memoize(self) -> None:
        self._memo[len(self._memo)] = self._stack[-1]

    def _pop(self) -> None:
        self._stack.pop()

    def _pop_mark(self) -> None:
        self._since_mark()

    def _dup(self) -> None:
        self._stack.append(self._stack[-1])

    def _tuple1(self) -> None:
        self._stack[-1:] = [self._stack[-1:]]

    def _tuple2(self) -> None:
        self._stack[-2:] = [self._stack[-2:]]

    def _tuple3(self) -> None:
        self._stack[-3:] = [self._stack[-3:]]

    def _append(self) -> None:
        item = self._stack.pop()
        self._items().append(item)

    def _appends(self) -> None:
        items = self._since_mark()
        self._items().extend(items)

    _additems = _appends

    def _items(self) -> list[object]:
        top = self._stack[-1]
        if not isinstance(top, list):
            raise _NotPlain
        return top

    def _setitem(self) -> None:
        value, key = self._stack.pop(), self._stack.pop()
        self._entries()[str(key)] = value

    def _setitems(self) -> None:
        items = self._since_mark()
        entries = self._entries()
        entries.update(
            (str(key), value) for key, value in zip(items[::2], items[1::2], strict=True)
        )

    def _dict(self) -> None:
        self._stack.append(_paired(self._since_mark()))

    def _entries(self) -> dict[str, object]:
        top = self._stack[-1]
        if not isinstance(top, dict):
            raise _NotPlain
        return top

    def _stack_global(self) -> None:
        name, module = self._stack.pop(), self._stack.pop()
        self._name(f"{module}.{name}", has_arguments=False)

    def _name(self, name: str, *, has_arguments: bool) -> None:
        arguments = self._since_mark() if has_arguments else []
        self._stack.append({"object": name, "args": arguments})

    def _reduce(self) -> None:
        arguments = self._stack.pop()
        self._stack[-1] = {**self._entries(), "args": arguments}
        if self._entries()["object"] == "datetime.datetime":
            self._entries()["time"] = _moment(arguments)

    _newobj = _reduce

    def _newobj_ex(self) -> None:
        self._stack.pop()
        self._reduce()

    def _build(self) -> None:
        state = self._stack.pop()
        self._entries()["state"] = state


def _moment(arguments: object) -> str | None:
    """Return the time in a datetime's arguments, of which the first is its ten packed bytes."""
    match arguments:
        case [bytes() as packed, *_] if len(packed) == _DATETIME.size:
            year, month, day, hour, minute, second, fraction = _DATETIME.unpack(packed)
            # The highest bit of the month says that the hour is a repeated one.
            date = f"{year:04}-{month & 127:02}-{day:02}"
            return f"{date}T{hour:02}:{minute:02}:{second:02}.{int.from_bytes(fraction):06}"
    return None


def _paired(items: list[object]) -> dict[str, object]:
    return {str(key): value for key, value in zip(items[::2], items[1::2], strict=True)}


class _Tree:
    """A copy of what the machine built that JSON can hold: bounded, and without cycles."""

    def __init__(self) -> None:
        self._node_count = 0

    def of(self, value: object, depth: int = 0) -> object:
        self._node_count += 1
        if self._node_count > MAX_NODES or depth > MAX_DEPTH:
            return None
        if isinstance(value, list):
            return [self.of(item, depth + 1) for item in value[:MAX_NODES]]
        if isinstance(value, dict):
            return {key[:MAX_TEXT_LENGTH]: self.of(item, depth + 1) for key, item in value.items()}
        if isinstance(value, bytes | bytearray):
            return {"bytes": len(value)}
        if isinstance(value, str):
            return value[:MAX_TEXT_LENGTH]
        return value if isinstance(value, int | float | None) else None
