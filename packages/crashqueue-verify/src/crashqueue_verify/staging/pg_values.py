"""PostgreSQL's text form of a value, as the value that is staged.

Integers become int, booleans 1 and 0, floating and exact numbers float, bytea bytes, arrays JSON
text; everything else stays the text that it is, also "NaN" and "infinity". SQLite knows neither.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.pg_arrays import array_as_json, json_element, text_element

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify.staging.catalogue import StagedValue

    Reading = Callable[[str], StagedValue]

FLOAT_DIGITS: Final = 15
"""So many decimal digits survive a float; an exact number with more of them stays text."""

SMALLEST_INTEGER: Final = -(2**63)
GREATEST_INTEGER: Final = 2**63 - 1

_INTEGER: Final = re.compile(r"-?[0-9]{1,19}")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_NO_NUMBERS: Final = frozenset({"NaN", "Infinity", "-Infinity"})
_BOOLEANS: Final = {"t": 1, "f": 0, "true": 1, "false": 0}
_OLD_BYTE: Final = re.compile(r"\\(\\|[0-3][0-7]{2})")
_PARAMETERS: Final = re.compile(r"\([^)]*\)")
_USER_TYPE: Final = re.compile(r'(?:"(?:[^"]|"")*"|[^\W\d][\w$]*)\.(.+)', re.DOTALL)


def read_integer(text: str) -> int:
    """Return an integer that SQLite can hold; raises ValueError."""
    if not _INTEGER.fullmatch(text):
        raise ValueError("no integer")
    value = int(text)
    if not SMALLEST_INTEGER <= value <= GREATEST_INTEGER:
        raise ValueError("no 64-bit integer")
    return value


def read_boolean(text: str) -> int:
    """Return 1 or 0; raises KeyError."""
    return _BOOLEANS[text]


def read_float(text: str) -> float | str:
    """Return a float, or the text of what SQLite has no number for; raises ValueError."""
    if text in _NO_NUMBERS:
        return text
    if not _NUMBER.fullmatch(text):
        raise ValueError("no number")
    value = float(text)
    return value if math.isfinite(value) else text


def read_numeric(text: str) -> float | str:
    """Return an exact number as a float unless digits would be lost; raises ValueError."""
    value = read_float(text)
    digits = text.lstrip("-").replace(".", "").strip("0")
    return value if len(digits) <= FLOAT_DIGITS else text


def read_bytea(text: str) -> bytes:
    r"""Return bytes, written in hexadecimal after "\x" or in the old escapes; raises ValueError."""
    if text.startswith("\\x"):
        return bytes.fromhex(text[2:])
    return _OLD_BYTE.sub(_old_byte, text).encode("latin-1")


def _old_byte(escape: re.Match[str]) -> str:
    return "\\" if escape[1] == "\\" else chr(int(escape[1], 8))


_READINGS: Final[dict[str, Reading]] = {
    "smallint": read_integer,
    "integer": read_integer,
    "bigint": read_integer,
    "oid": read_integer,
    "boolean": read_boolean,
    "real": read_float,
    "double precision": read_float,
    "numeric": read_numeric,
    "bytea": read_bytea,
}


def _number_element(reading: Reading) -> Callable[[str], str]:
    def as_json(text: str) -> str:
        value = reading(text)
        return text_element(value) if isinstance(value, str) else repr(value)

    return as_json


_ELEMENTS: Final[dict[str, Callable[[str], str]]] = {
    "json": json_element,
    "jsonb": json_element,
    **{name: _number_element(_READINGS[name]) for name in _READINGS if name != "bytea"},
}


def reading_of(declared_type: str) -> Reading | None:
    """Return what turns the text of such a value into the staged one, or None: it stays text.

    The reading raises ValueError or KeyError for a text that no such value has.
    """
    base = " ".join(_PARAMETERS.sub("", declared_type).split())
    if not base.endswith("[]"):
        return _READINGS.get(base)
    if base == "box[]":  # the one type whose array is divided by semicolons
        return None
    element_as_json = _ELEMENTS.get(base.removesuffix("[]"), text_element)
    return lambda text: array_as_json(text, element_as_json)


def type_name(text: str) -> str:
    """Return a type as a RawColumn has it: lower case, without the schema of a user's type.

    A user's type that is called like one of PostgreSQL's own keeps its schema. The type "char"
    keeps its quotes, being another one than char.
    """
    name = " ".join(text.split()).lower()
    if (match := _USER_TYPE.fullmatch(name)) is None:
        return name if name.startswith('"char"') else name.replace('"', "")
    bare = match[1].replace('"', "")
    return name.replace('"', "") if reading_of(bare.removesuffix("[]")) else bare
