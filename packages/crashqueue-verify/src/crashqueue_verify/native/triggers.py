"""Whether history is append-only on PostgreSQL: by what its triggers are declared to do.

They are not tried: a dump cannot be, and a live database is only read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from crashqueue_verify.findings import Findings
    from crashqueue_verify.staging.catalogue import RawTable, RawTrigger

_WAYS: Final = {"update": "updated", "delete": "deleted", "truncate": "removed by TRUNCATE"}
# A function that does nothing else but refuse.
_REFUSAL: Final = re.compile(r"\s*BEGIN\s+RAISE\s+EXCEPTION\s+[^;]+;\s*END\s*;?\s*", re.IGNORECASE)


def check_triggers(events: RawTable, findings: Findings) -> None:
    """Report each way of rewriting an event that no trigger refuses in every case."""
    refused = {event for call in events.calls if _refuses(call) for event in call.events}
    for event, participle in _WAYS.items():
        if event not in refused:
            findings.add(
                "CQ103",
                f"nothing refuses that an event is {participle}",
                rows=[{"table": "events", "trigger": call.name} for call in events.calls],
            )


def _refuses(call: RawTrigger) -> bool:
    return (
        call.timing == "before"
        and not call.is_partial
        and call.is_always
        and bool(call.bodies)
        and all(map(_REFUSAL.fullmatch, call.bodies))
    )
