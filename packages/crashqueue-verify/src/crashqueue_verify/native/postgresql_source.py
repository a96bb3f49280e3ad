"""A schema of ours in a live PostgreSQL or in a dump, read into a private SQLite database."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crashqueue_verify.findings import printable
from crashqueue_verify.native.postgresql_rows import stage_rows
from crashqueue_verify.native.postgresql_schema import check_declarations, unique_columns
from crashqueue_verify.native.sequences import SUBMISSIONS, check_sequences
from crashqueue_verify.native.source import OUR_SYSTEM
from crashqueue_verify.native.times import check_time_in_histories
from crashqueue_verify.native.triggers import check_triggers
from crashqueue_verify.results import NotEvaluated, ReferenceTime, System
from crashqueue_verify.staging.errors import DumpDamaged
from crashqueue_verify.staging.obstacles import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from crashqueue_verify.findings import Findings
    from crashqueue_verify.native.postgresql_schema import OurSchema
    from crashqueue_verify.staging.catalogue import Source
    from crashqueue_verify.staging.deadline import Deadline

SKIPPED: Final = (
    NotEvaluated(
        rule_ids=("CQ110", "CQ118"),
        reason="PostgreSQL's identity columns leave gaps where a transaction is undone",
    ),
)
CAVEATS: Final = (
    "Whether time went back between two jobs: events are not numbered in the order of commit.",
    "Whether a tenant was above its limit only until a transaction that was ending another of its "
    "jobs had committed: the end is numbered before.",
)

_MISCOUNTED: Final = """
    SELECT tenant, max(last_sequence), max(greatest) FROM (
        SELECT tenant, last_sequence, NULL AS greatest FROM submissions
        UNION ALL SELECT tenant, NULL, max(submission_sequence) FROM jobs
                  GROUP BY tenant COLLATE BINARY)
    GROUP BY tenant COLLATE BINARY
    HAVING max(last_sequence) IS NOT coalesce(max(greatest), 0) ORDER BY tenant
"""


def postgresql_system(source: Source) -> System:
    """Return what a report says of our own queue in `source`."""
    return replace(OUR_SYSTEM, engine=source.engine, source_kind=source.kind, caveats=CAVEATS)


class PostgresqlSource:
    """The schema `ours` of `source`; its rows come into `connection` when it is checked."""

    skipped: tuple[NotEvaluated, ...] = SKIPPED

    def __init__(
        self,
        source: Source,
        ours: OurSchema,
        connection: sqlite3.Connection,
        *,
        deadline: Deadline,
        progress: Callable[[str, int, int], None],
    ) -> None:
        self.connection = connection
        self.system = postgresql_system(source)
        self.clock: ReferenceTime | None = None
        if source.kind == "live" and source.captured_at_us is not None:
            self.clock = ReferenceTime(time_us=source.captured_at_us, source="the server's clock")
        self._source = source
        self._ours = ours
        self._deadline = deadline
        self._progress = progress

    def check_format(self, findings: Findings) -> None:
        """Report what is wrong with the version and with the tables as declared."""
        check_declarations(self._ours, findings)

    def check_integrity(self, findings: Findings) -> None:
        """Report what keeps the source from being read in full, by reading it."""
        self.make_readable(findings)

    def make_readable(self, findings: Findings) -> None:
        """Copy every row; report what keeps the source from being read in full.

        Raises Unstaged when the machine does not let the rows be read.
        """
        try:
            stage_rows(
                self._source,
                self._ours.tables,
                self.connection,
                deadline=self._deadline,
                progress=self._progress,
            )
        except DumpDamaged as damage:
            findings.add("CQ102", f"the dump cannot be read in full: {printable(damage)}")
        except sqlite3.IntegrityError as error:
            findings.add("CQ102", f"a row is not as its table is declared: {printable(error)}")
        except sqlite3.Error as error:
            raise Unstaged(reason_of(error)) from None

    def check_append_only(self, findings: Findings) -> None:
        """Report each way of rewriting an event that no trigger is declared to refuse."""
        check_triggers(self._ours.tables["events"], findings)

    def check_numbers(self, findings: Findings) -> None:
        """Report submissions that are missing in a tenant, also after its last job."""
        check_sequences(self.connection, findings, (SUBMISSIONS,))
        for tenant, last, greatest in self.connection.execute(_MISCOUNTED):
            findings.add(
                "CQ111",
                f"submissions does not say how many jobs tenant {printable(tenant)} has submitted",
                rows=[{"last_sequence": last, "greatest_submission_sequence": greatest}],
            )

    def check_time(self, findings: Findings) -> None:
        """Report events that are earlier than the one before them in the same history."""
        check_time_in_histories(self.connection, findings)

    def unique_columns(self, table: str) -> set[tuple[str, ...]]:
        """Return the sets of columns that `table` keeps unique in every row."""
        return unique_columns(self._ours.tables[table])


class Unstaged(Exception):
    """The rows could not be read into the private database; the message says why."""
