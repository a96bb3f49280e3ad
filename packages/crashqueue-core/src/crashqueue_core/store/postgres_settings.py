"""What holds in each transaction of the queue's own, whatever server, database and role say.

None of it outlives its transaction: behind a pooler the session is somebody else's.
"""

from __future__ import annotations

from typing import Final

from crashqueue_core.store.postgres_address import address_options
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_queries import SETTINGS

_IDLE_LIMIT: Final = "idle_in_transaction_session_timeout"
_LONGEST_IDLENESS_MS: Final = 60_000
"""How long the rows stay locked of a client that is gone without a word."""

DURABLE: Final = (
    # What is acknowledged is on the server's disk. Every other value waits for that at least.
    "set_config('synchronous_commit', CASE current_setting('synchronous_commit') "
    "WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)"
)
_LIMITED: Final = (
    f"set_config('{_IDLE_LIMIT}', CASE current_setting('{_IDLE_LIMIT}') "
    f"WHEN '0' THEN '{_LONGEST_IDLENESS_MS}' ELSE current_setting('{_IDLE_LIMIT}') END, true)"
)


def settings(address: str, wait_ms: int) -> Change:
    """Return the statement that follows BEGIN. The address has the last word on idleness."""
    is_limited = _IDLE_LIMIT not in str(address_options(address).get("options", ""))
    parts = (SETTINGS, DURABLE, *((_LIMITED,) if is_limited else ()))
    return Change(", ".join(parts), (wait_ms,))
