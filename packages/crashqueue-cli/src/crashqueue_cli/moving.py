"""The command that moves a queue from a SQLite file to a PostgreSQL server: migrate."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crashqueue_cli import options, places
from crashqueue_cli.answers import Answer
from crashqueue_cli.errors import CopyNotSound, SourceNotSound
from crashqueue_cli.progress import Draw, drawn_progress, is_watched
from crashqueue_verify import Report, Verdict, audit_transaction
from crashqueue_verify import audit as audit_database

if TYPE_CHECKING:
    from crashqueue_core.migration import Migration, Moved


@click.command()
@click.argument(
    "source",
    metavar="FILE",
    type=places.database_named,
    shell_complete=places.complete_files,
)
@click.argument("target", metavar="ADDRESS", type=places.database_named)
@places.schema
@options.busy_timeout
@options.quiet
def migrate(
    *,
    source: Path | str,
    target: Path | str,
    schema: str | None,
    busy_timeout_us: int,
    quiet: bool,
) -> Answer:
    """Copy a queue from a SQLite file into a new schema of a PostgreSQL database.

    Stop its workers and producers before, and do not use the file afterwards: its jobs would be
    done twice. Everything arrives as it is. The file is audited first, and the copy before it is
    committed; unless both hold, nothing is left on the server.
    """
    if isinstance(source, str) or isinstance(target, Path):
        raise click.UsageError("A queue moves from a SQLite file to postgresql://…, no other way.")
    place = places.place_of(target, schema)
    migrating: Any = importlib.import_module("crashqueue_core.migration").migrating
    steps = Steps()
    with (
        drawn_progress(quiet=quiet) as draw,
        migrating(
            source, target, schema=place.schema, busy_timeout_us=busy_timeout_us
        ) as migration,
    ):
        document = _carried_out(migration, source, str(place.schema), draw, steps)
    return Answer(document=document, afterword=str(steps) if is_watched(quiet=quiet) else "")


def _carried_out(
    migration: Migration, source: Path, schema: str, draw: Draw, steps: Steps
) -> dict[str, object]:
    with steps.timed("file audited"):
        before = audit_database(source, progress=draw)
    if before.verdict is not Verdict.HOLDS:
        raise SourceNotSound("the audit of the file does not hold", **_evidence(before))
    with steps.timed("copied"):
        sent = migration.copy(draw)
    with steps.timed("copy audited"):
        after = audit_transaction(migration.connection, schema=schema, progress=draw)
    if after.verdict is not Verdict.HOLDS:
        raise CopyNotSound("the audit of the copy does not hold", **_evidence(after))
    with steps.timed("compared and committed"):
        arrived = migration.compare()
        migration.commit()
    return {
        "rows": {name: moved.rows for name, moved in arrived.items()},
        "source": _side(before, sent),
        "target": _side(after, arrived) | {"schema": schema},
    }


def _side(report: Report, moved: Mapping[str, Moved]) -> dict[str, object]:
    return {
        "digests": {name: table.digest for name, table in moved.items()},
        "verdict": report.verdict,
    }


def _evidence(report: Report) -> dict[str, object]:
    document = report.as_dict()
    return {name: document[name] for name in ("findings", "not_evaluated", "totals", "verdict")}


class Steps:
    """How long each step took, for the person who watches."""

    def __init__(self) -> None:
        self._durations_s: dict[str, float] = {}

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Measure the block."""
        began_s = time.monotonic()
        yield
        self._durations_s[step] = time.monotonic() - began_s

    def __str__(self) -> str:
        return ", ".join(f"{step} in {took_s:.1f} s" for step, took_s in self._durations_s.items())
