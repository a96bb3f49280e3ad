"""A chain of events as replay goes through it: a job's, or a tenant's own."""

from __future__ import annotations

from typing import Final, NamedTuple

NOTHING: Final = "(nothing)"
"""The state before the first event."""


class Doubt(NamedTuple):
    """A demand of an event that is not met."""

    rule_id: str
    sentence: str


class Refusal(Exception):
    """An event that cannot follow."""

    def __init__(self, rule_id: str, sentence: str) -> None:
        super().__init__(sentence)
        self.rule_id = rule_id
        self.sentence = sentence


class ReplayedHistory:
    """What is known of any history: how long it is, how it ends, and whether it could be replayed.

    `job_id` is None in a tenant's own history; `tenant` is "" before the first event.
    """

    __slots__ = (
        "doubts",
        "history_digest",
        "history_length",
        "is_complete",
        "job_id",
        "state",
        "tenant",
        "updated_at_us",
    )

    updated_at_us: int

    def __init__(self, *, job_id: str | None, tenant: str) -> None:
        self.job_id = job_id
        self.tenant = tenant
        self.state = NOTHING
        self.is_complete = True
        self.doubts: list[Doubt] = []
        self.history_length = 0
        self.history_digest = "0" * 64

    def doubt(self, rule_id: str, sentence: str) -> None:
        """Note a demand that is not met."""
        self.doubts.append(Doubt(rule_id, sentence))
