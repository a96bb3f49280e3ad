"""What the audit of our own format asks of a database, whichever engine holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from crashqueue_verify.native.format import FORMAT_VERSION
from crashqueue_verify.results import System

if TYPE_CHECKING:
    import sqlite3

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.results import NotEvaluated, ReferenceTime

OUR_SYSTEM: Final = System(
    name="crashqueuelab",
    title="CrashQueueLab",
    engine="sqlite",
    source_kind="file",
    schema_version=str(FORMAT_VERSION),
    basis="observed",
    versions=f"format {FORMAT_VERSION}",
    caveats=(),
)


class NativeSource(Protocol):
    """One database of ours, at one moment.

    Its rows are asked for in SQLite's SQL through `connection`, whichever engine they come from,
    and only after `check_format` and then `check_integrity`, or at least `make_readable`, have
    found nothing.
    """

    connection: sqlite3.Connection
    system: System
    clock: ReferenceTime | None
    """What a live server's own clock says; None where there is none."""
    skipped: tuple[NotEvaluated, ...]
    """Rules that no database of this engine can be asked, and why."""

    def check_format(self, findings: Findings) -> None:
        """Report what is wrong with the version and with the tables as declared."""

    def make_readable(self, findings: Findings) -> None:
        """Have the rows where `connection` finds them, or report what keeps them from it."""

    def check_integrity(self, findings: Findings) -> None:
        """Report what keeps the rows from being read in full."""

    def check_append_only(self, findings: Findings) -> None:
        """Report each way in which an event can be rewritten."""

    def check_numbers(self, findings: Findings) -> None:
        """Report what is wrong with numbers that run without gaps."""

    def check_time(self, findings: Findings) -> None:
        """Report events that are earlier than an event before them."""

    def unique_columns(self, table: str) -> set[tuple[str, ...]]:
        """Return the sets of columns that `table` keeps unique in every row."""
