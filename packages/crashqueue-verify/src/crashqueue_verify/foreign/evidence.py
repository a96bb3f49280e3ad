"""The rows behind a finding, as a report may show them.

Payloads are people's data: of them a report shows the size and, for a JSON object, the keys.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable, shown_row
from crashqueue_verify.staging.scratch import quoted
from crashqueue_verify.staging.sqlite_file import KEPT_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crashqueue_verify.foreign.profile import Profile
    from crashqueue_verify.staging.scratch import Scratch

MAX_KEYS: Final = 10
MAX_PARSED_LENGTH: Final = 65_536


class Evidence:
    """Looks up raw rows in the scratch database."""

    def __init__(self, scratch: Scratch, profile: Profile, *, show_payloads: bool) -> None:
        self._scratch = scratch
        self._profile = profile
        self._show_payloads = show_payloads

    def row(self, alias: str | None, row: Mapping[str, object]) -> dict[str, str | int | None]:
        """Return what a report shows of a result's row.

        The result's own columns come first, then those of the raw row that `row_id` points to.
        """
        own = {
            name: value
            for name, value in row.items()
            if name not in ("cause", "row_id", "since_us") and value is not None
        }
        return shown_row({**own, **self._raw(alias, row.get("row_id"))})

    def _raw(self, alias: str | None, row_id: object) -> dict[str, object]:
        spec = self._profile.tables.get(alias or "")
        if spec is None or not isinstance(row_id, int):
            return {}
        sql = f"SELECT * FROM {quoted(spec.staged_name)} WHERE rowid = :row_id"
        cursor = self._scratch.query(sql, {"row_id": row_id})
        names = [column[0] for column in cursor.description]
        for values in cursor:
            return {
                name: self._payload(value) if name in spec.payload else value
                for name, value in zip(names, values, strict=True)
                if value is not None
            }
        return {}

    def _payload(self, value: object) -> object:
        if self._show_payloads:
            return value
        if isinstance(value, str | bytes):
            size_bytes = _size_bytes(value)
            # So much is kept of a value that is too large to be read in full.
            more = " or more" if size_bytes == KEPT_BYTES else ""
            return f"<{size_bytes:,} bytes{more}{_keys(value)}>"
        return "<a number>"


def _size_bytes(value: str | bytes) -> int:
    return len(value if isinstance(value, bytes) else value.encode(errors="surrogateescape"))


def _keys(value: str | bytes) -> str:
    """Return the keys of a JSON object, which name what the data is about."""
    if len(value) > MAX_PARSED_LENGTH:
        return ""
    try:
        parsed = json.loads(value)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(parsed, dict) or not parsed:
        return ""
    shown = ", ".join(printable(key) for key in list(parsed)[:MAX_KEYS])
    return f": {shown}{', …' if len(parsed) > MAX_KEYS else ''}"
