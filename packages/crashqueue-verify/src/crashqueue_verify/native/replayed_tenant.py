"""A tenant as its own history tells it: whether its active jobs are limited, and to how many."""

from __future__ import annotations

from typing import Final

from crashqueue_verify.findings import printable
from crashqueue_verify.native.event_data import parse_data
from crashqueue_verify.native.replayed_history import Refusal, ReplayedHistory

LIMIT_STATES: Final = frozenset({"LIMITED", "UNLIMITED"})


class ReplayedTenant(ReplayedHistory):
    """A tenant as its own history tells it. A limit of None lets any number of jobs be active."""

    __slots__ = ("active_limit",)

    def __init__(self, tenant: str) -> None:
        super().__init__(job_id=None, tenant=tenant)
        self.active_limit: int | None = None

    def advance(self, kind: str, state: str, now_us: int, data_json: str, /) -> None:
        """Take one step, or raise Refusal."""
        self.active_limit = new_limit(kind, state, data_json)
        self.state = state
        self.updated_at_us = now_us


def new_limit(kind: str, state: str, data_json: str) -> int | None:
    """Return the limit that a tenant's own event puts in force, or raise Refusal."""
    if kind != "LIMIT_CHANGED":
        raise Refusal("CQ125", "no tenant has an event of this kind")
    if state not in LIMIT_STATES:
        raise Refusal("CQ126", f"{kind} cannot lead to {printable(state)}")
    limit: int | None = parse_data(kind, data_json)["active_limit"]
    if (state == "UNLIMITED") != (limit is None):
        raise Refusal("CQ125", f"the data of {kind} belongs to another state than the event names")
    return limit
