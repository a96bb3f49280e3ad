"""What holds in each transaction of the queue's own, whatever server, database and role say.

None of it outlives its transaction: behind a pooler the session is somebody else's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crashqueue_core.store.postgres_address import address_options
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_queries import SETTINGS

_IDLE_LIMIT: Final = "idle_in_transaction_session_timeout"
_LONGEST_IDLENESS_MS: Final = 60_000
"""How long the rows stay locked of a client that is gone without a word."""

_SYNCHRONOUS: Final = (
    # What is acknowledged is on the server's disk. Every other value waits for that at least.
    "CASE current_setting('synchronous_commit') "
    "WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END"
)
DURABLE: Final = f"set_config('synchronous_commit', {_SYNCHRONOUS}, true)"
_LIMITED: Final = (
    f"set_config('{_IDLE_LIMIT}', CASE current_setting('{_IDLE_LIMIT}') "
    f"WHEN '0' THEN '{_LONGEST_IDLENESS_MS}' ELSE current_setting('{_IDLE_LIMIT}') END, true)"
)
DURABILITY: Final = (
    f"SELECT {_SYNCHRONOUS}, current_setting('synchronous_standby_names'), "
    "current_setting('fsync'), current_setting('full_page_writes')"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Durability:
    """What a commit of the queue's own is worth on its server.

    `synchronous_commit` is the value in force in the queue's transactions. Where `fsync` or
    `full_page_writes` is "off", a commit survives the server's processes but not its machine.
    """

    synchronous_commit: str
    synchronous_standby_names: str
    fsync: str
    full_page_writes: str


def settings(address: str, wait_ms: int) -> Change:
    """Return the statement that follows BEGIN. The address has the last word on idleness."""
    is_limited = _IDLE_LIMIT not in str(address_options(address).get("options", ""))
    parts = (SETTINGS, DURABLE, *((_LIMITED,) if is_limited else ()))
    return Change(", ".join(parts), (wait_ms,))
