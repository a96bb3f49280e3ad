"""Where the queue of an experiment is: in a SQLite file, or in a schema on a PostgreSQL server.

The auditor is imported when it is asked: a child that is to die knows its place, and no more.
"""

# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypedDict

if TYPE_CHECKING:
    from crashqueue_verify import Replay, Report

SCHEMA: Final = "crashqueue"


class Where(TypedDict):
    """What DurableQueue is told of where a queue is: DurableQueue(**place.where)."""

    path: str
    schema: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One queue's place: a file, which knows of no schema, or an address and a schema there."""

    address: str
    schema: str | None = None

    @classmethod
    def file(cls, path: Path) -> Self:
        """Return the place of a queue in a SQLite file."""
        return cls(address=str(path))

    @property
    def where(self) -> Where:
        """The arguments with which the queue is opened."""
        return Where(path=self.address, schema=self.schema or SCHEMA)

    @property
    def files(self) -> tuple[Path, ...]:
        """The SQLite file, or none."""
        return (Path(self.address),) if self.schema is None else ()

    def audit(self) -> Report:
        """Return what the independent auditor says of the queue."""
        from crashqueue_verify import audit

        return audit(self.address, schema=self.schema)

    def replay(self, job_id: str) -> Replay:
        """Return the job's history, replayed independently."""
        from crashqueue_verify import replay

        return replay(self.address, job_id, schema=self.schema)
