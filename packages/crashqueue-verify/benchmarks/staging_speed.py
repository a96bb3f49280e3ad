"""How fast rows of a dump are staged, next to inserting the same rows from memory.

Run `python packages/crashqueue-verify/benchmarks/staging_speed.py [ROWS]`; the default is 500,000
rows of a job table with 15 columns.
"""

from __future__ import annotations

import contextlib
import functools
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crashqueue_verify.staging.dump import open_dump

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crashqueue_verify.staging.catalogue import StagedValue, Target

ROWS: Final = 500_000
ROWS_WANTED_PER_S: Final = 200_000
TRIES: Final = 3

COLUMNS: Final = {
    "id": "bigint NOT NULL",
    "state": "public.job_state NOT NULL",
    "queue": "text NOT NULL",
    "worker": "text NOT NULL",
    "args": "jsonb NOT NULL",
    "tags": "text[] NOT NULL",
    "attempt": "smallint NOT NULL",
    "max_attempts": "smallint NOT NULL",
    "priority": "integer NOT NULL",
    "is_held": "boolean NOT NULL",
    "inserted_at": "timestamp with time zone NOT NULL",
    "attempted_at": "timestamp with time zone",
    "completed_at": "timestamp with time zone",
    "attempted_by": "text[]",
    "last_error": "text",
}
STATES: Final = ("available", "executing", "completed", "retryable")


class Insertion:
    """Takes staged rows into a table of a fresh database in memory, through executemany."""

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.execute(f"CREATE TABLE job ({', '.join(COLUMNS)})")
        self._sql = f"INSERT INTO job VALUES ({', '.join('?' * len(COLUMNS))})"

    def insert(self, rows: Iterable[Sequence[StagedValue]]) -> None:
        """Insert all of `rows` in one transaction."""
        self._connection.execute("BEGIN")
        self._connection.executemany(self._sql, rows)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Forget the database."""
        self._connection.close()


class Collection:
    """Keeps staged rows in memory."""

    def __init__(self) -> None:
        self.rows: list[Sequence[StagedValue]] = []

    def insert(self, rows: Iterable[Sequence[StagedValue]]) -> None:
        """Keep all of `rows`."""
        self.rows += rows


def job_line(number: int) -> str:
    """Return a row as COPY writes it; one in eight has failed with a traceback."""
    state = STATES[number % len(STATES)]
    at = f"2026-11-30 10:{number // 60 % 60:02}:{number % 60:02}.{number % 1_000_000:06}+00"
    is_started, has_failed = state != "available", number % 8 == 7
    fields = (
        *(str(number), state, f"queue-{number % 7}", "app.workers.Deliver"),
        *(f'{{"order": {number}, "note": "synthetic"}}', "{}", str(number % 4), "20", "0", "f"),
        *(at, at if is_started else r"\N", at if state == "completed" else r"\N"),
        f"{{node-{number % 5},worker-{number % 50}}}" if is_started else r"\N",
        r"Traceback (most recent call last):\n  File \"app.py\"" if has_failed else r"\N",
    )
    return "\t".join(fields)


def write_dump(path: Path, rows: int) -> None:
    """Write a dump of one job table."""
    columns = ",\n".join(f"    {name} {declared}" for name, declared in COLUMNS.items())
    with path.open("w") as file:
        file.write("--\n-- PostgreSQL database dump\n--\n\n")
        file.write(f"CREATE TABLE public.job (\n{columns}\n);\n\n")
        file.write(f"COPY public.job ({', '.join(COLUMNS)}) FROM stdin;\n")
        file.writelines(f"{job_line(number)}\n" for number in range(rows))
        file.write("\\.\n\n--\n-- PostgreSQL database dump complete\n--\n")


def timed(run: Callable[[], object]) -> float:
    """Return the seconds that `run` takes."""
    started_s = time.perf_counter()
    run()
    return time.perf_counter() - started_s


def time_insertion(fill: Callable[[Target], object]) -> float:
    """Return the seconds that filling a fresh table takes."""
    insertion = Insertion()
    with contextlib.closing(insertion):
        return timed(lambda: fill(insertion))


def time_catalogue(path: Path) -> float:
    """Return the seconds that one look through the dump takes."""
    with contextlib.ExitStack() as stack:
        return timed(lambda: stack.enter_context(open_dump(path)))


def measure(path: Path, rows: int) -> dict[str, float]:
    """Write a dump to `path`, stage it, and return the figures by name."""
    write_dump(path, rows)
    catalogue_s = min(time_catalogue(path) for _ in range(TRIES))
    with open_dump(path) as source:
        (table,) = source.catalogue.tables
        stage = functools.partial(source.stage, table, tuple(COLUMNS))
        staging_s = min(time_insertion(stage) for _ in range(TRIES))
        collection = Collection()
        stage(collection)
    floor_s = min(time_insertion(lambda into: into.insert(collection.rows)) for _ in range(TRIES))
    if len(collection.rows) != rows:
        raise RuntimeError(f"{len(collection.rows)} of {rows} rows were staged")
    return {
        "rows": rows,
        "finding the rows, rows per second": rows / catalogue_s,
        "staged rows per second": rows / staging_s,
        "inserted from memory, rows per second": rows / floor_s,
        "staging takes so many insertions": staging_s / floor_s,
    }


def main() -> None:
    """Print the figures."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory(prefix="crashqueue-bench-") as folder:
        figures = measure(Path(folder, "dump.sql"), rows)
    for name, value in figures.items():
        print(f"{name:<40} {value:>14,.1f}")
    reached = figures["staged rows per second"] >= ROWS_WANTED_PER_S
    print(f"{'200,000 rows per second':<40} {'reached' if reached else 'not reached':>14}")


if __name__ == "__main__":
    main()
