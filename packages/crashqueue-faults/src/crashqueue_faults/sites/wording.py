"""What the report of a run says of the engine it was made on, in words that never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How each layer crashes, what is meant by unknown, what a seed leaves open.

    `option` is what the command that repeats a failure is given besides.
    """

    crash_modes: Mapping[str, str]
    outcome_unknown: str
    seed_does_not_fix: str
    option: str = ""


SQLITE_WORDING: Final = Wording(
    crash_modes={
        "statements": "a forked process dies by os._exit before and after every statement",
        "io": "a forked process dies by os._exit before every file operation of SQLite",
        "errors": (
            "the file system answers with an error, once and from then on, at every request"
        ),
    },
    outcome_unknown=(
        "The caller was told of an error, and a crash at that moment would bring the operation "
        "back whole: COMMIT had written all of the transaction when its sync failed, or the "
        "database had been created when the rest of its opening failed. The queue object goes on "
        "without it, and repeating it works."
    ),
    seed_does_not_fix=(
        "durations and versions (environment.json), bytes of database files, "
        "and what another version of SQLite asks of the file system"
    ),
)

POSTGRES_WORDING: Final = Wording(
    crash_modes={
        "statements": (
            "a forked process dies by os._exit before every round trip, when its statements are "
            "sent and none is answered, and when all are answered; and, speaking one statement at "
            "a time, before and after every statement"
        ),
        "errors": (
            "at every round trip, once and from then on, the connection is lost before sending or "
            "before the answer, or the server answers with an error of its own"
        ),
    },
    outcome_unknown=(
        "The client died, or lost its connection, when COMMIT was sent and not answered. The "
        "server may have heard it or not; the content is the one before the operation or the one "
        "after it, and whoever asks again with the same key or lease is told which. Or a schema "
        "had been created when the rest of its opening failed."
    ),
    seed_does_not_fix=(
        "durations and versions (environment.json), numbers that undone transactions use up, "
        "and whether the server hears a COMMIT whose sender is gone"
    ),
    option=" --database ADDRESS",
)
