"""Every tenant that was ever limited: its own history, and the row that must be equal to it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from crashqueue_verify.findings import MAX_ROWS_PER_FINDING, printable
from crashqueue_verify.native.replay import EVENT_COLUMNS, replay_history
from crashqueue_verify.native.replayed_tenant import ReplayedTenant
from crashqueue_verify.native.streams import RowStream

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from crashqueue_verify.findings import Findings


class TenantRow(NamedTuple):
    """One row of the table tenants; the time in microseconds since the epoch."""

    tenant: str
    active_limit: int | None
    updated_at_us: int
    history_length: int
    history_digest: str


TENANTS: Final = (
    f"SELECT {', '.join(TenantRow._fields)} FROM tenants ORDER BY tenant COLLATE BINARY"
)

EVENTS_OF_TENANTS: Final = f"""
    SELECT {EVENT_COLUMNS.replace("job_id", "'' AS job_id")} FROM events
    WHERE job_id IS NULL ORDER BY tenant COLLATE BINARY, event_number
"""

_NAME: Final = EVENT_COLUMNS.split(", ").index("tenant")


def check_tenants(connection: sqlite3.Connection, findings: Findings) -> None:
    """Replay each tenant's own history, and compare its row."""

    def report_stray(tenant: str, rows: Iterator[Any]) -> None:
        shown = [
            {"event_number": number, "event_sequence": sequence, "kind": kind}
            for _, _, number, sequence, kind, *_ in islice(rows, MAX_ROWS_PER_FINDING)
        ]
        sentence = f"tenant {printable(tenant)} has events of its own and no row"
        findings.add("CQ164", sentence, rows=shown)

    events = RowStream(connection.execute(EVENTS_OF_TENANTS), report_stray, column=_NAME)
    for values in connection.execute(TENANTS):
        row = TenantRow._make(values)
        _check_tenant(row, events.take(row.tenant), findings)
    events.finish()


def _check_tenant(row: TenantRow, events: Iterator[Any] | None, findings: Findings) -> None:
    if events is None:
        sentence = f"tenant {printable(row.tenant)} has a row and no events of its own"
        findings.add("CQ164", sentence, rows=[row._asdict()])
        return
    tenant = ReplayedTenant(row.tenant)
    replay_history(tenant, events, tenant.advance, findings)
    if _differs(row, tenant, findings, "CQ124", ("history_length", "history_digest")):
        return
    if tenant.is_complete:
        _differs(row, tenant, findings, "CQ164", ("active_limit", "updated_at_us"))


def _differs(
    row: TenantRow,
    tenant: ReplayedTenant,
    findings: Findings,
    rule_id: str,
    columns: tuple[str, ...],
) -> bool:
    differing = [c for c in columns if getattr(row, c) != getattr(tenant, c)]
    if differing:
        name, names = printable(row.tenant), ", ".join(differing)
        findings.add(
            rule_id,
            f"the row of tenant {name} and its history disagree on {names}",
            rows=[
                {"column": c, "row": getattr(row, c), "history": getattr(tenant, c)}
                for c in differing
            ],
        )
    return bool(differing)
